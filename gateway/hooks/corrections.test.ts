/** A human corrects a held call: the agent runs the corrected one, or its model makes it. */
import assert from 'node:assert/strict';
import { change } from '../../tests/support/governance/settings.ts';
import { AGENTS, configure, fixtureOf, reasonOf, runHook, temporaryHome } from '../../tests/support/hooks.ts';
import { type Reached, testWithClient } from '../../tests/support/http/clients.ts';

const CLAUDE = fixtureOf('claude-code', 'PreToolUse').input;
const CORRECTED = { ...CLAUDE.tool_input, command: 'npm test -- --dry-run' };

async function escalateAll({ app }: Reached): Promise<void> {
  await change(app, () => ({ catalogue: [{ action: '*', risk_level: 'high' }] }));
}

function approvalIn(text: string): string {
  const [id] = /apr_\w+/.exec(text) ?? [];
  assert.ok(id !== undefined, text);
  return id;
}

testWithClient('hands-claude-code-what-a-human-corrected-and-asks-its-human', async (t, reached) => {
  await escalateAll(reached);
  const run = { home: temporaryHome(t), url: reached.url };
  const approvalId = approvalIn((await runHook(['claude-code'], CLAUDE, run)).stdout);
  await reached.assize.approvals.approve(approvalId, { arguments: CORRECTED });
  const { answer } = await runHook(['claude-code'], CLAUDE, run);
  const { updatedInput, permissionDecision, permissionDecisionReason, additionalContext } =
    answer.hookSpecificOutput;
  assert.deepEqual([permissionDecision, updatedInput], ['ask', CORRECTED]);
  const note =
    /A human changed the call before approving it: command from "npm test" to "npm test -- --dry-run"/;
  assert.match(permissionDecisionReason, note);
  assert.match(additionalContext, note);
  assert.equal((await reached.assize.approvals.find(approvalId)).status, 'consumed');
  const after = { ...fixtureOf('claude-code', 'PostToolUse').input, tool_input: CORRECTED };
  assert.equal((await runHook(['claude-code'], after, run)).stderr, '');
  const { items } = await reached.assize.evidence.search({ artifact_type: 'action_executed' });
  assert.equal(items.length, 1);
});

testWithClient('lets-claude-code-run-nothing-else-where-it-asks-no-one', async (t, reached) => {
  await escalateAll(reached);
  const run = { home: temporaryHome(t), url: reached.url };
  const call = { ...CLAUDE, permission_mode: 'bypassPermissions' };
  const approvalId = approvalIn((await runHook(['claude-code'], call, run)).stdout);
  await reached.assize.approvals.approve(approvalId, { arguments: CORRECTED });
  const { answer } = await runHook(['claude-code'], call, run);
  assert.equal(answer.hookSpecificOutput.permissionDecision, 'deny');
  assert.ok(reasonOf({ answer } as never).includes(JSON.stringify(CORRECTED)));
  assert.deepEqual((await runHook(['claude-code'], { ...call, tool_input: CORRECTED }, run)).answer, {});
});

const EVENTS: Record<string, { event: string; given: string }> = {
  codex: { event: 'PreToolUse', given: 'tool_input' },
  'gemini-cli': { event: 'BeforeTool', given: 'tool_input' },
  cursor: { event: 'beforeMCPExecution', given: 'tool_input' },
  copilot: { event: 'preToolUse', given: 'toolArgs' },
};

for (const agent of AGENTS.filter((each) => each !== 'claude-code')) {
  testWithClient(`gives-the-model-the-arguments-to-ask-again-with (${agent})`, async (t, reached) => {
    await escalateAll(reached);
    const home = temporaryHome(t);
    configure(home, { escalate: 'deny' });
    const run = { home, url: reached.url };
    const { event, given } = EVENTS[agent] ?? { event: '', given: '' };
    const fixture = fixtureOf(agent, event).input;
    const isText = typeof fixture[given] === 'string';
    const calledWith = (args: object) => ({ ...fixture, [given]: isText ? JSON.stringify(args) : args });
    const args = isText ? JSON.parse(fixture[given]) : fixture[given];
    const input = calledWith({ ...args, 'corrected by': 'none' });
    const corrected = { ...args, 'corrected by': '"dana"\n' };
    const approvalId = approvalIn((await runHook([agent], input, run)).stdout);
    await reached.assize.approvals.approve(approvalId, { arguments: corrected });
    const { stdout } = await runHook([agent], input, run);
    assert.ok(stdout.includes(JSON.stringify(JSON.stringify(corrected)).slice(1, -1)), stdout);
    assert.match(stdout, /"deny"/);
    const { answer } = await runHook([agent], calledWith(corrected), run);
    assert.deepEqual(answer, agent === 'cursor' ? { permission: 'allow' } : {});
    assert.equal((await reached.assize.approvals.find(approvalId)).status, 'consumed');
  });
}

testWithClient('tells-the-model-why-a-human-rejected-the-call', async (t, reached) => {
  await escalateAll(reached);
  const run = { home: temporaryHome(t), url: reached.url };
  const input = fixtureOf('codex', 'PreToolUse').input;
  const approvalId = approvalIn((await runHook(['codex'], input, run)).stdout);
  await reached.assize.approvals.reject(approvalId, { comment: 'Only on\nstaging.' });
  const { answer } = await runHook(['codex'], input, run);
  assert.match(reasonOf({ answer } as never), /A human rejected this call: "Only on\\nstaging\."/);
});
