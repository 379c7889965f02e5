/** Hostile, broken and ambiguous input never passes, and the answer says what is wrong with it. */
import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { HELD, POSING_NAMES, READABLE, RECORDS_OF_ACTS, TOOLS_OF_ACTS } from './cases/unreadable-acts.ts';
import { mcpTool, TOOLS } from './support/acts/tools.ts';
import { decide } from './support/approvals/approvals.ts';
import { opened } from './support/governance/mandates.ts';
import { ask, askOk, evaluate } from './support/http/in-process.ts';
import { testAsTenant } from './support/people/tenants.ts';

const LONGEST_REASON = 2_000;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are what the expression finds.
const OBEYED_BY_TERMINALS = /[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069]/;

async function withTools(app: FastifyInstance, entries: readonly object[] = TOOLS_OF_ACTS): Promise<void> {
  for (const entry of entries) {
    await askOk(app, 'a', TOOLS, { method: 'PUT', body: { entry } });
  }
  await askOk(app, 'a', '/api/v1/targets', { body: { targets: RECORDS_OF_ACTS } });
}

/** A refusal with an error counts as held. */
async function asked(app: FastifyInstance, action: string, to: unknown, more: object = {}) {
  const context = { arguments: { team: '#team', ...(to !== undefined && { to }) }, ...more };
  const { status, body } = await evaluate(app, 'b', { action, agent_id: 'agent-7', context });
  if (status !== 200) {
    assert.ok([400, 413, 422].includes(status), JSON.stringify(body).slice(0, 500));
    return { verdict: 'REFUSED', reason: JSON.stringify(body.detail), remedies: [] };
  }
  const reason: string = body.block_reason ?? body.reasoning;
  return { ...body, reason };
}

for (const [action, faulty] of Object.entries(HELD)) {
  testAsTenant(`never-lets-pass-what-can-not-be-read-${action}`, async ({ app }) => {
    await withTools(app);
    for (const to of READABLE[action] ?? assert.fail(action)) {
      const { verdict, reason } = await asked(app, action, to);
      assert.equal(verdict, 'PROCEED', `${JSON.stringify(to)}: ${reason}`);
    }
    const passed: string[] = [];
    for (const [what, to] of Object.entries(faulty)) {
      const { verdict, reason, remedies } = await asked(app, action, to);
      if (verdict === 'PROCEED') passed.push(what);
      else {
        assert.ok(reason.length < LONGEST_REASON, `${what}: ${reason.length} characters`);
        assert.doesNotMatch(reason + JSON.stringify(remedies), OBEYED_BY_TERMINALS, what);
      }
    }
    assert.deepEqual(passed, []);
  });
}

testAsTenant('lists-no-tool-by-a-name-that-poses-as-another', async ({ app }) => {
  await withTools(app);
  for (const [what, action] of Object.entries(POSING_NAMES)) {
    const { verdict, reason } = await asked(app, action, 'ann@example.com');
    assert.equal(verdict, 'ESCALATE', what);
    assert.match(reason, /is not in the catalogue of tools|has a name that may be taken for another/, what);
    assert.doesNotMatch(reason, OBEYED_BY_TERMINALS, what);
  }
  assert.match((await asked(app, 'x'.repeat(257), 'ann@example.com')).reason, /at most 256 characters/);
});

testAsTenant('imports-a-name-of-256-characters-and-none-longer', async ({ app }) => {
  const [fits, tooLong] = ['a'.repeat(256), 'b'.repeat(257)];
  const source = { tools: [mcpTool(fits), mcpTool(tooLong)] };
  const body = await askOk(app, 'a', `${TOOLS}/import`, { body: { source } });
  assert.deepEqual(
    body.tools.map(({ result }: { result: string }) => result),
    ['proposed', 'refused'],
  );
});

/** Nests objects in each other. */
function nested(depth: number, inner: unknown): unknown {
  let whole = inner;
  for (let at = 0; at < depth; at += 1) whole = { properties: { a: whole } };
  return whole;
}

