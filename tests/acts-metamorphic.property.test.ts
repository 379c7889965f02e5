/**
 * How verdicts on acts relate: adding something for one action never makes another milder, other spellings of a tool
 * or a target change nothing, and one more letter makes another target.
 */
import assert from 'node:assert/strict';
import { VERDICTS } from '@assize/service/evaluation/index.ts';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { TOOLS } from './support/acts/tools.ts';
import { opened } from './support/governance/mandates.ts';
import { ask, askOk } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';
import { runs } from './support/runner/runs.ts';

const SIMULATE = '/api/v1/core/governance/simulate';

interface Act {
  tool: string;
  to: string;
  agent: string;
  /** By its place among the opened mandates. */
  mandate?: number;
}

const entry = (tool: string, effect: string, role: string, kind = 'detect') => ({
  tool,
  effect,
  targets: [{ path: 'to', kind, role }],
});
const KNOWN_TOOLS = [
  entry('mail.send', 'send', 'recipient', 'email'),
  entry('bank.pay', 'pay', 'payee'),
  entry('drive.share', 'share', 'grantee'),
  entry('files.delete', 'delete', 'place', 'path'),
  entry('web.post', 'send', 'place', 'url'),
  entry('shell.run', 'execute', 'program', 'program'),
];
const OTHER_TOOLS = [
  entry('chat.send', 'send', 'recipient', 'email'),
  entry('bank.transfer', 'pay', 'payee'),
  entry('mail.list', 'read', 'object', 'object'),
  entry('*.preview', 'read', 'object', 'object'),
];
const TARGETS: { kind: string; value: string }[] = [
  { kind: 'email', value: 'ann@one.example.com' },
  { kind: 'email', value: 'bob@two.example.org' },
  { kind: 'account', value: 'DE89370400440532013000' },
  { kind: 'account', value: 'GB82WEST12345698765432' },
  { kind: 'path', value: '/srv/reports/a.txt' },
  { kind: 'path', value: '/var/lib/data' },
  { kind: 'url', value: 'https://three.example.net/upload' },
  { kind: 'program', value: 'rsync' },
];
const AGENTS = ['agent-1', 'agent-2'];

const every = KNOWN_TOOLS.flatMap(({ tool }) =>
  TARGETS.flatMap(({ value }) => AGENTS.map((agent): Act => ({ tool, to: value, agent }))),
);
const LISTS = { tools: OTHER_TOOLS, targets: TARGETS, acts: every };
const oneOf = <Item>(items: readonly Item[]) => fc.constantFrom(...items);

