/** The disk is full: the service refuses meanwhile, loses nothing, and gives verdicts again once there is room. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { smallDisk, whyNotMount } from './support/databases/small-disk.ts';
import { connect, connectFor } from './support/http/client.ts';
import { SURFACES } from './support/http/in-process.ts';
import { startLoad } from './support/nodes/load.ts';
import { requireKept, requireRefusals, requireSound } from './support/nodes/promises.ts';
import { spawnFor } from './support/processes/service.ts';
import { until } from './support/until.ts';

const SMALL = '6m';
const LARGE = '64m';
const REFUSALS = 50;
const VERDICTS = 100;
const FILL_BYTES = 4096;
/** Longer than the outcome of one attempt is remembered. */
const LOOKS = 12;
const LOOK_EVERY_MS = 300;

test('refuses-while-the-disk-is-full-and-serves-when-there-is-room', { skip: whyNotMount() }, async (t) => {
  const disk = smallDisk(t, SMALL);
  const location = { kind: 'sqlite', path: path.join(disk, 'assize.db') } as const;
  const service = await spawnFor(t, location);
  const load = startLoad(t, service.baseUrl, 'full');
  await load.untilRefused(REFUSALS);
  const client = connect(service.baseUrl);
  await requireKept(client, [...load.promised]);

  execFileSync('mount', ['-o', `remount,size=${LARGE}`, disk]);
  await load.untilPromised(load.promised.length + VERDICTS);
  await load.stop();
  assert.deepEqual(load.broken.map(String), []);
  requireRefusals(load.refused);
  await requireKept(client, load.promised);
  client.close();
  assert.equal(await service.stop('SIGTERM'), 0);
  await requireSound(location, load.promised);
  t.diagnostic(`${load.promised.length} verdicts, ${load.refused.length} refusals`);
});

test('is-not-ready-while-the-disk-is-full', { skip: whyNotMount() }, async (t) => {
  const disk = smallDisk(t, SMALL);
  const service = await spawnFor(t, { kind: 'sqlite', path: path.join(disk, 'assize.db') });
  const client = connectFor(t, service.baseUrl);
  const readiness = () => client.ask('a', '/readyz', { key: null });
  const isReady = async () => (await readiness()).status === 200;
  const evaluate = () => client.ask('a', SURFACES.a.evaluate, { body: { action: 'a', context: {} } });
  assert.equal(await isReady(), true);
  fill(path.join(disk, 'filler'));
  while ((await evaluate()).status === 200);
  for (let look = 0; look < LOOKS; look++) {
    const { status, body } = await readiness();
    assert.equal(status, 503);
    assert.equal(body.detail, 'Not ready: Evidence cannot be written: the disk is full.');
    await sleep(LOOK_EVERY_MS);
  }
  execFileSync('mount', ['-o', `remount,size=${LARGE}`, disk]);
  await until(isReady);
  assert.equal((await evaluate()).status, 200);
});

/** Fills the disk. */
function fill(file: string): void {
  const chunk = Buffer.alloc(FILL_BYTES);
  try {
    for (;;) appendFileSync(file, chunk);
  } catch (error) {
    assert.equal((error as NodeJS.ErrnoException).code, 'ENOSPC');
  }
}
