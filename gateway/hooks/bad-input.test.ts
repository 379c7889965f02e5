import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {
  configure,
  fixtureOf,
  HOOK_PROGRAM,
  reasonOf,
  runHook,
  runInShell,
  temporaryHome,
} from '../../tests/support/hooks.ts';
import {
  PROCEED,
  type ScriptedAnswer,
  scriptedService,
  testWithClient,
} from '../../tests/support/http/clients.ts';
import { PRODUCTION_KEY } from '../../tests/support/http/in-process.ts';

const CODEX = fixtureOf('codex', 'PreToolUse').input;
const GEMINI = fixtureOf('gemini-cli', 'BeforeTool').input;

const UNREADABLE: [about: string, input: unknown, reason: RegExp][] = [
  ['not JSON', 'rm -rf', /not send valid JSON/],
  ['half of it', JSON.stringify(CODEX).slice(0, -20), /not send valid JSON/],
  ['nothing', '', /not send valid JSON/],
  ['not an object', [CODEX], /not send a JSON object/],
  ['no event', { ...CODEX, hook_event_name: undefined }, /no name/],
  ['an unknown event', { ...CODEX, hook_event_name: 'BeforeEverything' }, /"BeforeEverything" is unknown/],
  ['an event of a newer form', { ...CODEX, tool_name: undefined, tool: 'Bash' }, /no tool_name/],
  ['arguments of a newer form', { ...CODEX, tool_input: undefined, tool_args: {} }, /no tool_input/],
  ['a tool without a name', { ...CODEX, tool_name: 7 }, /no tool_name/],
  ['a hidden line', { ...CODEX, hook_event_name: 'a\u001b[2J\nb' }, /is unknown/],
];

test('denies-what-it-can-not-read', async (t) => {
  const { url, requests } = await scriptedService(t, { status: 500 });
  const run = { home: temporaryHome(t), url };
  for (const [about, input, reason] of UNREADABLE) {
    const { code, stdout, stderr } = await runHook(['codex'], input, run);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, about);
    assert.match(stderr, reason, about);
    assert.equal(stderr.split('\n').length, 2, about);
  }
  assert.equal(requests.length, 0);
});

test('denies-in-the-way-that-each-agent-takes-for-a-no', async (t) => {
  const run = { home: temporaryHome(t), url: 'http://127.0.0.1:9' };
  const answers: Record<string, unknown> = {};
  for (const agent of ['claude-code', 'codex', 'gemini-cli', 'cursor', 'copilot']) {
    const { code, answer } = await runHook([agent], '{"hook_event_name":"New"}', run);
    answers[agent] = [code, answer?.permission ?? answer?.permissionDecision];
  }
  const byCode = [2, undefined];
  assert.deepEqual(answers, {
    'claude-code': byCode,
    codex: byCode,
    'gemini-cli': byCode,
    cursor: [0, 'deny'],
    copilot: [0, 'deny'],
  });
});

test('denies-an-event-that-is-too-long-and-reads-it-to-its-end', async (t) => {
  const long = { ...CODEX, tool_input: { command: 'x'.repeat(33 * 1024 * 1024) } };
  const { code, stderr, wasCut } = await runHook(['codex'], long, { home: temporaryHome(t) });
  assert.deepEqual({ code, wasCut }, { code: 2, wasCut: false });
  assert.match(stderr, /longer than/);
});

test('denies-an-event-that-does-not-end', async (t) => {
  const { code, stderr } = await runHook(['codex'], CODEX, { home: temporaryHome(t), isEndless: true });
  assert.equal(code, 2);
  assert.match(stderr, /did not arrive in time/);
});

test('denies-by-the-exit-code-where-its-answer-can-not-be-written', async (t) => {
  const full = `'${process.execPath}' '${HOOK_PROGRAM}' gemini-cli > /dev/full`;
  const { code, stderr } = await runInShell(full, GEMINI, { home: temporaryHome(t), key: '' });
  assert.equal(code, 2);
  assert.match(stderr, /could not be written/);
});