async function severityOf(app: FastifyInstance, act: Act, mandates: readonly string[] = []): Promise<number> {
  const { tool: action, to, agent: agent_id, mandate } = act;
  const named = mandate === undefined ? {} : { mandate_id: mandates[mandate] };
  const body = { action, agent_id, context: { arguments: { to }, ...named } };
  const answer = await ask(app, 'a', SIMULATE, { body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const place = VERDICTS.indexOf(answer.body.verdict.toLowerCase());
  assert.ok(place >= 0, answer.body.verdict);
  return place;
}

async function list(app: FastifyInstance, entries: readonly object[]): Promise<void> {
  for (const each of entries) {
    await askOk(app, 'a', TOOLS, { method: 'PUT', body: { entry: each } });
  }
}

type Added =
  | { kind: 'target'; value: (typeof TARGETS)[number]; agent_id?: string }
  | { kind: 'tool'; value: object }
  | { kind: 'mandate'; agent_id: string; value: string; effects: string[] };

const anyAdded: fc.Arbitrary<Added> = fc.oneof(
  fc.record(
    { kind: fc.constant('target' as const), value: oneOf(LISTS.targets), agent_id: oneOf(AGENTS) },
    { requiredKeys: ['kind', 'value'] },
  ),
  fc.record({ kind: fc.constant('tool' as const), value: oneOf(LISTS.tools) }),
  fc.record({
    kind: fc.constant('mandate' as const),
    agent_id: oneOf(AGENTS),
    value: oneOf(TARGETS.map(({ value }) => value)),
    effects: fc.subarray(['read', 'send', 'pay', 'share', 'delete', 'execute']),
  }),
);

async function add(app: FastifyInstance, added: Added): Promise<void> {
  if (added.kind === 'tool') return list(app, [added.value]);
  if (added.kind === 'mandate') {
    const { agent_id, value, effects } = added;
    await opened(app, { agent_id, effects, targets: [{ value }] });
    return;
  }
  const { value, agent_id } = added;
  const { status } = await ask(app, 'a', '/api/v1/targets', { body: { targets: [{ ...value, agent_id }] } });
  assert.equal(status, 200);
}

/** Whether it concerns this act. No target in the list contains another, and no tool in it belongs to an act. */
const isAbout = (added: Added, { to, agent }: Act) =>
  added.kind === 'target' && added.value.value === to && [undefined, agent].includes(added.agent_id);

testAsTenant('what-is-added-never-makes-another-action-milder', async ({ app }) => {
  await list(app, KNOWN_TOOLS);
  await fc.assert(
    fc.asyncProperty(anyAdded, fc.subarray(every, { minLength: 12, maxLength: 12 }), async (added, acts) => {
      const before = await Promise.all(acts.map((act) => severityOf(app, act)));
      await add(app, added);
      const after = await Promise.all(acts.map((act) => severityOf(app, act)));
      for (const [place, act] of acts.entries()) {
        if (isAbout(added, act)) continue;
        const milder = (after[place] ?? 0) < (before[place] ?? 0);
        assert.ok(!milder, `${JSON.stringify(act)} after ${JSON.stringify(added)}`);
      }
    }),
    { numRuns: runs(40), endOnFailure: true },
  );
});

const SPELLINGS: Record<string, readonly string[]> = {
  'mail.send': [
    'mail_send',
    'mcp__mail__send',
    'Mail.Send',
    'mail-send',
    'mail/send',
    'MAIL:SEND',
    'mailSend',
  ],
  'bank.pay': ['bank_pay', 'BankPay', 'mcp__bank__pay', 'bank-pay'],
  'files.delete': ['files_delete', 'filesDelete', 'mcp__files__delete'],
};

testAsTenant('another-spelling-of-a-tool-changes-nothing', async ({ app }) => {
  await list(app, KNOWN_TOOLS);
  await ask(app, 'a', '/api/v1/targets', { body: { targets: TARGETS.slice(0, 3) } });
  const { mandate_id } = await opened(app, {
    agent_id: 'agent-1',
    effects: ['pay', 'delete'],
    tools: ['bank.*', 'Files_Delete'],
    targets: [{ value: '/srv/reports' }],
  });
  for (const act of every) {
    for (const mandate of act.agent === 'agent-1' ? [undefined, 0] : [undefined]) {
      const wanted = await severityOf(app, { ...act, mandate }, [mandate_id]);
      for (const tool of SPELLINGS[act.tool] ?? [])
        assert.equal(
          await severityOf(app, { ...act, tool, mandate }, [mandate_id]),
          wanted,
          `${tool} ${act.to}`,
        );
    }
  }
});

/** The record, the tool, other spellings of the target, and other targets. */
const WRITTEN: [record: object, tool: string, same: string[], others: string[]][] = [
  [
    { kind: 'email', value: 'ann@one.example.com' },
    'mail.send',
    [
      'ANN@one.example.com',
      'ann@ONE.example.COM',
      'Ann <ann@one.example.com>',
      ' ann@one.example.com ',
      'ann@one.example.com.',
    ],
    [
      'anna@one.example.com',
      'ann@one.example.co',
      'ann@onee.example.com',
      'ann+x@one.example.com',
      'ann@two.example.com',
      'ann@one.example.com, eve@one.example.net',
    ],
  ],
  [
    { kind: 'account', value: 'DE89370400440532013000' },
    'bank.pay',
    ['DE89 3704 0044 0532 0130 00', 'de89370400440532013000', 'DE89-3704-0044-0532-0130-00'],
    ['DE89370400440532013001', 'GB82WEST12345698765432', 'DE8937040044053201300', 'DE893704004405320130000'],
  ],
  [
    { kind: 'path', value: '/srv/reports', role: 'place', effect: 'delete' },
    'files.delete',
    ['/srv/reports/', '/srv//reports', '/srv/x/../reports', '/srv/./reports'],
    ['/srv/report', '/srv/reports2', '/srv', '/srv/reports/../secrets', '/srv/reports/../../etc'],
  ],
  [
    { kind: 'url', value: 'https://three.example.net/upload' },
    'web.post',
    [
      'https://THREE.example.net/upload',
      'https://three.example.net:443/upload',
      'https://three.example.net/x/../upload',
      'https://three.example.net/%75pload',
      'https://three.example.net/upload?a=1',
    ],
    [
      'https://three.example.net/uploads',
      'https://three.example.net.evil.example/upload',
      'https://three.example.net@evil.example/upload',
      'http://evil.example/?u=https://three.example.net/upload',
    ],
  ],
];

testAsTenant('a-target-written-otherwise-is-the-same-and-one-letter-more-is-another', async ({ app }) => {
  await list(app, KNOWN_TOOLS);
  for (const [record, tool, same, others] of WRITTEN) {
    const { value } = record as { value: string };
    const severity = (to: string) => severityOf(app, { tool, to, agent: 'agent-1' });
    const unknown = await severity(value);
    await askOk(app, 'a', '/api/v1/targets', { body: { targets: [record] } });
    const known = await severity(value);
    assert.ok(known < unknown, `${tool}: ${known} after ${unknown}`);
    for (const to of same) assert.equal(await severity(to), known, to);
    for (const to of others) assert.ok((await severity(to)) > known, to);
  }
});
