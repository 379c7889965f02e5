import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { change } from '../../tests/support/governance/settings.ts';
import { configure, fixtureOf, reasonOf, runHook, temporaryHome } from '../../tests/support/hooks.ts';
import { PROCEED, type Reached, scriptedService, testWithClient } from '../../tests/support/http/clients.ts';
import { ask } from '../../tests/support/http/in-process.ts';

const CODEX = fixtureOf('codex', 'PreToolUse').input;
const CLAUDE = fixtureOf('claude-code', 'PreToolUse').input;
const GEMINI = fixtureOf('gemini-cli', 'BeforeTool').input;

async function escalateAll({ app }: Reached): Promise<void> {
  await change(app, () => ({ catalogue: [{ action: '*', risk_level: 'high' }] }));
}

async function executed({ app }: Reached): Promise<ReturnType<typeof JSON.parse>[]> {
  const body = { artifact_type: 'action_executed' };
  const answer = await ask(app, 'a', '/api/v1/evidence/search', { body });
  return answer.body.items.map((item: { payload: object }) => item.payload);
}

function approvalIn(text: string): string {
  const [id] = /apr_\w+/.exec(text) ?? [];
  assert.ok(id !== undefined, text);
  return id;
}

testWithClient('goes-on-with-an-approved-call-once-in-any-session', async (t, reached) => {
  await escalateAll(reached);
  const run = { home: temporaryHome(t), url: reached.url };
  const call = { ...CODEX, tool_input: { command: 'npm test', timeout: 5 } };
  const first = await runHook(['codex'], call, run);
  const approvalId = approvalIn(first.stdout);
  // A human is asked once, no matter how often the agent tries and in which order the arguments come.
  const reordered = { timeout: 5, command: 'npm test' };
  const again = await runHook(['codex'], { ...call, tool_input: reordered, tool_use_id: 'call_other' }, run);
  assert.equal(approvalIn(again.stdout), approvalId);
  await reached.assize.approvals.approve(approvalId);
  const other = { ...call, tool_use_id: 'call_later', session_id: 'another', turn_id: 'turn-9' };
  const changed = { ...other, tool_input: { command: 'npm publish' } };
  const elsewhere = { ...other, cwd: '/elsewhere' };
  for (const each of [changed, elsewhere]) {
    assert.match(reasonOf(await runHook(['codex'], each, run)), /human/);
  }
  assert.deepEqual((await runHook(['codex'], other, run)).answer, {});
  const third = await runHook(['codex'], other, run);
  assert.notEqual(approvalIn(third.stdout), approvalId);
});

testWithClient('tells-that-a-human-rejected-the-call', async (t, reached) => {
  await escalateAll(reached);
  const run = { home: temporaryHome(t), url: reached.url };
  const approvalId = approvalIn((await runHook(['codex'], CODEX, run)).stdout);
  await reached.assize.approvals.reject(approvalId);
  const { answer, stdout } = await runHook(['codex'], CODEX, run);
  assert.equal(answer.hookSpecificOutput.permissionDecision, 'deny');
  assert.match(stdout, /reject/i);
  // After the outcome is reported, the same call is a new question.
  assert.notEqual(approvalIn((await runHook(['codex'], CODEX, run)).stdout), approvalId);
});

testWithClient('waits-for-an-approval-where-that-is-set', async (t, reached) => {
  await escalateAll(reached);
  const home = temporaryHome(t);
  configure(home, { waitSeconds: 300 });
  const answered = runHook(['codex'], CODEX, { home, url: reached.url });
  const pending = async () => (await ask(reached.app, 'a', '/api/v1/approvals?status=pending')).body.items;
  let [approval] = await pending();
  while (approval === undefined) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    [approval] = await pending();
  }
  await reached.assize.approvals.approve(approval.approval_id);
  assert.deepEqual((await answered).answer, {});
});

testWithClient('leaves-the-decision-to-assize-where-that-is-set', async (t, reached) => {
  await escalateAll(reached);
  const home = temporaryHome(t);
  configure(home, { escalate: 'deny' });
  const { answer } = await runHook(['claude-code'], CLAUDE, { home, url: reached.url });
  assert.equal(answer.hookSpecificOutput.permissionDecision, 'deny');
});

testWithClient(
  'asks-where-it-is-not-certain-that-a-human-is-there-only-if-that-is-set',
  async (t, reached) => {
    await escalateAll(reached);
    const home = temporaryHome(t);
    const { input } = fixtureOf('copilot', 'preToolUse');
    for (const escalate of ['ask', 'deny']) {
      configure(home, { escalate });
      const { answer } = await runHook(['copilot'], input, { home, url: reached.url });
      assert.equal(answer.permissionDecision, escalate);
    }
  },
);

