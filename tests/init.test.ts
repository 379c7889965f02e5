/** `assize init` puts Assize into an agent's path: by four answers, by flags alone, and twice without a change. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { newFolder, testOnOneDatabase } from './support/databases/databases.ts';
import { askOk, SANDBOX_KEY, startTestService } from './support/http/in-process.ts';
import { ASSIZE, run } from './support/processes/command.ts';

/** As npx starts it. */
const LINKED = path.join(import.meta.dirname, '../node_modules/.bin/assize');
const KEY = { key: SANDBOX_KEY };

/** A service that listens, a project to work in, and a home of its own. */
async function start(t: TestContext, location: DatabaseLocation) {
  const { app } = await startTestService(t, location);
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const home = newFolder(t);
  const project = path.join(home, 'project');
  mkdirSync(path.join(project, '.git'), { recursive: true });
  const environment = { HOME: home, ASSIZE_API_KEY: SANDBOX_KEY };
  const init = (agent: string, ...words: string[]) => {
    const answers = ['--agent', agent, '--url', url, '--environment', 'sandbox', '--mode', 'enforce'];
    const flags = [...answers, '--approver', 'dashboard', ...words];
    return run(process.execPath, [LINKED, 'init', ...flags], environment, project);
  };
  const read = (file: string) => readFileSync(path.join(project, file), 'utf8');
  return { app, url, home, project, environment, init, read };
}

testOnOneDatabase('a-framework-gets-a-program-a-key-of-its-own-and-a-verdict', async (location, t) => {
  const { app, project, init, read } = await start(t, location);
  const first = await init('ai-sdk');
  assert.equal(first.code, 0, first.stderr);
  assert.match(first.stdout, /First call: send_email: escalate\n.*ann@example\.com/);
  assert.match(first.stdout, /npm install \/\S+\/client ai@7 zod/, 'no registry has the client of a clone');
  assert.doesNotMatch(first.stdout + first.stderr, /ak_/);
  const files = ['assize-agent/agent.mts', 'assize-agent/.gitignore', 'assize-agent/.env'];
  const texts = files.map(read);
  assert.match(texts[0] ?? '', /govern\(assize, tools\)/);
  assert.equal(statSync(path.join(project, 'assize-agent/.env')).mode & 0o077, 0);
  const [, id = ''] = /\/approvals\/(apr_\w+)/.exec(first.stdout) ?? [];
  const approval = await askOk(app, 'a', `/api/v1/approvals/${id}`, KEY);
  assert.equal(approval.status, 'pending');

  const keys = async () => (await askOk(app, 'a', '/api/v1/api-keys', KEY)).total;
  const settings = async () => (await askOk(app, 'a', '/api/v1/settings', KEY)).version;
  const before = [await keys(), await settings()];
  const second = await init('ai-sdk', '--json');
  assert.deepEqual(
    JSON.parse(second.stdout).files.map(({ change }: { change: string }) => change),
    ['unchanged', 'unchanged', 'unchanged'],
  );
  assert.deepEqual(files.map(read), texts);
  assert.deepEqual([await keys(), await settings()], before);
});

testOnOneDatabase('a-file-of-yours-is-replaced-only-by-force', async (location, t) => {
  const { app, project, init, read } = await start(t, location);
  const before = await askOk(app, 'a', '/api/v1/api-keys', KEY);
  mkdirSync(path.join(project, 'assize-agent'));
  writeFileSync(path.join(project, 'assize-agent/agent.py'), 'mine');
  const { code, stderr } = await init('python');
  assert.deepEqual([code, read('assize-agent/agent.py')], [1, 'mine']);
  assert.match(stderr, /agent\.py exists and says something else, so nothing was written/);
  assert.equal((await askOk(app, 'a', '/api/v1/api-keys', KEY)).total, before.total);
  assert.ok(!existsSync(path.join(project, 'assize-agent/.env')));
  assert.equal((await init('python', '--force')).code, 0);
  assert.match(read('assize-agent/agent.py'), /@assize\.guard\ndef send_email/);
});

