/**
 * An answer that takes long, since a human thinks or a tool is slow, begins as a stream after a while. Comments on
 * the stream keep anything between client and gateway from cutting a silent connection.
 */
const SILENT_MS = 10_000;
const COMMENT_EVERY_MS = 15_000;

/** @returns the answer if it comes soon; otherwise a stream that will carry it */
export async function keptAlive(answer: Promise<Response>, silentMs = SILENT_MS): Promise<Response> {
  const late = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => late.resolve(undefined), silentMs);
  const soon = await Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
  return soon ?? streamOf(answer);
}

function streamOf(answer: Promise<Response>): Response {
  const encoder = new TextEncoder();
  let comments: NodeJS.Timeout | undefined;
  let reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  const comment = encoder.encode(': waits\n\n');
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(comment);
      comments = setInterval(() => controller.enqueue(comment), COMMENT_EVERY_MS);
    },
    async pull(controller) {
      if (reader === undefined) {
        const response = await answer.finally(() => clearInterval(comments));
        if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true) {
          controller.enqueue(encoder.encode(`event: message\ndata: ${await response.text()}\n\n`));
          return controller.close();
        }
        reader = response.body?.getReader();
      }
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => {
      clearInterval(comments);
      await reader?.cancel();
    },
  });
  const headers = { 'content-type': 'text/event-stream', 'cache-control': 'no-cache, no-transform' };
  return new Response(body, { headers });
}
