import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import {
  AGENTS,
  type Body,
  does,
  FILES,
  fixtureOf,
  put,
  readJson,
  runInShell,
  temporaryHome,
} from '../../../tests/support/hooks.ts';
import { PROCEED, scriptedService, testWithClient } from '../../../tests/support/http/clients.ts';
import { ask, PRODUCTION_KEY } from '../../../tests/support/http/in-process.ts';
import { commandLine } from './command-line.ts';
import { MARK, SETTINGS } from './settings.ts';

test('keeps-the-key-in-a-file-of-its-own', async (t) => {
  const home = temporaryHome(t);
  const keyFile = put(home, 'key.txt', `${PRODUCTION_KEY}\n`);
  const options = '--url https://assize.example.com --agent-id desk --wait 30 --escalate deny';
  await does(`install cursor --key-file ${keyFile} ${options}`, { home, key: '' });
  const file = path.join(home, '.assize/hook.json');
  assert.deepEqual(readJson(file), {
    url: 'https://assize.example.com',
    key: PRODUCTION_KEY,
    agent: 'desk',
    waitSeconds: 30,
    escalate: 'deny',
  });
  assert.equal(statSync(file).mode & 0o777, 0o600);
  assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
  // It exists already for another agent; new values replace the old ones.
  await does('install codex --url http://127.0.0.1:9 --wait 0', { home, key: '' });
  assert.equal(readJson(file).key, PRODUCTION_KEY);
  assert.equal(readJson(file).url, 'http://127.0.0.1:9');
  assert.equal(readJson(path.join(home, '.cursor/hooks.json')).hooks.preToolUse[0].timeout, 660);
});

test('says-what-is-wrong-and-changes-nothing', async (t) => {
  const home = temporaryHome(t);
  const wrong = [
    ['install codex', 1],
    ['install codex --wait soon', 1],
    ['install codex --escalate never', 1],
    ['install codex --key-file /nowhere', 2],
    ['install codex --project --user', 2],
    ['install codex --key ak_1', 2],
    ['install emacs', 2],
    ['install', 2],
    ['emacs', 2],
  ] as const;
  for (const [words, code] of wrong) await does(words, { home, key: '' }, code);
  assert.deepEqual(readdirSync(home), []);
});

test('shows-what-it-would-write', async (t) => {
  const home = temporaryHome(t);
  for (const agent of AGENTS) {
    const { stdout } = await does(`install ${agent} --print`, { home, key: '' });
    const [first = '', ...rest] = stdout.split('\n');
    assert.ok(first.includes(FILES[agent]?.user ?? '-'), first);
    await does(`install ${agent}`, { home });
    assert.deepEqual(JSON.parse(rest.join('\n')), readJson(path.join(home, FILES[agent]?.user ?? '')));
    rmSync(path.join(home, '.assize'), { recursive: true });
  }
});

const PROMPTS: Record<string, string> = {
  'claude-code': 'UserPromptSubmit',
  codex: 'UserPromptSubmit',
  'gemini-cli': 'BeforeAgent',
  cursor: 'beforeSubmitPrompt',
  copilot: 'userPromptSubmitted',
};

test('hooks-prompts-only-where-they-are-to-be-planned', async (t) => {
  const home = temporaryHome(t);
  const configuration = path.join(home, '.assize/hook.json');
  for (const agent of AGENTS) {
    const file = path.join(home, FILES[agent]?.user ?? '');
    const prompt = PROMPTS[agent] ?? '';
    await does(`install ${agent}`, { home });
    assert.ok(!(prompt in readJson(file).hooks), agent);
    await does(`install ${agent} --plan`, { home });
    assert.equal(readJson(configuration).plan, true);
    const entry = JSON.stringify(readJson(file).hooks[prompt]);
    assert.match(entry, new RegExp(` ${agent} ${prompt} --configuration=`));
    // A prompt is never denied, and it has no tool to match.
    assert.doesNotMatch(entry, /matcher|failClosed|onFailure|could not be asked/);
    await does(`install ${agent} --no-plan`, { home });
    assert.equal(readJson(configuration).plan, false);
    assert.ok(!(prompt in readJson(file).hooks), agent);
    await does(`install ${agent} --plan`, { home });
    await does(`uninstall ${agent}`, { home });
    assert.ok(!existsSync(file) || !readFileSync(file, 'utf8').includes(MARK), agent);
    rmSync(configuration);
  }
});

