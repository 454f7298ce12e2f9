import 'server-only';

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

export function isJson(request: Request): boolean {
  return hasType(request, JSON_TYPE);
}

export function hasType(request: Request, type: RegExp): boolean {
  return type.test(request.headers.get('content-type') ?? '');
}

export class BodyTooLarge extends Error {}

/** The same bytes, until more than `limitBytes` of them have passed; then the stream fails with BodyTooLarge. */
export function limitBody(body: ReadableStream<Uint8Array>, limitBytes: number): ReadableStream<Uint8Array> {
  let seenBytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      seenBytes += chunk.byteLength;
      if (seenBytes > limitBytes) controller.error(new BodyTooLarge());
      else controller.enqueue(chunk);
    },
  });
  return body.pipeThrough(counter);
}

/** The text of a body of at most `limitBytes`; `undefined` when it is longer, whatever its length header said. */
export async function readLimited(request: Request, limitBytes: number): Promise<string | undefined> {
  if (!request.body) return '';
  try {
    return await new Response(limitBody(request.body, limitBytes)).text();
  } catch (error) {
    if (causedByBodyLimit(error)) return undefined;
    throw error;
  }
}

/** True when a failed fetch or read failed because of `limitBody`: undici wraps the reason in causes. */
export function causedByBodyLimit(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof BodyTooLarge) return true;
  }
  return false;
}