testOnOneDatabase('a-key-of-other-agents-is-replaced-only-by-force', async (location, t) => {
  const { home, init } = await start(t, location);
  const file = path.join(home, '.assize/hook.json');
  mkdirSync(path.dirname(file));
  const kept = JSON.stringify({
    url: 'https://assize.acme.example',
    key: 'ak_other',
    evidenceKey: 'ak_evidence',
  });
  writeFileSync(file, kept, { mode: 0o600 });
  const { code, stderr } = await init('codex');
  assert.equal(code, 1);
  assert.match(stderr, /hook\.json has a key that is not of this service/);
  assert.equal(readFileSync(file, 'utf8'), kept);
  assert.ok(!existsSync(path.join(home, '.codex')));
  assert.equal((await init('codex', '--force')).code, 0);
  const text = readFileSync(file, 'utf8');
  assert.doesNotMatch(text, /ak_other|ak_evidence/);
  // Another coding agent of the same machine shares it.
  assert.match((await init('cursor')).stdout, /hook\.json works, and stays/);
  assert.equal(JSON.parse(readFileSync(file, 'utf8')).key, JSON.parse(text).key);
});

testOnOneDatabase('other-variables-of-an-env-file-stay', async (location, t) => {
  const { project, init, read } = await start(t, location);
  mkdirSync(path.join(project, 'assize-agent'));
  writeFileSync(path.join(project, 'assize-agent/.env'), 'MODEL=small', { mode: 0o644 });
  assert.equal((await init('mastra')).code, 0);
  assert.match(read('assize-agent/.env'), /^MODEL=small\nASSIZE_URL=.*\nASSIZE_KEY=ak_.*\n$/);
  assert.equal(statSync(path.join(project, 'assize-agent/.env')).mode & 0o077, 0);
});

testOnOneDatabase('a-coding-agent-may-work-in-its-workspace-afterwards', async (location, t) => {
  const { app, home, init } = await start(t, location);
  const { code, stdout, stderr } = await init('claude-code');
  assert.equal(code, 0, stderr);
  assert.match(
    stdout,
    /\d+ targets of the workspace are known now\.\nThe policy coding-agents is in force now/,
  );
  assert.match(stdout, /First call: claude-code\.Bash: proceed/);
  assert.ok(existsSync(path.join(home, '.claude/settings.json')));
  const policy = await askOk(app, 'a', '/api/v1/policies/coding-agents', KEY);
  assert.equal(policy.active_version, 1);
  const again = (await init('claude-code')).stdout;
  assert.match(again, /are known already\.\nThe policy coding-agents is in force already/);
});

testOnOneDatabase('an-mcp-clients-servers-go-through-the-gateway', async (location, t) => {
  const { url, home, project, init, read } = await start(t, location);
  const former = JSON.stringify({ mcpServers: { gmail: { command: 'npx', args: ['-y', 'gmail-server'] } } });
  writeFileSync(path.join(project, 'mcp.json'), former);
  assert.match((await init('mcp', '--file', 'mcp.json')).stderr, /mcp\.json exists/);
  assert.equal((await init('mcp', '--file', 'mcp.json', '--force')).code, 0);
  assert.ok(JSON.parse(read('mcp.json')).mcpServers.gmail.args.includes('gateway'));
  assert.equal(read('mcp.json.before-assize'), former);
  const { assize } = JSON.parse(readFileSync(path.join(home, '.assize/gateway.json'), 'utf8'));
  assert.deepEqual([assize.url, assize.key.slice(0, 3)], [url, 'ak_']);
  const again = JSON.parse((await init('mcp', '--file', 'mcp.json', '--json')).stdout);
  assert.deepEqual([again.key_is_new, again.files[0].change], [false, 'unchanged']);
});

