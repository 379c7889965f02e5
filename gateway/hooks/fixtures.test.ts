import assert from 'node:assert/strict';
import { change } from '../../tests/support/governance/settings.ts';
import {
  type Body,
  FIXTURE_LIST,
  type Fixture,
  fixtureOf,
  runHook,
  temporaryHome,
  type Verdict,
  withoutWords,
} from '../../tests/support/hooks.ts';
import { type Reached, testWithClient } from '../../tests/support/http/clients.ts';
import { ask } from '../../tests/support/http/in-process.ts';

const FLOORS: Record<Verdict, object[]> = {
  proceed: [],
  escalate: [{ action: '*', risk_level: 'high' }],
  block: [{ action: '*', risk_level: 'critical', is_irreversible: true }],
};

const BEFORE = FIXTURE_LIST.filter(({ answers }) => answers !== undefined);
const AFTER = FIXTURE_LIST.filter(({ after }) => after !== undefined);

async function floorsOf({ app }: Reached, verdict: Verdict): Promise<void> {
  await change(app, () => ({ catalogue: FLOORS[verdict] as never }));
}

async function recorded({ app }: Reached, artifact_type: string): Promise<Body[]> {
  const { body } = await ask(app, 'a', '/api/v1/evidence/search', { body: { artifact_type, limit: 100 } });
  return body.items.map((item: { payload: object }) => item.payload);
}

async function ofEach<T>(items: readonly T[], act: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const lanes = Array.from({ length: 4 }, async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await act(item);
  });
  await Promise.all(lanes);
}

for (const verdict of ['proceed', 'escalate', 'block'] as const) {
  testWithClient(`answers-each-event-before-a-call-when-the-verdict-is-${verdict}`, async (t, reached) => {
    const home = temporaryHome(t);
    await floorsOf(reached, verdict);
    await ofEach(BEFORE, async ({ agent, name, input, answers }) => {
      const { code, answer, stderr, stdout } = await runHook([agent], input, { home, url: reached.url });
      const about = `${agent}/${name}`;
      const reason = agent === 'codex' && wordsIn(answer);
      assert.deepEqual(
        { code, stderr },
        reason ? { code: 2, stderr: `${reason}\n` } : { code: 0, stderr: '' },
      );
      assert.deepEqual(withoutWords(answer), answers?.[verdict], about);
      if (verdict === 'escalate' && stdout.includes('Assize: ')) assert.match(stdout, /apr_/, about);
    });
    const asked = await recorded(reached, 'governance_eval');
    for (const { agent, name, action, input, unseen } of BEFORE) {
      const { request } =
        asked.find(({ request: { agent_id, context } }) => agent_id === agent && isOf(context, input)) ?? {};
      assert.equal(request?.action, action, `${agent}/${name}`);
      if (unseen !== undefined) assert.ok(!JSON.stringify(request).includes(unseen), `${agent}/${name}`);
    }
  });
}

function wordsIn(answer: Body): string | undefined {
  const { permissionDecisionReason, decision } = answer.hookSpecificOutput ?? {};
  return permissionDecisionReason ?? decision?.message;
}

/** Whether it was asked about this call. */
function isOf(context: Body, input: Body): boolean {
  const tool = input.tool_name ?? input.toolName;
  const session = input.session_id ?? input.sessionId ?? input.conversation_id;
  const named: Record<string, string> = {
    beforeShellExecution: 'Shell',
    beforeReadFile: 'Read',
    beforeTabFileRead: 'Read',
  };
  const wanted = named[input.hook_event_name] ?? tool;
  return (
    context.session_id === session && context.hook.tool.replace(/^MCP:/, '') === wanted.replace(/^MCP:/, '')
  );
}

testWithClient('reports-what-each-allowed-call-led-to', async (t, reached) => {
  await ofEach(AFTER, async ({ agent, name, input, after = '' }) => {
    const run = {
      home: temporaryHome(t),
      url: reached.url,
      environment: { ASSIZE_AGENT: `${agent}-${name}` },
    };
    await runHook([agent], fixtureOf(agent, after).input, run);
    // A second report of the same call says nothing more.
    for (const _ of [1, 2]) {
      const { code, answer, stderr } = await runHook([agent], input, run);
      assert.deepEqual({ code, answer, stderr }, { code: 0, answer: {}, stderr: '' }, `${agent}/${name}`);
    }
  });
  const outcomes = await recorded(reached, 'action_executed');
  const found = ({ agent, name }: Fixture) =>
    outcomes.filter(({ agent_id }) => agent_id === `${agent}-${name}`).map(({ outcome }) => outcome);
  for (const fixture of AFTER) {
    const wanted = fixture.outcome === null ? [] : [fixture.outcome];
    assert.deepEqual(found(fixture), wanted, `${fixture.agent}/${fixture.name}`);
  }
  assert.ok(outcomes.every(({ evaluation_id }) => /^ev_/.test(evaluation_id)));
});

/** In the answers that are for one reader alone. */
const FOR_THE_MODEL = /make exactly the same call again|don't repeat the same call/;

for (const verdict of ['escalate', 'block'] as const) {
  testWithClient(`tells-the-model-and-the-human-each-in-their-own-words: ${verdict}`, async (t, reached) => {
    const home = temporaryHome(t);
    await floorsOf(reached, verdict);
    const told = async (agent: string, name: string) => {
      const { input } = fixtureOf(agent, name);
      const { answer } = await runHook([agent], input, { home, url: reached.url });
      return answer;
    };
    const claude = await told('claude-code', 'PreToolUse');
    const { permissionDecisionReason } = claude.hookSpecificOutput;
    const cursor = await told('cursor', 'beforeShellExecution');
    const gemini = await told('gemini-cli', 'BeforeTool');
    const forHumans = [cursor.user_message, gemini.systemMessage];
    const forModels = [cursor.agent_message, gemini.reason];
    if (verdict === 'escalate') forHumans.push(permissionDecisionReason);
    else {
      forModels.push(permissionDecisionReason);
      forHumans.push(claude.systemMessage);
    }
    for (const text of forModels) assert.match(text, FOR_THE_MODEL);
    for (const text of forHumans) {
      assert.doesNotMatch(text, FOR_THE_MODEL);
      assert.match(text, /^Assize: \S+ .*(npm test|README|\.\w+).*Safety Dominance/);
      assert.ok(text.length < 900, text);
    }
  });
}
