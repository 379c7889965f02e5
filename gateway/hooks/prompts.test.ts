import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test, { type TestContext } from 'node:test';
import { configure, FIXTURE_LIST, fixtureOf, runHook, temporaryHome } from '../../tests/support/hooks.ts';
import { PRODUCTION_KEY } from '../../tests/support/http/in-process.ts';
import { type MandateServiceOptions, mandateService } from '../../tests/support/http/opening-mandates.ts';

const PROMPTS = FIXTURE_LIST.filter(({ answer }) => answer !== undefined);
const TASK = 'Run the tests, and write to ann@example.com how many passed';
const PROMPT = fixtureOf('claude-code', 'UserPromptSubmit').input;
const CALL = fixtureOf('claude-code', 'PreToolUse').input;
const FIRST_CALL: Record<string, string> = {
  codex: 'PreToolUse',
  copilot: 'preToolUse',
  cursor: 'preToolUse',
  'gemini-cli': 'BeforeTool',
};

async function claude(t: TestContext, more: object, options?: MandateServiceOptions) {
  const service = await mandateService(t, options);
  const home = temporaryHome(t);
  configure(home, { url: service.url, key: PRODUCTION_KEY, ...more });
  const says = (prompt: string, session_id = CALL.session_id) =>
    runHook(['claude-code'], { ...PROMPT, prompt, session_id }, { home });
  const mandateOfCall = async (session_id = CALL.session_id): Promise<string | undefined> => {
    await runHook(['claude-code'], { ...CALL, session_id, tool_use_id: 'call' }, { home });
    return service.evaluations.at(-1).context.mandate_id;
  };
  return { service, home, says, mandateOfCall };
}

test('opens-a-mandate-for-each-agents-prompt-and-names-it-in-the-call-that-follows', async (t) => {
  const service = await mandateService(t);
  for (const { agent, name, input, answer, isOfUser } of PROMPTS) {
    const home = temporaryHome(t);
    configure(home, { url: service.url, key: PRODUCTION_KEY, plan: true });
    const before = service.mandates.length;
    const told = await runHook([agent], input, { home });
    assert.deepEqual([told.code, told.answer, told.stderr], [0, answer, ''], `${agent}/${name}`);
    const call = name.endsWith('-snake') ? 'PreToolUse-snake' : (FIRST_CALL[agent] ?? 'PreToolUse');
    await runHook([agent], fixtureOf(agent, call).input, { home });
    const opened = isOfUser === false ? [] : [{ agent_id: agent, task: TASK, plan: true }];
    assert.deepEqual(service.mandates.slice(before), opened, `${agent}/${name}`);
    const named = isOfUser === false ? undefined : `mdt_${service.mandates.length}`;
    assert.equal(service.evaluations.at(-1).context.mandate_id, named, `${agent}/${name}`);
  }
  assert.equal(PROMPTS.length, 7);
});

test('does-nothing-with-prompts-unless-it-is-told-to', async (t) => {
  for (const more of [{}, { plan: false }, { plan: true, mandate: 'mdt_own' }]) {
    const { service, says, mandateOfCall } = await claude(t, more);
    assert.deepEqual((await says(TASK)).answer, {});
    assert.equal(await mandateOfCall(), 'mandate' in more ? 'mdt_own' : undefined);
    assert.deepEqual(service.mandates, []);
  }
});

test('the-next-prompt-opens-the-next-mandate-and-closes-the-former', async (t) => {
  const { service, says, mandateOfCall } = await claude(t, { plan: 'words' });
  await says(TASK);
  await says(TASK, 'another');
  assert.deepEqual([await mandateOfCall(), await mandateOfCall('another')], ['mdt_1', 'mdt_2']);
  await says('Now delete the old tests');
  assert.deepEqual([await mandateOfCall(), await mandateOfCall('another')], ['mdt_3', 'mdt_2']);
  assert.deepEqual(service.closed, ['mdt_1']);
  assert.deepEqual(service.mandates[0], { agent_id: 'claude-code', task: TASK });
});

test('a-prompt-that-asks-for-nothing-takes-nothing-away', async (t) => {
  const effectsOf = (task: string) => (task.startsWith('Yes') ? ['read'] : ['read', 'write']);
  const { service, says, mandateOfCall } = await claude(t, { plan: true }, { effectsOf });
  // At first there is nothing to keep.
  await says('Yes, please');
  await says(TASK);
  await says('Yes, go on');
  assert.equal(await mandateOfCall(), 'mdt_2');
  assert.deepEqual(service.closed, ['mdt_1', 'mdt_3']);
});

test('lets-the-prompt-pass-and-says-why-it-has-no-plan-or-no-mandate', async (t) => {
  const unplanned = await claude(t, { plan: true }, { planned: 422 });
  const { code, answer, stderr } = await unplanned.says(TASK);
  assert.deepEqual([code, answer], [0, {}]);
  assert.match(stderr, /^Assize: The prompt has no plan: no planner is set/);
  assert.equal(await unplanned.mandateOfCall(), 'mdt_2');
  const away = await claude(t, { plan: true, url: 'http://127.0.0.1:9' });
  const told = await away.says(TASK);
  assert.deepEqual([told.code, told.answer], [0, {}]);
  assert.match(told.stderr, /^Assize: The prompt has no mandate of its own: /);
  assert.doesNotMatch(stderr + told.stderr, /ann@/);
});

test('keeps-no-word-of-a-prompt-and-cuts-a-long-one', async (t) => {
  const { service, home, says } = await claude(t, { plan: true });
  await says(`${TASK}\0${'x'.repeat(20_000)}`);
  assert.equal(service.mandates[0].task.length, 8_000);
  assert.ok(!service.mandates[0].task.includes('\0'));
  const folder = path.join(home, '.assize/hook-state');
  for (const name of readdirSync(folder)) {
    assert.doesNotMatch(readFileSync(path.join(folder, name), 'utf8'), /ann@/);
  }
});

test('leaves-a-prompt-alone-that-it-can-not-tell-apart', async (t) => {
  const { service, home } = await claude(t, { plan: true });
  for (const changed of [{ session_id: undefined }, { prompt: undefined }, { prompt: '  ' }]) {
    const { code, answer } = await runHook(['claude-code'], { ...PROMPT, ...changed }, { home });
    assert.deepEqual([code, answer], [0, {}]);
  }
  assert.deepEqual(service.mandates, []);
});
