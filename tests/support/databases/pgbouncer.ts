/** Starts PgBouncer in transaction mode in front of a PostgreSQL, with the configuration that users get. */
import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { until } from '../until.ts';
import { temporaryFolder } from './databases.ts';
import { freePort, onServer } from './postgres.ts';

const FILE = path.join(import.meta.dirname, '../../../deploy/failover/pgbouncer.ini');
/** So few that requests share them all the time. */
const CONNECTIONS = 4;

/** @returns a reason to skip, or false. */
export function whyNoPgBouncer(): string | false {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return false;
  } catch {
    return 'no PgBouncer';
  }
}

/** Ends with the test. @returns the address of the same database through PgBouncer. */
export async function startPgBouncer(t: Pick<TestContext, 'after'>, url: string): Promise<string> {
  const address = new URL(url);
  const folder = temporaryFolder();
  const port = await freePort();
  const settings = readFileSync(FILE, 'utf8')
    .replace(/^assize = host=127.0.0.1 port=5000/m, `* = host=${address.hostname} port=${address.port}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('default_pool_size = 40', `default_pool_size = ${CONNECTIONS}`)
    .replace('auth_type = scram-sha-256', 'auth_type = trust')
    .replace('@PGBOUNCER_DIR@', folder.path);
  chmodSync(folder.path, 0o755);
  // A database that is copied or dropped must have no connection.
  writeFileSync(path.join(folder.path, 'pgbouncer.ini'), `${settings}server_idle_timeout = 1\n`);
  writeFileSync(path.join(folder.path, 'userlist.txt'), `"${address.username}" ""\n`);
  const user = process.getuid?.() === 0 ? ['--user=postgres'] : [];
  const child = spawn('pgbouncer', [...user, 'pgbouncer.ini'], { cwd: folder.path, stdio: 'ignore' });
  t.after(() => {
    child.kill('SIGKILL');
    folder.remove();
  });
  address.port = String(port);
  await until(() =>
    onServer(address.href, 'SELECT 1').then(
      () => true,
      () => false,
    ),
  );
  return address.href;
}
