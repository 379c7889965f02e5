/** The pages of the frameworks show code that runs: their lines are in the examples, and both are short. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const EXAMPLES = import.meta.dirname;
const PAGES = path.join(EXAMPLES, '../docs/integrations');
const MAX_WORDS = 300;
const MAX_LINES = 5;

for (const program of globSync('*/agent.ts', { cwd: EXAMPLES }).sort()) {
  const framework = path.dirname(program);
  const lines = readFileSync(path.join(EXAMPLES, program), 'utf8').split('\n');

  test(`an-agent-is-governed-by-few-lines (${framework})`, () => {
    const marked = lines.filter((line) => /\/\/ Assize \d$/.test(line));
    assert.ok(marked.length > 0 && marked.length <= MAX_LINES, marked.join('\n'));
    const uses = lines.filter((line) => /\b(@assize\/|new Assize\b|govern\()/.test(line));
    assert.deepEqual(
      uses.filter((line) => !marked.includes(line)),
      [],
    );
  });

  for (const page of globSync(`${framework}.md`, { cwd: PAGES })) {
    const text = readFileSync(path.join(PAGES, page), 'utf8');

    test(`a-page-shows-the-lines-of-its-example (${framework})`, () => {
      const known = new Set(lines.map(withoutMark));
      const shown = [...text.matchAll(/^```ts\n(.*?)^```$/gms)].flatMap(([, block = '']) =>
        block.split('\n').map(withoutMark),
      );
      assert.ok(shown.length > 0);
      assert.deepEqual(
        shown.filter((line) => line !== '' && !known.has(line)),
        [],
      );
    });

    test(`a-page-is-read-in-two-minutes (${framework})`, () => {
      const words = text.trim().split(/\s+/).length;
      assert.ok(words < MAX_WORDS, `${page} has ${words} words`);
    });
  }
}

function withoutMark(line: string): string {
  return line.replace(/ *\/\/ Assize \d$/, '').trim();
}
