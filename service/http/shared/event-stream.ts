/** Answers as a stream of server-sent events (HTML standard, section 9.2). */
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../foundation/failure.ts';

const EVENT_STREAM = 'text/event-stream';

export function wantsStream({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return method === 'GET' && (headers.accept ?? '').includes(EVENT_STREAM);
}

/** JSON has no line breaks, so its text is one line. @param event a word of our own. */
export function frame({ id, event, data }: { id?: number; event: string; data: unknown }): string {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return `${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Sends each text as soon as there is one, and the next when the caller has taken it. A failure ends the stream: the
 * answer has begun, so the caller learns the reason when it asks again.
 */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  texts: AsyncIterable<string>,
): FastifyReply {
  return reply
    .type(`${EVENT_STREAM}; charset=utf-8`)
    .header('cache-control', 'no-store')
    .header('x-accel-buffering', 'no')
    .send(Readable.from(untilFailure(request, texts)));
}

async function* untilFailure(request: FastifyRequest, texts: AsyncIterable<string>) {
  try {
    yield* texts;
  } catch (error) {
    // The caller may no longer read: that is an ordinary end.
    if (error instanceof Failure && error.code !== 'unavailable') return;
    request.log.warn({ err: error }, 'a stream of events broke off');
  }
}
