import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { PROCEED, scriptedService, testWithClient } from '../../../tests/support/clients.ts';
import {
  type Body,
  fixtureOf,
  type HookRun,
  runHook,
  runInShell,
  temporaryHome,
} from '../../../tests/support/hooks.ts';
import { PRODUCTION_KEY } from '../../../tests/support/in-process.ts';
import { commandLine } from './command-line.ts';
import { MARK } from './settings.ts';

const FILES: Record<string, { user: string; project: string }> = {
  'claude-code': { user: '.claude/settings.json', project: '.claude/settings.local.json' },
  codex: { user: '.codex/hooks.json', project: '.codex/hooks.json' },
  'gemini-cli': { user: '.gemini/settings.json', project: '.gemini/settings.json' },
  cursor: { user: '.cursor/hooks.json', project: '.cursor/hooks.json' },
  copilot: { user: '.copilot/hooks/assize.json', project: '.github/hooks/assize.json' },
};
const AGENTS = Object.keys(FILES);

async function does(words: string, run: HookRun, code = 0) {
  const answer = await runHook(words.split(' '), '', run);
  assert.equal(answer.code, code, answer.stderr);
  return answer;
}

function put(home: string, name: string, text: string): string {
  const file = path.join(home, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const readJson = (file: string): Body => JSON.parse(readFileSync(file, 'utf8'));

/** What a human has set already, in a style of their own. */
const OWN = `{
    "theme": "dark",
    "hooks": {
        "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "./mine.sh" }] }],
        "preToolUse": [ { "command": "./mine.sh" } ],
        "Stop": []
    },
    "env": {}
}`;

for (const agent of AGENTS) {
  test(`installs-for-${agent}-beside-what-is-there-and-takes-exactly-that-back`, async (t) => {
    const home = temporaryHome(t);
    const file = put(home, FILES[agent]?.user ?? '', OWN);
    await does(`install ${agent}`, { home });
    const installed = readFileSync(file, 'utf8');
    const { hooks, ...others } = readJson(file);
    const own = JSON.parse(OWN);
    assert.deepEqual({ theme: others.theme, env: others.env }, { theme: 'dark', env: {} });
    assert.deepEqual(
      [hooks.PreToolUse[0], hooks.preToolUse[0]],
      [own.hooks.PreToolUse[0], own.hooks.preToolUse[0]],
    );
    assert.equal(readFileSync(`${file}.before-assize`, 'utf8'), OWN);
    assert.ok(!installed.includes(PRODUCTION_KEY));

    await does(`install ${agent}`, { home });
    assert.equal(readFileSync(file, 'utf8'), installed);
    await does(`uninstall ${agent}`, { home });
    assert.equal(readFileSync(file, 'utf8'), OWN);
    await does(`uninstall ${agent}`, { home });
    assert.equal(readFileSync(file, 'utf8'), OWN);
    assert.deepEqual(readdirSync(path.dirname(file)), [path.basename(file)]);
  });
}

test('leaves-no-file-that-was-not-there', async (t) => {
  for (const agent of AGENTS) {
    for (const place of ['user', 'project'] as const) {
      const [home, project] = [temporaryHome(t), temporaryHome(t)];
      const file = path.join(place === 'user' ? home : project, FILES[agent]?.[place] ?? '');
      await does(`install ${agent} --${place}`, { home, project });
      assert.ok(existsSync(file), file);
      await does(`uninstall ${agent} --${place}`, { home, project });
      assert.ok(!existsSync(file), file);
    }
  }
});

test('keeps-what-a-human-has-changed-since', async (t) => {
  const home = temporaryHome(t);
  const file = put(home, '.claude/settings.json', OWN);
  await does('install claude-code', { home });
  const settings = readJson(file);
  settings.theme = 'light';
  settings.hooks.PreToolUse[1].hooks.push({ type: 'command', command: './later.sh' });
  writeFileSync(file, JSON.stringify(settings));
  await does('uninstall claude-code', { home });
  const { theme, hooks } = readJson(file);
  assert.equal(theme, 'light');
  assert.deepEqual(hooks.PreToolUse, [
    JSON.parse(OWN).hooks.PreToolUse[0],
    { matcher: '*', hooks: [{ type: 'command', command: './later.sh' }] },
  ]);
  assert.deepEqual(Object.keys(hooks), ['PreToolUse', 'preToolUse', 'Stop']);
});

test('changes-no-file-in-which-something-would-be-lost', async (t) => {
  const home = temporaryHome(t);
  for (const text of ['{ // mine\n}', '{"a": 1, "a": 2}', '{"a": 12345678901234567890}', '[]', '{"a":']) {
    const file = put(home, '.gemini/settings.json', text);
    const { stderr } = await does('install gemini-cli', { home }, 1);
    assert.match(stderr, /Add this yourself: .*BeforeTool/);
    assert.equal(readFileSync(file, 'utf8'), text);
    assert.ok(!existsSync(path.join(home, '.assize')));
  }
});

test('changes-the-file-that-a-link-leads-to', async (t) => {
  const home = temporaryHome(t);
  const target = put(home, 'dotfiles/settings.json', '{}\n');
  mkdirSync(path.join(home, '.claude'));
  const link = path.join(home, '.claude/settings.json');
  symlinkSync(target, link);
  await does('install claude-code', { home });
  assert.ok(lstatSync(link).isSymbolicLink());
  assert.ok('hooks' in readJson(target));
});

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
  // For another agent it is there already, and what is given anew takes its place.
  await does('install codex --url http://127.0.0.1:9 --wait 0', { home, key: '' });
  assert.equal(readJson(file).key, PRODUCTION_KEY);
  assert.equal(readJson(file).url, 'http://127.0.0.1:9');
  assert.equal(readJson(path.join(home, '.cursor/hooks.json')).hooks.preToolUse[0].timeout, 90);
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

test('asks-each-agent-to-fail-closed', async (t) => {
  const home = temporaryHome(t);
  for (const agent of AGENTS) await does(`install ${agent}`, { home });
  const hooksOf = (agent: string) => readJson(path.join(home, FILES[agent]?.user ?? '')).hooks;
  assert.equal(hooksOf('claude-code').PreToolUse[0].hooks[0].onFailure, 'block');
  assert.equal(hooksOf('cursor').preToolUse[0].failClosed, true);
  const before = [
    hooksOf('claude-code').PreToolUse[0].hooks[0].command,
    hooksOf('codex').PreToolUse[0].hooks[0].command,
    hooksOf('gemini-cli').BeforeTool[0].hooks[0].command,
    hooksOf('cursor').preToolUse[0].command,
    hooksOf('copilot').preToolUse[0].bash,
  ];
  for (const command of before) {
    // As where the program was removed since, or dies.
    for (const broken of [command.replace('hook.ts', 'gone.ts'), command.replace(/^\S+/, '/nowhere/node')]) {
      assert.throws(
        () => execFileSync('sh', ['-c', broken], { input: '', stdio: 'pipe' }),
        (error: Body) => error.status === 2 && /Assize could not be asked/.test(error.stderr.toString()),
      );
    }
  }
});

testWithClient('the-installed-command-answers-with-the-kept-key', async (t, { url }) => {
  const home = path.join(temporaryHome(t), "Ann's home");
  mkdirSync(home);
  await does(`install codex --url ${url}`, { home });
  const { command } = readJson(path.join(home, '.codex/hooks.json')).hooks.PreToolUse[0].hooks[0];
  const { input } = fixtureOf('codex', 'PreToolUse');
  const { code, answer } = await runInShell(command, input, { home, key: '' });
  assert.deepEqual({ code, answer }, { code: 0, answer: {} });
  // As a repository could set it for the agent that works there.
  const { url: other, requests } = await scriptedService(t, PROCEED);
  const elsewhere = {
    home: temporaryHome(t),
    url: other,
    key: 'ak_other',
    environment: { ASSIZE_EVIDENCE_KEY: 'x' },
  };
  assert.deepEqual((await runInShell(command, input, elsewhere)).answer, {});
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
