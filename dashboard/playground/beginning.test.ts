/** The page begins with a tool of the catalogue where there is one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tool } from '../../client/api.ts';
import { beginningIn } from './beginning.ts';
import { FIRST_DRAFT } from './draft.ts';

const tool = (name: string, effect: string, paths: string[] = []) => {
  const targets = paths.map((path) => ({ path, kind: 'email', role: 'recipient' }));
  return {
    tool_id: `id of ${name}`,
    entry: { tool: name, effect, targets, contents: [] },
  } as unknown as Tool;
};

for (const [name, tools, action] of [
  [
    'one-that-changes-something-at-a-target',
    [tool('a', 'send'), tool('b', 'read', ['x']), tool('c', 'send', ['to'])],
    'c',
  ],
  ['one-that-reads-at-a-target', [tool('a', 'send'), tool('b', 'read', ['x'])], 'b'],
  ['the-first-by-name', [tool('b', 'send', ['to']), tool('a', 'send', ['to'])], 'a'],
  ['any-other', [tool('a', 'read')], 'a'],
  ['no-entry-for-many-tools', [tool('mail.*', 'send', ['to']), tool('a', 'read')], 'a'],
] as const) {
  test(`begins-with-${name}`, () => {
    const { draft, toolId } = beginningIn(tools);
    assert.deepEqual([draft.action, toolId], [action, `id of ${action}`]);
  });
}

test('begins-with-an-example-where-the-catalogue-has-nothing', () => {
  assert.deepEqual(beginningIn([]), { draft: FIRST_DRAFT, toolId: null });
  assert.deepEqual(beginningIn([tool('*', 'send', ['to'])]), { draft: FIRST_DRAFT, toolId: null });
});
