/** If the system or a server refuses, one sentence says where and what to try, without a stack or a secret. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { testOnOneDatabase, whyNot } from './support/databases/databases.ts';
import { ASSIZE, assize } from './support/processes/command.ts';
import { environmentFor } from './support/processes/service.ts';

const VERIFY = path.join(import.meta.dirname, '../evidence-format/assize-verify.ts');
const BROKEN_PIPE = 141;
const SECRET = 'hunter2';

testOnOneDatabase('ends-quietly-once-its-reader-is-gone', async (location) => {
  assert.equal((await assize(location, ['tenants', 'create', 'acme'])).code, 0);
  const commands = [['--help'], ['doctor'], ['tenants', 'list'], ['tenants', 'list', '--json'], ['nonsense']];
  for (const words of commands) {
    const { code, stderr } = await unread([ASSIZE, ...words], environmentFor(location));
    const isUsage = words[0] === 'nonsense';
    assert.equal(code, isUsage ? 2 : BROKEN_PIPE, `${words}: ${stderr}`);
    if (!isUsage) assert.equal(stderr, '');
  }
  assert.deepEqual(await unread([VERIFY, '--help']), { code: BROKEN_PIPE, stderr: '' });
});

testOnOneDatabase('says-why-it-cannot-listen', async (location, t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await new Promise((resolve) => other.once('listening', resolve));
  const address = other.address();
  const port = typeof address === 'object' ? String(address?.port) : '';
  const cases: [environment: Record<string, string>, says: RegExp][] = [
    [
      { ASSIZE_PORT: port },
      new RegExp(
        `^Port ${port} of 127\\.0\\.0\\.1 is in use by process ${process.pid} \\(.*node.*\\)\\. Stop it, or set ASSIZE_PORT .*\\(EADDRINUSE\\)\\.\n$`,
      ),
    ],
    [
      { ASSIZE_PORT: '0', ASSIZE_HOST: '192.0.2.1' },
      /^This machine does not have the address 192\.0\.2\.1\. Set ASSIZE_HOST .*\n$/,
    ],
    [
      { ASSIZE_PORT: '0', ASSIZE_HOST: 'no.such.host.invalid' },
      /^no\.such\.host\.invalid is neither an address nor a known name.*\n$/,
    ],
  ];
  for (const [environment, says] of cases) await refused(location, ['serve'], environment, says);
});

testOnOneDatabase('names-the-file-that-it-cannot-use', async (location) => {
  const missing = path.join(path.dirname(location.kind === 'sqlite' ? location.path : ''), 'missing.yaml');
  const says = new RegExp(`^There is no file or folder ${missing} \\(ENOENT\\)\\.\n$`);
  await refused(location, ['settings', 'set', missing], {}, says);
  await refused(location, ['evidence', 'verify', '--trusted-checkpoint', missing], {}, says);
  const isFolder = /^\/tmp is a folder, and a file is needed \(EISDIR\)\.\n$/;
  const commands = [
    ['settings', 'set'],
    ['tools', 'import'],
    ['targets', 'import'],
    ['evidence', 'verify', '--trusted-checkpoint'],
  ];
  for (const words of commands) await refused(location, [...words, '/tmp'], {}, isFolder);
});

test('says-which-server-it-could-not-reach-and-what-to-try', { skip: whyNot('postgres') }, async () => {
  const server = new URL(process.env.ASSIZE_TEST_DATABASE_URL ?? '');
  const at = (change: Partial<URL>, query = '') => {
    const url = Object.assign(new URL(server), { password: SECRET, pathname: '/postgres' }, change);
    return `${url}${query}`;
  };
  const place = `${server.hostname}:${server.port}`.replaceAll('.', '\\.');
  const cases: [url: string, says: string][] = [
    [
      at({ port: '1' }),
      `^PostgreSQL at ${server.hostname}:1/postgres can't be used: nothing listens there\\. Start it`,
    ],
    [
      at({ hostname: 'localhost', port: '1' }),
      "^PostgreSQL at localhost:1/postgres can't be used: nothing listens",
    ],
    [at({ hostname: 'no.such.host.invalid' }), 'that host name is not known'],
    [
      at({ pathname: '/nowhere' }),
      `^PostgreSQL at ${place}/nowhere can't be used: there is no such database\\.`,
    ],
    [at({ username: 'nobody_here' }), 'it refused the user'],
    [at({}, '?sslmode=require'), 'it does not use TLS'],
  ];
  for (const [url, says] of cases) {
    const environment = { ASSIZE_DATABASE_URL: url, ASSIZE_PORT: '0' };
    for (const words of [['serve'], ['keys', 'list']])
      await refused(null, words, environment, new RegExp(says));
  }
});

async function refused(
  location: DatabaseLocation | null,
  words: readonly string[],
  environment: Record<string, string>,
  says: RegExp,
): Promise<void> {
  const { code, stdout, stderr } = await assize(location, words, {
    ASSIZE_LOG_LEVEL: 'error',
    ...environment,
  });
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr);
  assert.match(stderr, says);
  assert.doesNotMatch(stderr, new RegExp(`${SECRET}|\\n\\s+at `));
}

/** Starts it with a standard output that has no reader. */
function unread(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<{ code: number | null; stderr: string }> {
  const child = spawn(process.execPath, words, {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += text;
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, stderr })));
}
