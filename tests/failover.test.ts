/**
 * A few failovers of a real cluster: etcd, three PostgreSQL under Patroni, HAProxy and PgBouncer from the files of
 * `deploy/failover`, and two nodes under load. `npm run test:failover` makes many, of all kinds, and also checks
 * their time.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { FAULTS } from './failover/faults.ts';
import { whyNoSite } from './failover/site.ts';
import { findPostgres } from './support/databases/postgres.ts';
import { isLong } from './support/runner/runs.ts';

const MAIN = path.join(import.meta.dirname, 'failover/main.ts');
/** The primary crashes, or loses Patroni while it keeps running. A long run makes every fault. */
const FEW = ['kill-postgres', 'stop-patroni'];
const PROGRAMS = ['etcd', 'patroni', 'haproxy', 'pgbouncer', 'nsenter', 'ip', 'mkfs.ext4'];

test('loses-no-answered-verdict-when-the-primary-fails', { skip: whyNot() }, async (t) => {
  const faults = isLong ? FAULTS.map(({ name }) => name) : FEW;
  const words = ['--rounds', String(faults.length), '--faults', faults.join(), '--untimed'];
  const child = spawn(process.execPath, [MAIN, ...words], { stdio: ['ignore', 'pipe', 'pipe'] });
  t.after(() => child.kill('SIGTERM'));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  }
  const code = await new Promise((resolve) => child.once('close', resolve));
  assert.equal(code, 0, output);
  assert.match(output, new RegExp(`\\| all \\| ${faults.length} \\| \\d+ \\|.*\\| 0 \\| 0 \\| 0 \\|\\n`));
});

function whyNot(): string | false {
  if (findPostgres() === null) return 'no PostgreSQL server binary';
  const missing = PROGRAMS.filter((name) => spawnSync('sh', ['-c', `command -v ${name}`]).status !== 0);
  if (missing.length > 0) return `no ${missing.join(', ')}`;
  return whyNoSite() ?? false;
}
