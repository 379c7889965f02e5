/** The ready-made packs pass their cases, explain themselves, and never block because something is missing. */

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { JsonObject } from '@assize/evidence-format';
import { readPolicyAndCases } from '@assize/service/cli/policies/policy-files.ts';
import { tryCase } from '@assize/service/evaluation/index.ts';
import { readPolicy } from '@assize/service/governance/policies/documents/index.ts';
import { CaseCatalogues } from '@assize/service/http/requests/case-tools.ts';
import type { FastifyInstance } from 'fastify';
import { parseDocument } from 'yaml';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ask, evaluate, startTestService } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';
import { until } from './support/until.ts';

const PACKS = path.join(import.meta.dirname, '../policy-packs');
const NAMES = [
  'accounts-passwords',
  'bookings',
  'calendar',
  'chat-members',
  'cloud-administration',
  'code-deployment',
  'coding-agents',
  'credentials-secrets',
  'data-export',
  'database-writes',
  'email-outsiders',
  'payments',
  'personal-data',
  'shell-filesystem',
];

test('every-pack-reads-the-same-in-any-reader-of-yaml', () => {
  for (const name of NAMES) {
    const { errors, warnings } = parseDocument(textOf(name));
    assert.deepEqual([...errors, ...warnings], [], name);
  }
});

test('every-pack-passes-its-cases-and-no-rule-is-without-one', async () => {
  assert.deepEqual(readdirSync(PACKS).sort(), NAMES);
  const { code, stdout, stderr } = await assize(null, ['policies', 'test', PACKS, '--every-rule', '--json']);
  const report = JSON.parse(stdout);
  assert.deepEqual({ code, failed: report.failed, stderr }, { code: 0, failed: 0, stderr: '' }, stdout);
  for (const { policy, cases } of report.policies) {
    assert.equal(cases.filter(({ got }: Case) => got.verdict === 'proceed').length >= 4, true, policy);
    for (const { id } of (await readPolicy(textOf(policy))).rules) {
      const matching = cases.filter(({ got }: Case) => got.matches.includes(id)).length;
      assert.ok(matching > 0 && matching < cases.length, `${policy}: ${id}`);
    }
    assert.ok(cases.length >= 15, policy);
  }
});

interface Case {
  name: string;
  passed: boolean;
  got: { verdict: string; matches: string[]; erred: string[] };
}

for (const name of NAMES) {
  test(`explains-itself: ${name}`, async () => {
    const text = textOf(name);
    const { name: called, description = '', rules, variables = [] } = await readPolicy(text);
    assert.equal(called, name);
    assert.ok(description.length > 20 && rules.length >= 4 && rules.length <= 12);
    const [top = ''] = text.split('\nname:');
    for (const { id, description: harm = '', message = '', when } of rules) {
      assert.match(harm, /^(Prevents|Makes) .{40,}\.$/s, id);
      assert.match(message, /^.{15,}\.$/, id);
      readsOnlyWhatTheTopSays(id, when, top);
    }
    for (const { name: variable, expression } of variables)
      readsOnlyWhatTheTopSays(variable, expression, top);
  });
}

function readsOnlyWhatTheTopSays(id: string, expression: string, top: string): void {
  for (const [, key = ''] of expression.matchAll(/context\.\??(\w+)/g)) {
    assert.match(
      top,
      new RegExp(`\\b${key}\\b`),
      `${id} reads context.${key}, of which the top says nothing`,
    );
  }
}

/** For each tool in a case, the same call without arguments; and a call of an unlisted tool. */
for (const name of NAMES) {
  test(`never-blocks-because-something-is-missing: ${name}`, async () => {
    const { policy, cases } = await readPolicyAndCases(path.join(PACKS, name, 'policy.yaml'));
    for (const { catalogue, request } of cases) {
      if (catalogue === undefined) continue;
      for (const context of [{}, { arguments: {} }, { arguments: 'unread' }, { arguments: [1] }]) {
        const bare = { name, request: { action: request.action, context }, expect: {} };
        for (const tried of [bare, { ...bare, catalogue }]) {
          const { erred, matches, verdict } = await tryCase(policy, tried);
          const isForbidden = FORBIDDEN.some((rule) => matches.includes(rule));
          assert.deepEqual(erred, [], request.action);
          if (!isForbidden) assert.notEqual(verdict, 'block', `${request.action}: ${matches}`);
        }
      }
    }
  });
}

/** These rules forbid a tool itself, with any arguments. */
const FORBIDDEN = ['second-factor-removed', 'repository-or-branch-deleted', 'recovery-destroyed'];

