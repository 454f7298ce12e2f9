/** For the container's health check: the server answers, whatever the API does. */
export function GET(): Response {
  return Response.json({ status: 'ok' }, { headers: { 'cache-control': 'no-store' } });
}

export const dynamic = 'force-dynamic';
