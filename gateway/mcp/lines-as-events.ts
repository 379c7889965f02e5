// Some servers stream their messages as JSON, one on each line, where the protocol wants events (the reference server
// of the conformance suite does, for `subscriptions/listen`). They are read as events, so that none is lost.

const NEW_LINE = '\n';

/** @returns the same response; where it may hold several messages, as a stream of events */
export function linesAsEvents(response: Response): Response {
  const { headers, status, statusText, body } = response;
  const isJson = headers.get('content-type')?.startsWith('application/json') === true;
  // With a length it is one message, as of most servers, and read at once.
  if (!response.ok || body === null || !isJson || headers.has('content-length')) return response;
  const asEvents = new Headers(headers);
  asEvents.set('content-type', 'text/event-stream');
  const events = body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(eventsOf())
    .pipeThrough(new TextEncoderStream());
  return new Response(events, { status, statusText, headers: asEvents });
}

function eventsOf(): TransformStream<string, string> {
  let pieces: string[] = [];
  /** False for one message on several lines: then all of them are one. */
  let isOneEach = true;
  const eventIn = (text: string) => `data: ${text.replaceAll(/[\r\n]/g, ' ')}\n\n`;
  return new TransformStream({
    transform(chunk, controller) {
      pieces.push(chunk);
      if (!isOneEach || !chunk.includes(NEW_LINE)) return;
      const lines = pieces.join('').split(NEW_LINE);
      const rest = lines.pop() ?? '';
      isOneEach = lines.every((line) => line.trim() === '' || isWhole(line));
      if (!isOneEach) return;
      for (const line of lines) if (line.trim() !== '') controller.enqueue(eventIn(line));
      pieces = [rest];
    },
    flush(controller) {
      const text = pieces.join('');
      if (text.trim() !== '') controller.enqueue(eventIn(text));
    },
  });
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
