import assert from 'node:assert/strict';
import test from 'node:test';
import { LinesAsEvents } from './lines-as-events.ts';

const CASES: Record<string, [string[], string]> = {
  'reads-a-message-on-each-line': [['{"a":1}\n{"b"', ':2}\n'], 'data: {"a":1}\n\ndata: {"b":2}\n\n'],
  'reads-one-message-on-several-lines': [['{\n"a":1,\n', '"b":2}\n'], 'data: { "a":1, "b":2} \n\n'],
  'reads-one-message-without-a-line': [['{"a"', ':1}'], 'data: {"a":1}\n\n'],
  'reads-nothing-in-nothing': [['\n', ' \n'], ''],
};
for (const [promise, [chunks, events]] of Object.entries(CASES)) {
  test(promise, () => {
    const lines = new LinesAsEvents();
    const taken = chunks.map((chunk) => lines.take(new TextEncoder().encode(chunk)));
    assert.equal(taken.join('') + lines.end(), events);
  });
}