testOnOneDatabase('says-what-is-wrong-before-anything-is-made', async (location, t) => {
  const { url, environment, project } = await start(t, location);
  const asked = (words: string[], more: Record<string, string> = {}) =>
    run(process.execPath, [ASSIZE, 'init', ...words], { ...environment, ...more }, project);
  const rest = ['--approver', 'slack', '--mode', 'observe', '--agent', 'python'];
  const missing = await asked(['--agent', 'mcp', '--mode', 'observe']);
  assert.equal(missing.code, 2);
  assert.match(missing.stderr, /--url .*\n.*--environment .*\n.*--approver /);
  assert.doesNotMatch(missing.stderr, /--agent|--mode|--key-file/);
  for (const [words, more, wanted] of [
    [['--url', url, '--environment', 'production'], {}, /The key is one of the sandbox environment/],
    [['--url', url, '--environment', 'sandbox'], { ASSIZE_API_KEY: 'ak_x' }, /does not know the key/],
    [['--url', 'http://127.0.0.1:9', '--environment', 'sandbox'], {}, /does not answer/],
    [['--url', `${url}/nowhere`, '--environment', 'sandbox'], {}, /answered 404/],
    [['--url', 'ftp://x', '--environment', 'sandbox'], {}, /Expected the http:\/\/ or https:\/\//],
    [['--url', url, '--environment', 'sandbox', '--approver', 'Dana'], {}, /dashboard, slack, or a mail/],
  ] as const) {
    const { code, stderr } = await asked([...rest, ...words], more);
    assert.notEqual(code, 0);
    assert.match(stderr, wanted);
  }
  assert.ok(!existsSync(path.join(project, 'assize-agent')));
});

testOnOneDatabase('asks-four-questions-at-a-terminal-and-shows-no-key', async (location, t) => {
  const { url, environment, project, read } = await start(t, location);
  const { ASSIZE_API_KEY, ...rest } = environment;
  const seen = await atTerminal(project, rest, [
    [/1\. What is your agent[\s\S]*\[1\]: $/, '1'],
    [/With which framework[\s\S]*\[1\]: $/, 'nonsense'],
    [/nonsense is not one of these[\s\S]*\[1\]: $/, 'langgraph'],
    [/2\. Where does Assize run\? .*\] $/, url],
    [/In which environment[\s\S]*\[1\]: $/, 'sandbox'],
    [/Your key of that environment.*\r\n$/, ASSIZE_API_KEY],
    [/3\. Who approves[\s\S]*\[1\]: $/, ''],
    [/4\. What happens[\s\S]*\[1\]: $/, '2'],
  ]);
  assert.match(seen, /First call: send_email: escalate/);
  assert.doesNotMatch(seen, /ak_/);
  assert.match(read('assize-agent/agent.mts'), /@assize\/client\/langgraph/);
});

/** Answers each prompt once it stands at the end of what the terminal shows. @returns all that it showed. */
function atTerminal(
  cwd: string,
  environment: Record<string, string>,
  answers: readonly (readonly [RegExp, string])[],
): Promise<string> {
  const command = [process.execPath, ASSIZE, 'init'].map((word) => `'${word}'`).join(' ');
  const { ASSIZE_API_KEY: _, ...inherited } = process.env;
  const env = { ...inherited, ...environment };
  const child = spawn('script', ['-qec', command, '/dev/null'], { cwd, env });
  const left = [...answers];
  let seen = '';
  let all = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    all += text;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the terminal's own commands are taken out.
    seen = (seen + text).replace(/\x1b\[[\d;?]*[A-Za-z]/g, '');
    const [next] = left;
    if (next === undefined || !next[0].test(seen)) return;
    left.shift();
    seen = '';
    child.stdin.write(`${next[1]}\r`);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      assert.deepEqual([code, left.map(([prompt]) => prompt.source)], [0, []], all);
      resolve(all);
    });
  });
}