testWithClient('denies-arguments-that-the-service-does-not-take', async (t, reached) => {
  const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
  const input = JSON.stringify(CODEX).replace('{"command":"npm test"}', deep);
  for (const each of [input, { ...CODEX, tool_input: { command: 'x'.repeat(8 * 1024 * 1024) } }]) {
    const { code, answer } = await runHook(['codex'], each, { home: temporaryHome(t), url: reached.url });
    assert.equal(code, 2);
    assert.equal(answer.hookSpecificOutput.permissionDecision, 'deny');
  }
});

const REFUSALS: [answer: ScriptedAnswer | 'cut', reason: RegExp][] = [
  [{ status: 401, body: { detail: 'Unknown key.' } }, /the key of the hook was refused. Unknown key\./],
  [{ status: 403, body: { detail: 'No scope.' } }, /the key of the hook was refused. No scope\./],
  [{ status: 413, body: { detail: 'Too large.' } }, /can't be judged as it is/],
  [{ status: 429, headers: { 'retry-after': '77' }, body: { detail: 'Slowly.' } }, /in 77 seconds/],
  [{ status: 429, headers: { 'x-usage-type': 'eval' }, body: { detail: 'Used up.' } }, /allowance/],
  [{ status: 503, body: '<html>away</html>' }, /no verdict/],
  [{ status: 200, body: '<html>a portal</html>' }, /no verdict/],
  [{ status: 200, body: { verdict: 'yes', evidence_id: 'ev_1', remedies: [] } }, /no verdict/],
  [{ status: 200, body: {} }, /no verdict/],
  [{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }, /no verdict/],
  ['cut', /no verdict/],
  [{ ...PROCEED, isCut: true }, /no verdict/],
  [{ ...PROCEED, body: { ...PROCEED.body, explanation: 'x'.repeat(11 * 1024 * 1024) } }, /no verdict/],
];

test('denies-without-a-verdict', async (t) => {
  await Promise.all(
    REFUSALS.map(async ([answer, reason]) => {
      const { url } = await scriptedService(t, answer);
      const ended = await runHook(['codex'], CODEX, { home: temporaryHome(t), url });
      assert.equal(ended.code, 2);
      assert.equal(ended.answer.hookSpecificOutput.permissionDecision, 'deny');
      assert.match(reasonOf(ended), reason);
      assert.equal(ended.stderr, `${reasonOf(ended)}\n`);
      assert.ok(!ended.stdout.includes(PRODUCTION_KEY));
    }),
  );
});

test('denies-where-the-service-is-away-or-silent', async (t) => {
  const { url } = await scriptedService(t, 'silent');
  for (const each of [url, 'http://127.0.0.1:9', 'http://nowhere.invalid', 'no address']) {
    const ended = await runHook(['codex'], CODEX, { home: temporaryHome(t), url: each });
    assert.equal(ended.answer.hookSpecificOutput.permissionDecision, 'deny', each);
  }
});

test('makes-the-words-of-others-harmless', async (t) => {
  const { url } = await scriptedService(t, { status: 422, body: { detail: 'a\u001b[2Jb\u202ec\nd' } });
  const { stdout } = await runHook(['gemini-cli'], GEMINI, { home: temporaryHome(t), url });
  assert.match(stdout, /a \[2Jb c d/);
  assert.equal(stdout.split('\n').length, 2);
});

test('denies-where-it-is-not-set-up', async (t) => {
  const home = temporaryHome(t);
  const denied = async (reason: RegExp) =>
    assert.match(reasonOf(await runHook(['codex'], CODEX, { home, key: '' })), reason);
  await denied(/no key is set/);
  configure(home, { key: PRODUCTION_KEY, url: 'http://127.0.0.1:9' });
  await denied(/no verdict/);
  configure(home, { key: PRODUCTION_KEY, url: 'http://ann:hunter2@127.0.0.1:9' });
  await denied(/carried out: The url should not carry a name or a password[^.]*\.$/);
  chmodSync(path.join(home, '.assize/hook.json'), 0o644);
  await denied(/open to other users/);
  configure(home, `{"key": "${PRODUCTION_KEY}"`);
  await denied(/is not valid JSON/);
});
