/** The catalogue finds the entry of an action, and no entry makes another action's match milder. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { settingsEntries, withFloors } from '../../service/tools/floors.ts';
import { EFFECTS } from '../targets/index.ts';
import { type Catalogue, type CataloguedTool, catalogueOf, EMPTY_CATALOGUE } from './catalogue.ts';
import { entryOf, type WrittenEntry } from './entry.ts';

const STATE = { revision: 1, reviewed: true };
let made = 0;
const tool = (written: WrittenEntry, hasChanged = false): CataloguedTool => {
  made += 1;
  return { id: `tool_${made.toString(16).padStart(24, '0')}`, hasChanged, entry: entryOf(written) };
};
const of = (...tools: CataloguedTool[]) => catalogueOf(tools, STATE);
const found = (catalogue: Catalogue, action: string): string => {
  const match = catalogue.match(action);
  return 'unlisted' in match ? match.unlisted : match.all.map(({ entry }) => entry.tool).join(' + ');
};

const GMAIL: WrittenEntry = { tool: 'send_email', server: 'gmail', effect: 'send' };
const OUTLOOK: WrittenEntry = { tool: 'send_email', server: 'outlook', effect: 'send' };

const CASES: [string, CataloguedTool[], string, string][] = [
  ['nothing-in-an-empty-one', [], 'a', 'empty'],
  ['an-exact-name', [tool(GMAIL)], 'mcp__gmail__send_email', 'send_email'],
  ['a-name-without-its-server', [tool(GMAIL)], 'sendEmail', 'send_email'],
  ['nothing-where-two-servers-have-it', [tool(GMAIL), tool(OUTLOOK)], 'sendEmail', 'ambiguous'],
  ['the-one-of-its-server', [tool(GMAIL), tool(OUTLOOK)], 'Outlook:SendEmail', 'send_email'],
  ['nothing-of-another-server', [tool(GMAIL)], 'mail.send_email', 'not_in_catalogue'],
  ['no-name-that-poses', [tool(GMAIL)], 'gmail.sеnd_email', 'confusable_name'],
  [
    'no-pattern-for-a-name-that-poses',
    [tool({ tool: 'gmail.*', effect: 'send' })],
    'gmail.sеnd',
    'confusable_name',
  ],
  ['no-tool-that-has-changed', [tool(GMAIL, true)], 'gmail.send_email', 'changed'],
  [
    'no-pattern-for-a-tool-that-has-changed',
    [tool(GMAIL, true), tool({ tool: 'gmail.*', effect: 'read' })],
    'gmail.send_email',
    'changed',
  ],
  [
    'the-exact-one-before-patterns',
    [tool({ tool: 'gmail.*', effect: 'write' }), tool(GMAIL)],
    'gmail.send_email',
    'send_email',
  ],
  [
    'all-patterns-that-match',
    [tool({ tool: 'fs.*', effect: 'write' }), tool({ tool: '*delete*', effect: 'delete' })],
    'fs.delete_file',
    'fs.* + *delete*',
  ],
  [
    'the-stricter-pattern-for-another-way-to-write-it',
    [tool({ tool: 'fs.*', effect: 'write' }), tool({ tool: '*delete*', effect: 'delete' })],
    'fs.de_lete_file',
    'fs.* + *delete*',
  ],
];

for (const [promise, tools, action, expected] of CASES) {
  test(`finds-${promise}`, () => assert.equal(found(of(...tools), action), expected));
}

test('names-the-strictest-of-several-patterns', () => {
  const match = of(
    tool({ tool: 'a.*', effect: 'read', risk_level: 'critical' }),
    tool({ tool: '*.b', effect: 'pay' }),
    tool({ tool: '*', effect: 'pay', risk_level: 'low' }),
  ).match('a.b');
  assert.ok(!('unlisted' in match));
  assert.equal(match.tool.entry.tool, '*');
});

test('sets-the-floors-of-the-settings-by-every-name', () => {
  const settings = [
    { action: 'email.*', risk_level: 'high' as const },
    { action: 'email.send', is_irreversible: true },
  ];
  const floored = withFloors(of(tool(GMAIL)), settings);
  assert.equal(withFloors(floored, settings).match('x').floors.length, 0);
  for (const action of ['email.send', 'Email:Send', 'mcp__email__send']) {
    assert.deepEqual(floored.match(action).floors, settingsEntries(settings), action);
  }
  assert.deepEqual(found(floored, 'email.send'), 'not_in_catalogue');
  assert.equal(floored.match('email.read').floors.length, 1);
  // Then only the look-up in the settings counts.
  assert.equal(withFloors(EMPTY_CATALOGUE, settings), EMPTY_CATALOGUE);
});

const part = fc.constantFrom('a', 'b', 'ab', 'send', 'mail', 'x1', 'Fs');
const name = fc
  .array(part, { minLength: 1, maxLength: 3 })
  .chain((parts) => fc.constantFrom('.', '_', '', '__').map((separator) => parts.join(separator)));
const entry = fc.record({
  tool: fc.oneof(
    { weight: 3, arbitrary: name },
    { weight: 1, arbitrary: name.map((text) => `${text}.*`) },
    { weight: 1, arbitrary: name.map((text) => `*${text}*`) },
  ),
  effect: fc.constantFrom(...EFFECTS),
  hasChanged: fc.boolean(),
});

test('an-entry-more-makes-no-match-of-another-name-milder', () => {
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 6 }), entry, name, (before, more, action) => {
      const tools = before.map(({ hasChanged, ...written }) => tool(written, hasChanged));
      const added = tool({ tool: more.tool, effect: more.effect }, more.hasChanged);
      // Skips an action's own entry, which says more exactly what a pattern said.
      if (found(of(added), action) !== 'not_in_catalogue' && !more.tool.includes('*')) return;
      const one = of(...tools).match(action);
      const other = of(...tools, added).match(action);
      if ('unlisted' in one || 'unlisted' in other) return;
      const effects = new Set(other.all.map(({ entry: { effect } }) => effect));
      for (const { entry: each } of one.all) assert.ok(effects.has(each.effect));
    }),
    { numRuns: 2000 },
  );
});

test('two-entries-of-one-name-list-neither', () => {
  fc.assert(
    fc.property(name, fc.constantFrom(...EFFECTS), fc.constantFrom(...EFFECTS), (written, one, other) => {
      const both = of(tool({ tool: written, effect: one }), tool({ tool: written, effect: other }));
      assert.equal(found(both, written), 'ambiguous');
    }),
  );
});

test('the-order-of-entries-changes-nothing', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 6 }), name, (entries, action) => {
      const tools = entries.map(({ hasChanged, ...written }) => tool(written, hasChanged));
      const one = of(...tools).match(action);
      const other = of(...tools.toReversed()).match(action);
      assert.equal(
        'unlisted' in one ? one.unlisted : one.tool.id,
        'unlisted' in other ? other.unlisted : other.tool.id,
      );
    }),
  );
});
