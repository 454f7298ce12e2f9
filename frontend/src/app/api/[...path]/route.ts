import { errorAnswer } from '@/server/errors';

/** Pages get their policy from proxy.ts, which leaves /api alone: so nothing under /api may ever be a page. */
function notFound(): Response {
  return errorAnswer(404, {
    code: 'not_found',
    message: 'The workbench has no such call.',
    hint: 'The API itself is under /api/v1.',
  });
}

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT };
