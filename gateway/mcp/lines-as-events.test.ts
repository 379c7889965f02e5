import assert from 'node:assert/strict';
import test from 'node:test';
import { linesAsEvents } from './lines-as-events.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

function chunked(...chunks: string[]): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  return new Response(body, { headers: JSON_TYPE });
}

const CASES: Record<string, [string[], string]> = {
  'reads-a-message-on-each-line': [['{"a":1}\n{"b"', ':2}\n'], 'data: {"a":1}\n\ndata: {"b":2}\n\n'],
  'reads-one-message-on-several-lines': [['{\n"a":1,\n', '"b":2}\n'], 'data: { "a":1, "b":2} \n\n'],
  'reads-one-message-without-a-line': [['{"a"', ':1}'], 'data: {"a":1}\n\n'],
  'reads-nothing-in-nothing': [['\n', ' \n'], ''],
};
for (const [promise, [chunks, events]] of Object.entries(CASES)) {
  test(promise, async () => {
    const response = linesAsEvents(chunked(...chunks));
    assert.equal(response.headers.get('content-type'), 'text/event-stream');
    assert.equal(await response.text(), events);
  });
}

test('leaves-a-message-of-known-length-as-it-is', async () => {
  const response = new Response('{}', { headers: { ...JSON_TYPE, 'content-length': '2' } });
  assert.equal(linesAsEvents(response), response);
});