test('asks-each-agent-to-fail-closed', async (t) => {
  const home = temporaryHome(t);
  for (const agent of AGENTS) await does(`install ${agent}`, { home });
  const hooksOf = (agent: string) => readJson(path.join(home, FILES[agent]?.user ?? '')).hooks;
  assert.equal(hooksOf('claude-code').PreToolUse[0].hooks[0].onFailure, 'block');
  assert.equal(hooksOf('cursor').preToolUse[0].failClosed, true);
  const commands: Record<string, string> = {
    'claude-code': hooksOf('claude-code').PreToolUse[0].hooks[0].command,
    codex: hooksOf('codex').PreToolUse[0].hooks[0].command,
    'gemini-cli': hooksOf('gemini-cli').BeforeTool[0].hooks[0].command,
    cursor: hooksOf('cursor').preToolUse[0].command,
    copilot: hooksOf('copilot').preToolUse[0].bash,
  };
  // All agents share the longest wait, and several let a call through when a hook takes longer than its time
  // limit.
  const entries = AGENTS.map((agent) => JSON.stringify(hooksOf(agent)));
  const seconds = entries.flatMap((entry) =>
    [...entry.matchAll(/"timeout(Sec)?":(\d+)/g)].map(([, , limit]) => Number(limit)),
  );
  assert.deepEqual([...new Set(seconds)], [660, 660_000]);
  assert.match(entries[AGENTS.indexOf('gemini-cli')] ?? '', /"timeout":660000/);
  const long = 'x'.repeat(1024 * 1024);
  for (const [agent, command] of Object.entries(commands)) {
    // As if the program had been removed since, or crashed.
    for (const broken of [
      command.replace('hook.ts', 'gone.ts'),
      command.replace(/ \S+node /, ' /nowhere/node '),
    ]) {
      assert.notEqual(broken, command);
      const { code, answer, stderr, wasCut } = await runInShell(broken, long, { home });
      const reason = agent === 'copilot' ? answer.permissionDecisionReason : stderr;
      assert.match(reason, /Assize could not be asked/, agent);
      assert.deepEqual(
        [code, answer?.permissionDecision],
        agent === 'copilot' ? [0, 'deny'] : [2, undefined],
      );
      assert.ok(!wasCut, agent);
    }
    // If the hook itself denies, no second reason follows, and variables that a repository sets for Node are
    // ignored.
    const environment = { NODE_OPTIONS: '--require=/nowhere.js' };
    const { answer, stderr } = await runInShell(command, 'rm -rf', { home, environment });
    const reason = answer?.permissionDecisionReason ?? answer?.agent_message ?? stderr;
    assert.match(
      reason,
      /^Assize: The call was not carried out: the agent did not send valid JSON\.\n?$/,
      agent,
    );
  }
});

testWithClient('the-installed-command-answers-with-the-kept-key', async (t, { url, app }) => {
  const home = path.join(temporaryHome(t), "Ann's home");
  mkdirSync(home);
  await does(`install codex --url ${url}`, { home });
  const { command } = readJson(path.join(home, '.codex/hooks.json')).hooks.PreToolUse[0].hooks[0];
  const { input } = fixtureOf('codex', 'PreToolUse');
  const { code, answer } = await runInShell(command, input, { home, key: '' });
  assert.deepEqual({ code, answer }, { code: 0, answer: {} });
  // A repository could set this for the agent that works there.
  const { url: other, requests } = await scriptedService(t, PROCEED);
  const elsewhere = {
    home: temporaryHome(t),
    url: other,
    key: 'ak_other',
    environment: { ASSIZE_EVIDENCE_KEY: 'x', ASSIZE_AGENT: 'trusted' },
  };
  assert.deepEqual((await runInShell(command, input, elsewhere)).answer, {});
  const { body } = await ask(app, 'a', '/api/v1/evidence/search', {
    body: { artifact_type: 'governance_eval' },
  });
  assert.deepEqual(
    body.items.map(({ payload }: Body) => payload.request.agent_id),
    ['codex', 'codex'],
  );
  assert.equal(requests.length, 0);
  rmSync(path.join(home, '.assize/hook.json'));
  const denied = await runInShell(command, input, elsewhere);
  assert.equal(denied.answer.hookSpecificOutput.permissionDecision, 'deny');
  assert.equal(requests.length, 0);
});

test('a-command-line-keeps-words-of-any-kind-together', () => {
  const program = [process.execPath, '-e', "console.log(process.argv.slice(1).join('|'))", "a b'c$(d)"];
  const line = commandLine({ program, isWindows: false }, '/h', 'codex', 'PostToolUse', 'after');
  const words = execFileSync('sh', ['-c', line.replace(MARK, '')], { encoding: 'utf8' });
  assert.equal(words, "a b'c$(d)|codex|PostToolUse|--configuration=/h\n");
});

test('denies-in-the-shell-that-each-agent-has-on-windows', () => {
  const program = ["C:\\Program Files\\it's\\node.exe", 'C:\\hook.js'];
  const lineFor = (agent: string) =>
    commandLine({ program, isWindows: true }, 'C:\\h', agent, 'PreToolUse', 'before');
  for (const agent of ['claude-code', 'gemini-cli', 'copilot']) {
    // PowerShell leaves the code empty if the program is missing, and version 5 has no `||`.
    assert.match(
      lineFor(agent),
      /^& 'C:\\Program Files\\it''s\\node\.exe' .*; if \(\$LASTEXITCODE -ne 0\) \{/,
    );
    assert.match(
      lineFor(agent),
      agent === 'copilot' ? /"permissionDecision":"deny".* exit 0 \}$/ : / exit 2 \}$/,
    );
  }
  for (const agent of ['codex', 'cursor']) {
    assert.match(
      lineFor(agent),
      /^"C:\\Program Files\\it's\\node\.exe" C:\\hook\.js .* \|\| \(echo .* & exit 2\)$/,
    );
  }
  const entries = SETTINGS['claude-code']?.entries(() => '', 1, true);
  assert.match(JSON.stringify(entries?.PreToolUse), /"shell":"powershell"/);
});