/** As much as docs/contents.md says is read, of texts that agents write every day. */
const LONG: [action: string, given: JsonObject][] = [
  [
    'send_email',
    { to: ['dana@example.com'], body: repeated('The high-risk task at hand is through. ', 60_000) },
  ],
  ['send_email', { to: numbered(415, (place) => `person${place}@example.com`), body: 'The minutes' }],
  [
    'create_event',
    { summary: 'All hands', attendees: numbered(300, (place) => ({ email: `p${place}@example.com` })) },
  ],
  [
    'shell.bash',
    { command: repeated('echo "Row 7 of the format" >> notes.md 2>/dev/null && ls src\n', 4000) },
  ],
  ['shell.bash', { command: `cat > notes.md <<'END'\n${repeated('A line of the notes.\n', 31_000)}\nEND` }],
  ['shell.run_command', { command: `ls ${numbered(208, (place) => `a${place}`).join(' ')}` }],
  ['shell.run_command', { command: `ls ${numbered(3000, (place) => `f${place}.txt`).join(' ')}` }],
  [
    'shell.run_command',
    { command: `git add ${numbered(900, (place) => `src/m-${place}/index.tsx`).join(' ')}` },
  ],
  [
    'shell.run_command',
    { command: `rm ${numbered(450, (place) => `dist/assets/chunk-${place}.js`).join(' ')}` },
  ],
  ['filesystem.read_multiple_files', { paths: numbered(450, (place) => `src/file-${place}.ts`) }],
  [
    'call_aws',
    { cli_command: `aws ec2 describe-instances --filters ${repeated('Name=tag:Name,Values=web ', 6000)}` },
  ],
  ['postgres.query', { sql: `SELECT ${repeated('orders.customer_id, ', 8000)} 1 FROM orders WHERE id = 7` }],
];

const MAY_ASK = ['unknown-outsider', 'recipients-unclear', 'not-readable', 'many-recipients', 'many-guests'];

for (const name of NAMES) {
  test(`reads-what-is-ordinarily-long: ${name}`, async () => {
    const { policy } = await readPolicyAndCases(path.join(PACKS, name, 'policy.yaml'));
    const catalogue = await new CaseCatalogues().of(
      { catalogue: ['gmail', 'shell', 'postgres', 'aws', 'filesystem', 'google-calendar'] },
      name,
    );
    assert.ok(catalogue !== null);
    for (const [action, given] of LONG) {
      const listed = { request: { action, context: { arguments: given } }, catalogue };
      const unlisted = { request: { action, context: { ...given } } };
      for (const tried of [listed, unlisted]) {
        const { erred, verdict, matches } = await tryCase(policy, { name, ...tried, expect: {} });
        assert.deepEqual(erred, [], action);
        if (!matches.some((rule) => MAY_ASK.includes(rule)))
          assert.equal(verdict, 'proceed', `${action}: ${matches}`);
      }
    }
  });
}

testOnOneDatabase('all-packs-apply-together-and-hold-no-ordinary-call', async (location, t) => {
  const { app } = await startTestService(t, location);
  for (const name of NAMES) {
    const folder = path.join(PACKS, name);
    const { code, stderr } = await assize(location, [
      ...['policies', 'create', name, '--file', folder, '--activate'],
    ]);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' }, name);
  }
  const context = { to: 'a@example.com', recipients: ['a@example.com'], body: 'The invoice' };
  await until(async () => {
    const { body } = await evaluate(app, 'a', { action: 'payment.send', context: { amount_usd: 20_000 } });
    return body.verdict === 'block';
  });
  const { body } = await evaluate(app, 'a', { action: 'email.send', context });
  assert.equal(body.verdict, 'proceed');
  await holdsByNoRuleAboutSomethingElse(app);
});

/** All rules share one bound, so together they must stay within it. */
async function holdsByNoRuleAboutSomethingElse(app: FastifyInstance): Promise<void> {
  for (const ready of ['gmail', 'shell', 'postgres', 'aws', 'filesystem', 'google-calendar']) {
    const { status } = await ask(app, 'a', '/api/v1/tools/import', { body: { ready, accept: true } });
    assert.equal(status, 200, ready);
  }
  for (const [action, given] of LONG) {
    const { body } = await evaluate(app, 'a', { action, context: { arguments: given } });
    assert.notEqual(body.verdict, 'block', `${action}: ${body.explanation}`);
    const { details } = body.evaluations.find(
      ({ law_id }: { law_id: string }) => law_id === 'policy_adherence',
    );
    const rules = (details.matches ?? []).map(({ rule }: { rule: string }) => rule);
    const others = rules.filter((rule: string) => !MAY_ASK.includes(rule));
    assert.deepEqual(others, [], `${action}: ${body.explanation}`);
  }
}

function numbered<T>(count: number, made: (place: number) => T): T[] {
  return Array.from({ length: count }, (_, place) => made(place));
}

function repeated(text: string, characters: number): string {
  return text.repeat(Math.ceil(characters / text.length));
}

function textOf(pack: string): string {
  return readFileSync(path.join(PACKS, pack, 'policy.yaml'), 'utf8');
}
