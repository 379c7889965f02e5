/**
 * Any spelling of a tool or a target gets the verdict of its usual spelling; a target with one more letter is another
 * target, which is unknown.
 */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { TOOLS } from './support/acts/tools.ts';
import { ask, askOk } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { runs } from './support/runner/runs.ts';

const SIMULATE = '/api/v1/core/governance/simulate';
const send = (tool: string, kind: string, role: string, effect = 'send') => ({
  tool,
  effect,
  targets: [{ path: 'to', kind, role }],
});
const ENTRIES = [
  send('mail.send_note', 'email', 'recipient'),
  send('web.post_form', 'url', 'place'),
  send('bank.pay_bill', 'account', 'payee', 'pay'),
  send('files.drop_all', 'path', 'place', 'delete'),
];

async function withTools(app: FastifyInstance, targets: readonly object[]): Promise<void> {
  for (const entry of ENTRIES) {
    const { status } = await ask(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
    assert.equal(status, 200);
  }
  await askOk(app, 'a', '/api/v1/targets', { body: { targets } });
}

async function verdictOf(app: FastifyInstance, action: string, to: string): Promise<string> {
  const body = { action, agent_id: 'agent-7', context: { arguments: { to } } };
  const answer = await ask(app, 'a', SIMULATE, { body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.verdict.toLowerCase();
}

/** Writes each letter in the case that its bit says. */
const cased = (text: string) =>
  fc
    .array(fc.boolean(), { minLength: text.length, maxLength: text.length })
    .map((bits) => [...text].map((letter, at) => (bits[at] ? letter.toUpperCase() : letter)).join(''));
const joined = (...parts: fc.Arbitrary<string>[]) => fc.tuple(...parts).map((all) => all.join(''));
const plain = fc.constant;
/** Puts one of the separators between each two parts. */
const spaced = (parts: readonly string[], ...separators: string[]) =>
  joined(
    ...parts.flatMap((part, at) =>
      at === 0 ? [plain(part)] : [fc.constantFrom(...separators), plain(part)],
    ),
  );
/** Percent-escapes some letters. */
const escaped = (text: string) =>
  joined(
    ...[...text].map((letter) => {
      const code = letter.charCodeAt(0).toString(16);
      return fc.constantFrom(letter, letter, `%${code}`, `%${code.toUpperCase()}`);
    }),
  );
/** Two slashes at the start would name another host. */
const steps = (...names: string[]) =>
  joined(
    ...names.flatMap((name, at) => [
      fc.constantFrom(at === 0 ? '/' : '//', '/', '/./', '/x/../'),
      plain(name),
    ]),
  );

interface Written {
  action: string;
  record: { kind: string; value: string; role?: string; effect?: string };
  spelled: fc.Arbitrary<string>;
}

const WRITTEN: readonly Written[] = [
  {
    action: 'mail.send_note',
    record: { kind: 'email', value: 'ann@one.example.com' },
    spelled: joined(
      fc.constantFrom('', ' ', 'Ann <', '<'),
      cased('ann@one.example.com'),
      fc.constantFrom('', '.'),
    ).map((text) => (text.includes('<') ? `${text}>` : text)),
  },
  {
    action: 'web.post_form',
    record: { kind: 'url', value: 'https://two.example.net/form/in' },
    spelled: joined(
      cased('https'),
      plain('://'),
      cased('two.example.net'),
      fc.constantFrom('', '.', ':443'),
      fc.constantFrom('/', '/./', '/x/../', '/%2e/'),
      escaped('form'),
      plain('/'),
      escaped('in'),
      fc.constantFrom('', '#top', '?a=1'),
    ),
  },
  {
    action: 'bank.pay_bill',
    record: { kind: 'account', value: 'DE89370400440532013000' },
    spelled: joined(cased('de'), spaced(['89', '3704', '0044', '0532', '0130', '00'], '', ' ', '-')),
  },
  {
    action: 'files.drop_all',
    record: { kind: 'path', value: '/srv/reports/old', role: 'place', effect: 'delete' },
    spelled: joined(steps('srv', 'reports', 'old'), fc.constantFrom('', '/', '/.')),
  },
];

/** Letters that no form of a target drops. */
const letter = fc.constantFrom(...'bcfghkqvz');

testAsTenant('a-target-spelled-at-random-is-the-same', async ({ app }) => {
  await withTools(
    app,
    WRITTEN.map(({ record }) => record),
  );
  for (const { action, record, spelled } of WRITTEN) {
    assert.equal(await verdictOf(app, action, record.value), 'proceed', record.value);
    await fc.assert(
      fc.asyncProperty(spelled, async (to) => assert.equal(await verdictOf(app, action, to), 'proceed', to)),
      { numRuns: runs(40) },
    );
  }
});

testAsTenant('one-letter-more-is-another-target', async ({ app }) => {
  await withTools(
    app,
    WRITTEN.map(({ record }) => record),
  );
  for (const { action, record } of WRITTEN) {
    await fc.assert(
      fc.asyncProperty(fc.nat(record.value.length), letter, async (at, more) => {
        const other = record.value.slice(0, at) + more + record.value.slice(at);
        assert.notEqual(await verdictOf(app, action, other), 'proceed', other);
      }),
      { numRuns: runs(40) },
    );
  }
});

testAsTenant('a-tool-renamed-at-random-is-judged-alike', async ({ app }) => {
  await withTools(app, [WRITTEN[0]?.record ?? assert.fail()]);
  const separator = fc.constantFrom('_', '-', '.', ':', '/', '__', ' ');
  const names = ENTRIES.map(({ tool }) => tool.split(/[._]/));
  const anyName = fc
    .constantFrom(...names)
    .chain((words) =>
      joined(
        fc.constantFrom('', 'mcp__', 'MCP.'),
        ...words.flatMap((word, at) =>
          at === 0 ? [cased(word)] : [separator, fc.constantFrom(word, word.toUpperCase())],
        ),
      ).map((name) => ({ usual: words, name })),
    );
  await fc.assert(
    fc.asyncProperty(
      anyName,
      fc.constantFrom('ann@one.example.com', 'eve@one.example.com'),
      async (one, to) => {
        const [server = '', ...rest] = one.usual;
        const usual = await verdictOf(app, `${server}.${rest.join('_')}`, to);
        assert.equal(await verdictOf(app, one.name, to), usual, one.name);
      },
    ),
    { numRuns: runs(60) },
  );
});
