// `fetch` for wrapped servers, with a limit on what has to be held in memory at once: a whole JSON answer, or one
// event of a stream.

import { linesAsEvents } from './lines-as-events.ts';

const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
const NEW_LINE = 10;

export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  const isStream = response.headers.get('content-type')?.includes('text/event-stream') === true;
  const body = response.body.pipeThrough(limit(isStream));
  const { status, statusText, headers } = response;
  return linesAsEvents(new Response(body, { status, statusText, headers }));
}

function limit(isStream: boolean): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let held = 0;
  return new TransformStream({
    transform(chunk, controller) {
      held += chunk.byteLength;
      // An event has at least a line of its own, so what came before a line's end is not held for long.
      if (held > MAX_MESSAGE_BYTES) {
        controller.error(new Error(`A message of more than ${MAX_MESSAGE_BYTES} bytes.`));
        return;
      }
      if (isStream && chunk.includes(NEW_LINE)) held = chunk.byteLength - 1 - chunk.lastIndexOf(NEW_LINE);
      controller.enqueue(chunk);
    },
  });
}
