/** Answers as a stream of server-sent events (HTML standard, section 9.2). */

import { PassThrough, Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Clock } from '../../foundation/clock.ts';
import { Failure } from '../../foundation/failure.ts';
import { answerFor } from '../answers/errors.ts';
import { inTypes } from '../answers/routes.ts';
import * as is from '../schemas/fields.ts';
import { type Callers, requireStillAdmitted } from './callers.ts';

const EVENT_STREAM = 'text/event-stream';

export function wantsStream({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean {
  return method === 'GET' && (headers.accept ?? '').includes(EVENT_STREAM);
}

/** JSON has no line breaks, so its text is one line. @param event a word from this code. */
export function frame({ id, event, data }: { id?: number; event: string; data: unknown }): string {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return `${head}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

/**
 * Sends each text as soon as there is one, and the next when the caller has received it. A failure ends the
 * stream: the answer has begun, so the caller learns the reason at its next request.
 */
export function sendStream(
  request: FastifyRequest,
  reply: FastifyReply,
  texts: AsyncIterable<string>,
): FastifyReply {
  return sendText(reply, Readable.from(untilFailure(request, texts)));
}

function sendText(reply: FastifyReply, text: Readable): FastifyReply {
  return reply.type(`${EVENT_STREAM}; charset=utf-8`).header('x-accel-buffering', 'no').send(text);
}

async function* untilFailure(request: FastifyRequest, texts: AsyncIterable<string>) {
  try {
    yield* texts;
  } catch (error) {
    // The caller may no longer read: the stream ends normally.
    if (error instanceof Failure && error.code !== 'unavailable') return;
    request.log.warn({ err: error }, 'an event stream was interrupted');
  }
}

/** Describes routes that answer by {@link withProgress}. */
export const WITH_PROGRESS =
  'With `Accept: text/event-stream` you get events `progress` (`{"done","total"}`) while it works, and at the end one ' +
  '`result` with the same answer, or one `error`.';

/** The answer of a route, as JSON or as a stream. */
export function orStream<Answer extends TSchema>(answer: Answer) {
  return inTypes((answer as { description?: string }).description ?? 'The answer', {
    'application/json': answer,
    [EVENT_STREAM]: is.text('Server-sent events'),
  });
}

/** The time between two progress events, ms: more would be too fast to see. */
const PROGRESS_EVERY_MS = 100;
/** A proxy closes a connection on which nothing is sent. */
const COMMENT_EVERY_MS = 15_000;
/** Refusals happen within this time. */
const BEGIN_AFTER_MS = 250;

/**
 * Answers with the result of the run; if the caller asks for a stream, with its progress before that. A
 * refusal at the start is an ordinary answer, a later failure the last event.
 */
export async function withProgress<Answer extends object>(
  services: Callers & { clock: Clock },
  request: FastifyRequest,
  reply: FastifyReply,
  run: (onProgress: (done: number, total: number) => void) => Promise<Answer>,
): Promise<Answer> {
  if (!wantsStream(request)) return run(() => undefined);
  const text = new PassThrough();
  const begun = Promise.withResolvers<void>();
  const running = run(progressTo(services.clock, text, begun.resolve));
  const beginning = setTimeout(begun.resolve, BEGIN_AFTER_MS);
  await Promise.race([begun.promise, running]).finally(() => clearTimeout(beginning));
  const alive = setInterval(() => text.write(': \n\n'), COMMENT_EVERY_MS);
  running
    .then(async (data) => {
      await requireStillAdmitted(services, 'a', request);
      text.write(frame({ event: 'result', data }));
    })
    .catch((error: unknown) => {
      const { status, body } = answerFor(error, 'a', request.id, request);
      if (status >= 500) request.log.error({ err: error }, 'a verification was interrupted');
      text.write(frame({ event: 'error', data: body }));
    })
    .finally(() => {
      clearInterval(alive);
      text.end();
    });
  // The returned value is the reply, which has already been sent.
  return sendText(reply, text) as never;
}

function progressTo(clock: Clock, text: PassThrough, begin: () => void) {
  let lastShownAt = Number.NEGATIVE_INFINITY;
  return (done: number, total: number): void => {
    begin();
    const now = clock.monotonic();
    if (done < total && now - lastShownAt < PROGRESS_EVERY_MS) return;
    lastShownAt = now;
    text.write(frame({ event: 'progress', data: { done, total } }));
  };
}