testWithClient('says-in-the-report-that-the-agents-human-was-asked', async (t, reached) => {
  await escalateAll(reached);
  const run = { home: temporaryHome(t), url: reached.url };
  const asked = await runHook(['claude-code'], CLAUDE, run);
  assert.equal(asked.answer.hookSpecificOutput.permissionDecision, 'ask');
  await runHook(['claude-code'], fixtureOf('claude-code', 'PostToolUse').input, run);
  const [outcome] = await executed(reached);
  assert.deepEqual(outcome.context, { duration_ms: 4187, approved_in: 'claude-code' });
});

testWithClient('reports-each-of-two-like-calls-without-ids', async (t, reached) => {
  const run = { home: temporaryHome(t), url: reached.url };
  await Promise.all([runHook(['gemini-cli'], GEMINI, run), runHook(['gemini-cli'], GEMINI, run)]);
  const after = fixtureOf('gemini-cli', 'AfterTool').input;
  const ended = await Promise.all([1, 2, 3].map(() => runHook(['gemini-cli'], after, run)));
  assert.deepEqual(
    ended.map(({ stderr }) => stderr),
    ['', '', ''],
  );
  const evaluations = (await executed(reached)).map(({ evaluation_id }) => evaluation_id);
  assert.equal(new Set(evaluations).size, 2);
});

test('lets-the-work-go-on-where-the-outcome-can-not-be-reported-and-reports-it-later', async (t) => {
  const away = { status: 503, headers: { 'retry-after': '0' }, body: { detail: 'Away.' } };
  const recorded = { status: 201, body: {} };
  const { url, requests } = await scriptedService(t, PROCEED, away, away, PROCEED, recorded);
  const run = { home: temporaryHome(t), url };
  await runHook(['gemini-cli'], GEMINI, run);
  const after = fixtureOf('gemini-cli', 'AfterTool').input;
  const { code, answer, stderr } = await runHook(['gemini-cli'], after, run);
  assert.deepEqual({ code, answer }, { code: 0, answer: {} });
  assert.match(stderr, /not reported/);
  assert.deepEqual((await runHook(['gemini-cli'], after, { ...run, key: '' })).answer, {});
  assert.equal(requests.length, 3);
  await runHook(['gemini-cli'], GEMINI, run);
  assert.equal((await runHook(['gemini-cli'], after, run)).stderr, '');
  assert.equal(requests.length, 6);
});

const ESCALATED = {
  status: 200,
  body: { ...PROCEED.body, verdict: 'escalate', approval_id: 'apr_0123456789abcdef01234567' },
};

test('tells-a-service-of-no-approval-and-no-outcome-that-another-one-gave', async (t) => {
  const first = await scriptedService(t, ESCALATED);
  const second = await scriptedService(t, PROCEED);
  const home = temporaryHome(t);
  await runHook(['codex'], CODEX, { home, url: first.url });
  await runHook(['codex'], CODEX, { home, url: second.url });
  await runHook(['codex'], CODEX, { home, url: first.url, key: 'ak_of_another_environment' });
  // A trailing slash makes no difference.
  await runHook(['codex'], CODEX, { home, url: `${first.url}/` });
  const asked = [...first.requests, ...second.requests].filter(({ method }) => method === 'POST');
  const named = asked.map(({ body }) => body.includes('apr_'));
  assert.deepEqual(named, [false, false, true, false]);
  const before = first.requests.length;
  await runHook(['codex'], fixtureOf('codex', 'PostToolUse').input, { home, url: first.url });
  assert.equal(first.requests.length, before);
});

test('reports-the-outcome-of-this-session-and-takes-a-recorded-one-for-reported', async (t) => {
  const { url, requests } = await scriptedService(t, PROCEED, { status: 409, body: { detail: 'Reported.' } });
  const run = { home: temporaryHome(t), url };
  await runHook(['codex'], CODEX, run);
  const after = fixtureOf('codex', 'PostToolUse').input;
  await runHook(['codex'], { ...after, session_id: 'another' }, run);
  assert.equal(requests.length, 1);
  const { answer, stderr } = await runHook(['codex'], after, run);
  assert.deepEqual({ answer, stderr }, { answer: {}, stderr: '' });
  assert.equal(requests.length, 2);
});

testWithClient('keeps-what-it-remembers-to-this-user-and-not-for-ever', async (t, reached) => {
  const home = temporaryHome(t);
  const folder = path.join(home, '.assize/hook-state');
  const old = path.join(folder, 'evaluation-0-ev_0');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(old, '{}');
  utimesSync(old, 0, 0);
  await runHook(['codex'], CODEX, { home, url: reached.url });
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  const names = readdirSync(folder);
  assert.deepEqual(names.map((name) => name.split('-')[0]).sort(), ['cleaned', 'evaluation']);
  assert.ok(names.every((name) => (statSync(path.join(folder, name)).mode & 0o777) === 0o600));
});

testWithClient('denies-nothing-because-its-folder-can-not-be-written', async (t, reached) => {
  const home = temporaryHome(t);
  writeFileSync(path.join(home, '.assize'), 'a file in its place');
  assert.deepEqual((await runHook(['codex'], CODEX, { home, url: reached.url })).answer, {});
});
