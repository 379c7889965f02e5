/** The command `assize gateway`, run as clients run it. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import test, { after } from 'node:test';
import { temporaryFolder } from '../tests/support/databases/databases.ts';
import { ASSIZE } from '../tests/support/processes/command.ts';
import { until } from '../tests/support/until.ts';

const folder = temporaryFolder();
after(() => folder.remove());

function run(...words: string[]) {
  const { PATH = '' } = process.env;
  // Without its own home, it would read the settings of the person who runs the tests.
  const env = { PATH, HOME: folder.path };
  const { status, stdout, stderr } = spawnSync(process.execPath, [ASSIZE, 'gateway', ...words], {
    env,
    input: '',
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

test('says-how-it-is-used', () => {
  assert.match(run('--help').stdout, /Usage: assize gateway --name NAME/);
  const wrong = [
    ...[
      [],
      ['--name', 'x'],
      ['--', 'cat'],
      ['--name', '', '--', 'cat'],
      ['--nmae', 'x', '--', 'cat'],
      ['serve'],
    ],
    ['--name', 'x', '--new-tools', 'never', '--', 'cat'],
    // An option for the other kind of server would otherwise be ignored silently.
    ['--name', 'x', '--env', 'HOME', '--url', 'http://127.0.0.1:1'],
    ['--name', 'x', '--header', 'X-Home=HOME', '--', 'cat'],
  ];
  for (const words of wrong) {
    const { status, stdout } = run(...words);
    assert.equal(status, 2, words.join(' '));
    assert.equal(stdout, '');
  }
});

test('starts-nothing-without-a-key', () => {
  const started = path.join(folder.path, 'started');
  const { status, stderr } = run('--name', 'x', '--', 'touch', started);
  assert.equal(status, 1);
  assert.match(stderr, /Set the key/);
  assert.throws(() => writeFileSync(started, '', { flag: 'r' }));
});

test('a-wrapped-command-may-be-called-as-one-of-its-own', () => {
  assert.match(run('--name', 'x', '--', 'serve').stderr, /Set the key/);
  assert.match(run('--name', 'x', '--', 'import', 'file').stderr, /Set the key/);
});

test('ends-a-server-that-does-not-end-by-itself', async () => {
  const file = path.join(folder.path, 'pid');
  const server = `require('node:fs').writeFileSync(${JSON.stringify(file)}, String(process.pid)); setInterval(() => {}, 1000)`;
  const words = ['gateway', '--name', 'x', '--', process.execPath, '-e', server];
  const env = { PATH: process.env.PATH, HOME: folder.path, ASSIZE_KEY: 'ak_none' };
  const gateway = spawn(process.execPath, [ASSIZE, ...words], { env, stdio: ['pipe', 'ignore', 'ignore'] });
  const ended = once(gateway, 'close');
  await until(() => existsSync(file) && readFileSync(file, 'utf8') !== '');
  gateway.kill('SIGTERM');
  await ended;
  assert.throws(() => process.kill(Number(readFileSync(file, 'utf8')), 0), { code: 'ESRCH' });
});

test('names-each-variable-that-is-missing', () => {
  const { status, stderr } = run('--name', 'x', '--env', 'ONE', '--env', 'TWO', '--', 'cat');
  assert.equal(status, 1);
  assert.match(stderr, /ONE is not set\.\n.*TWO is not set/);
});

test('repeats-no-secret-of-a-wrong-option', () => {
  for (const words of [
    ['--url', 'secret-address'],
    ['--header', 'X-Key=a-secret!', '--url', 'http://127.0.0.1:1'],
  ]) {
    const { status, stderr } = run('--name', 'x', ...words);
    assert.equal(status, 1);
    assert.match(stderr, /--(url-from|header): give/);
    assert.doesNotMatch(stderr, /secret/);
  }
  assert.match(run('--na\u001b[2J').stderr, /unknown option '--na\\u001B\[2J'/);
  assert.match(run('import', 'x', '--na\u001b[2J').stderr, /unknown option '--na\\u001B\[2J'/);
});

test('warns-of-a-file-with-keys-that-others-can-read', { skip: process.platform === 'win32' }, () => {
  const file = path.join(folder.path, 'keys.json');
  for (const [mode, expected] of [
    [0o644, true],
    [0o600, false],
  ] as const) {
    writeFileSync(file, '{}');
    chmodSync(file, mode);
    const { stderr } = run('--name', 'x', '--config', file, '--', 'cat');
    assert.equal(stderr.includes('chmod 600'), expected);
  }
});

test('prints-the-changed-file-or-what-would-change', () => {
  const file = path.join(folder.path, 'mcp.json');
  writeFileSync(file, '{"mcpServers": {"gmail": {"command": "gmail-server"}}}');
  const { args, command } = JSON.parse(run('import', file).stdout).mcpServers.gmail;
  assert.deepEqual(
    [command, ...args],
    [process.execPath, ASSIZE, 'gateway', '--name', 'gmail', '--', 'gmail-server'],
  );
  assert.equal(
    run('import', file, '--dry-run').stdout,
    'gmail: now by assize gateway --name gmail -- gmail-server\n',
  );
  const { content, servers } = JSON.parse(run('import', file, '--json').stdout);
  assert.equal(content, run('import', file).stdout);
  assert.equal(servers[0].name, 'gmail');
  assert.equal(run('import', path.join(folder.path, 'none.json')).status, 1);
});

test('tells-all-problems-of-a-file', () => {
  const file = path.join(folder.path, 'gateway.json');
  writeFileSync(file, '{"assize": {"wait": 1}, "mcpServers": {"x": {}}}');
  const { status, stderr } = run('serve', '--config', file);
  assert.equal(status, 1);
  assert.match(stderr, /Unrecognized key/);
  assert.match(stderr, /mcpServers\.x: give command or url/);
});
