/** `assize doctor` reports what keeps the service from working as a fault, and what may soon do so as a warning. */
import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { smallDisk, whyNotMount } from './support/databases/small-disk.ts';
import { ask, SURFACES, startTestService } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';

const HARD = { action: 'invoice.pay', context: { risk_level: 'high', confidence_score: 0.8 } };
const FILL_BYTES = 4096;

interface Row {
  what: string;
  state: string;
  found: string;
}

test('a-full-disk-is-a-fault', { skip: whyNotMount() }, async (t) => {
  const disk = smallDisk(t, '6m');
  const location = { kind: 'sqlite', path: path.join(disk, 'assize.db') } as const;
  const { service } = await startTestService(t, location);
  await service.close();
  assert.throws(() => {
    for (;;) appendFileSync(path.join(disk, 'filler'), Buffer.alloc(FILL_BYTES));
  }, /ENOSPC/);
  const { code, rows } = await doctor(location);
  const folder = rows.find(({ what }) => what === 'data folder');
  assert.deepEqual({ code, state: folder?.state }, { code: 1, state: 'problem' }, folder?.found);
  assert.match(folder?.found ?? '', /full/);
});

testOnOneDatabase('approvals-that-wait-without-mail-are-a-warning', async (location, t) => {
  const { app } = await startTestService(t, location);
  const mail = async () => (await doctor(location)).rows.find(({ what }) => what === 'mail');
  assert.equal((await mail())?.state, 'ok');
  assert.equal((await ask(app, 'b', SURFACES.b.evaluate, { body: HARD })).status, 200);
  const told = await mail();
  assert.equal(told?.state, 'warning');
  assert.match(told?.found ?? '', /1 approval waits/);
});

testOnOneDatabase('says-how-old-the-last-backup-is', async (location, t) => {
  await startTestService(t, location);
  const backup = async () => (await doctor(location)).rows.find(({ what }) => what === 'backup');
  const before = await backup();
  assert.equal(before?.state, 'warning');
  assert.match(before?.found ?? '', /assize backup/);
  const folder = path.join(path.dirname(location.kind === 'sqlite' ? location.path : ''), 'copy');
  assert.equal((await assize(location, ['backup', folder])).code, 0);
  const after = await backup();
  assert.equal(after?.state, 'ok');
  assert.match(after?.found ?? '', /today/);
});

async function doctor(location: DatabaseLocation): Promise<{ code: number | null; rows: Row[] }> {
  const { code, stdout } = await assize(location, ['doctor', '--json']);
  return { code, rows: JSON.parse(stdout) };
}