testAsTenant('imports-schemas-that-contain-themselves', async ({ app }) => {
  const to = { type: 'string', format: 'email' };
  const itself = { type: 'object', properties: { to, child: { $ref: '#' } } };
  const circle = {
    $ref: '#/$defs/a',
    $defs: { a: { properties: { to, b: { $ref: '#/$defs/b' } } }, b: { items: { $ref: '#/$defs/a' } } },
  };
  const onlyItself = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } };
  const schemas = { itself, circle, only: onlyItself, deep: nested(20, { properties: { to } }) };
  const tools = Object.entries(schemas).map(([name, inputSchema]) => ({
    ...mcpTool(`send_${name}`),
    inputSchema,
  }));
  const { status, body } = await ask(app, 'a', `${TOOLS}/import`, {
    body: { source: { tools }, accept: true },
  });
  assert.equal(status, 200, JSON.stringify(body));
  assert.equal(body.tools.length, 4);
  for (const { name, result, entry } of body.tools.slice(0, 2)) {
    assert.equal(result, 'accepted', name);
    assert.ok(JSON.stringify(entry.targets).includes('recipient'), name);
  }
  const { verdict } = await asked(app, 'send_itself', 'eve@evil.test');
  const source = { tools: [{ ...mcpTool('deeper'), inputSchema: nested(500, {}) }] };
  const tooDeep = await ask(app, 'a', `${TOOLS}/import`, { body: { source } });
  assert.equal(tooDeep.status, 422);
  assert.match(JSON.stringify(tooDeep.body.detail), /nested at most 64 levels deep/);
  assert.equal(verdict, 'ESCALATE');
});

const PREFIXES: readonly [action: string, approved: unknown, others: readonly unknown[]][] = [
  [
    'mail.send',
    'ann@partner.test',
    ['ann@partner.test.evil.test', 'ann@partner.tes', 'joann@partner.test', 'ann@mail.partner.test'],
  ],
  [
    'web.post',
    'https://partner.test/in',
    [
      'https://partner.test/inside',
      'https://partner.test/in/side',
      'https://partner.test/i',
      'https://partner.test.evil.test/in',
    ],
  ],
  [
    'bank.pay',
    'GB82 WEST 1234 5698 7654 32',
    ['GB82 WEST 1234 5698 7654 3', '1234 5698', '1234 5698 7654 32'],
  ],
  ['files.share', [{ who: '/data/a' }], [[{ who: '/data/ab' }], [{ who: '/data/a/b' }], [{ who: '/data' }]]],
];

testAsTenant('an-approval-is-good-for-no-target-that-only-begins-alike', async ({ app }) => {
  await withTools(app);
  for (const [action, approved, others] of PREFIXES) {
    const first = await asked(app, action, approved);
    assert.equal(first.verdict, 'ESCALATE', action);
    assert.equal((await decide(app, 'approve', first.approval_id)).status, 200);
    const inHand = { has_approval: true, approval_id: first.approval_id };
    for (const other of others) {
      const what = `${action} ${JSON.stringify(other)}`;
      assert.notEqual((await asked(app, action, other)).verdict, 'PROCEED', what);
      assert.notEqual(
        (await asked(app, action, other, inHand)).verdict,
        'PROCEED',
        `${what} with the approval`,
      );
    }
    assert.equal((await asked(app, action, approved, inHand)).verdict, 'PROCEED', action);
    assert.equal((await asked(app, action, approved)).verdict, 'PROCEED', `${action} from memory`);
  }
});

testAsTenant('a-mandate-that-contradicts-itself-covers-nothing', async ({ app }) => {
  await withTools(app, [...TOOLS_OF_ACTS, { tool: 'mail.look', effect: 'read' }]);
  const under = async (terms: object, action: string, to: unknown, more: object = {}) => {
    const { mandate_id } = await opened(app, { agent_id: 'agent-7', ...terms });
    return asked(app, action, to, { mandate_id, ...more });
  };
  const nothing = { effects: [] };
  assert.match((await under(nothing, 'mail.look', 'x')).reason, /does not cover the effect read/);
  const crossed = { effects: ['pay'], tools: ['mail.*'] };
  assert.match(
    (await under(crossed, 'mail.send', 'ann@example.com')).reason,
    /does not cover the effect send/,
  );
  const account = 'DE89370400440532013000';
  assert.match((await under(crossed, 'bank.pay', account)).reason, /does not cover the tool/);
  const penniless = { effects: ['pay'], budget_usd: 0, strict: true };
  const paid = await under(penniless, 'bank.pay', account, { estimated_cost_usd: 1 });
  assert.equal(paid.verdict, 'BLOCK', paid.reason);
  // The target is listed twice, without the effect that would reach it.
  const twice = { effects: ['read'], targets: [{ value: 'eve@evil.test' }, { value: 'EVE@evil.test' }] };
  assert.notEqual((await under(twice, 'mail.send', 'eve@evil.test')).verdict, 'PROCEED');
  const faulty = [
    { value: 'a@b@c.test', kind: 'email' },
    { value: 'DE88 3704 0044 0532 0130 00', kind: 'account' },
  ];
  for (const target of faulty) {
    const body = { agent_id: 'agent-7', effects: ['send'], targets: [target] };
    const { status, body: answer } = await ask(app, 'b', '/v1/mandates', { body });
    assert.equal(status, 400, JSON.stringify(answer));
    assert.match(JSON.stringify(answer.detail), /"targets","0"/);
  }
});
