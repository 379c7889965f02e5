/** Witnesses vouch for having seen the log: what they sign is checked, kept, handed out and verified offline. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestContext } from 'node:test';
import {
  leafHash,
  openCheckpoint,
  parseProofFile,
  parseVerifierKey,
  verifyProofFile,
} from '@assize/evidence-format';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { FastifyInstance } from 'fastify';
import { testOnEachDatabase, testOnOneDatabase } from './support/databases/databases.ts';
import { exportAs } from './support/evidence/exports.ts';
import { ask, evaluate, PRODUCTION_KEY, startTestService } from './support/http/in-process.ts';
import { assize } from './support/processes/command.ts';
import { until } from './support/until.ts';
import { startWitness, type TestWitness } from './support/witness/witness.ts';

const CHECKPOINT = '/api/v1/evidence/checkpoint';
const EASY = { action: 'mail.read', agent_id: 'agent-8', context: { risk_level: 'low' } };

async function start(t: TestContext, location: DatabaseLocation, ...witnesses: TestWitness[]) {
  const opened = await startTestService(t, location, {
    ASSIZE_WITNESSES: witnesses.map(({ setting }) => setting).join(', '),
    ASSIZE_WEBHOOK_ALLOW_CIDRS: '127.0.0.1/32',
  });
  const vkey = await keyOf(opened.app);
  return { ...opened, vkey };
}

/** The verifier key of the production chain. */
async function keyOf(app: FastifyInstance): Promise<string> {
  let keys: { vkey: string }[] = [];
  await until(async () => {
    ({ keys } = (await ask(app, 'a', '/api/v1/evidence/verifier-keys')).body);
    return keys.length > 0;
  });
  return keys[0]?.vkey ?? '';
}

async function noteAt(app: FastifyInstance, url: string): Promise<string | null> {
  const answer = await app.inject({ url, headers: { 'x-api-key': PRODUCTION_KEY } });
  return answer.statusCode === 200 ? answer.body : null;
}

/** Waits for a checkpoint of at least this size with so many cosignatures. */
async function witnessed(app: FastifyInstance, vkey: string, size: number, count = 1): Promise<string> {
  let note = '';
  await until(async () => {
    note = (await noteAt(app, `${CHECKPOINT}?witnessed=true`)) ?? '';
    const opened = openCheckpoint(note, [parseVerifierKey(vkey)]);
    return opened.fault === null && opened.checkpoint.size >= size && opened.unverified.length >= count;
  });
  return note;
}

function leafIn(proof: string): string {
  return Buffer.from(parseProofFile(proof).extra ?? []).toString();
}

async function recorded(app: FastifyInstance): Promise<string> {
  return (await evaluate(app, 'b', EASY)).body.evidence_id;
}

testOnEachDatabase('two-witnesses-cosign-the-log-as-it-grows', async (location, t) => {
  const witnesses = [await startWitness(t), await startWitness(t, 'other.example')];
  const { app, vkey } = await start(t, location, ...witnesses);
  for (const witness of witnesses) witness.trust(vkey);
  await recorded(app);
  // The first offers came before the witnesses knew the log.
  await witnessed(app, vkey, 2, 2);
  for (let more = 0; more < 5; more += 1) await recorded(app);
  const id = await recorded(app);
  const note = await witnessed(app, vkey, 8, 2);
  for (const { vkey: key, cosigned } of witnesses) {
    assert.ok(note.includes(`— ${key.split('+')[0]} `));
    assert.deepEqual(
      cosigned,
      [...cosigned].sort((one, other) => one - other),
    );
    assert.ok(cosigned.length >= 2);
  }
  const proof = (await noteAt(app, `/api/v1/evidence/${id}/proof`)) ?? assert.fail('there is no proof');
  assert.equal(proof.split('\n').filter((line) => line.startsWith('— ')).length, 3);
  assert.equal(verifyProofFile(proof, leafHash(leafIn(proof)), [parseVerifierKey(vkey)]).fault, null);
});

testOnOneDatabase('an-auditor-sees-offline-who-has-seen-the-log-and-when', async (location, t) => {
  const [first, second] = [await startWitness(t), await startWitness(t, 'other.example')];
  const { app, vkey } = await start(t, location, first);
  first.trust(vkey);
  await recorded(app);
  const note = await witnessed(app, vkey, 2);
  await recorded(app);
  const { text } = await exportAs(app, { format: 'json' });
  const folder = mkdtempSync(path.join(tmpdir(), 'assize-witness-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const [file, kept, forged] = ['export.json', 'kept', 'forged'].map((name) => path.join(folder, name));
  assert.ok(file && kept && forged);
  writeFileSync(file, text);
  writeFileSync(kept, note);
  const verify = (...more: string[]) =>
    assize(null, ['evidence', 'verify-file', file, '--key', vkey, '--trusted-checkpoint', kept, ...more]);
  const seen = await verify('--witness', first.vkey);
  assert.equal(seen.code, 0, seen.stdout);
  assert.match(
    seen.stdout,
    /^Seen by +witness\.example\/w1 at \d{4}-\d\d-\d\dT.*: the first \d+ artifacts$/m,
  );
  const tooFew = await verify('--witness', first.vkey, '--witness', second.vkey, '--witnesses-required', '2');
  assert.equal(tooFew.code, 3);
  assert.match(tooFew.stdout, /1 of the 2 witnesses that you require/);
  const other = await verify('--witness', second.vkey);
  assert.equal(other.code, 3);
  assert.equal((await verify('--witness', vkey)).code, 2);
  assert.equal((await verify('--witness', first.vkey, '--witnesses-required', '2')).code, 2);
  // A cosignature whose time was changed is not one.
  const [, base64 = ''] = /^— witness\.example\/w1 (\S+)$/m.exec(note) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  bytes[11] = (bytes[11] ?? 0) ^ 1;
  writeFileSync(kept, note.replace(base64, bytes.toString('base64')));
  const altered = await verify('--witness', first.vkey);
  assert.equal(altered.code, 3);
  assert.match(altered.stdout, /The cosignature of witness\.example\/w1 is not one of this checkpoint/);
});

testOnOneDatabase('keeps-no-signature-that-is-not-the-witnesses-own', async (location, t) => {
  const [witness, other] = [await startWitness(t), await startWitness(t, 'other.example')];
  const { app, service, vkey } = await start(t, location, witness);
  other.trust(vkey);
  const lies = [
    { status: 200, body: 'nonsense' },
    { status: 200, body: `— witness.example/w1 ${Buffer.alloc(76, 1).toString('base64')}\n` },
    { status: 403, body: '<script>' },
  ];
  let told = 0;
  // Both chains are offered, and again after five seconds, so that each is told.
  witness.behave(() => lies[told++ % lies.length] ?? { status: 500, body: '' });
  await recorded(app);
  const errors = new Set<string>();
  await until(async () => {
    for (const { error, line } of await service.db.selectFrom('cosignatures').selectAll().execute()) {
      assert.equal(line, null);
      if (error !== null) errors.add(error);
    }
    return witness.answered.length > lies.length;
  });
  assert.ok(!JSON.stringify([...errors]).includes('script'));
  assert.equal(await noteAt(app, `${CHECKPOINT}?witnessed=true`), null);
  assert.ok((await noteAt(app, CHECKPOINT))?.match(/^— /gm)?.length === 1);
});

testOnOneDatabase('tells-the-operator-of-a-witness-that-has-seen-another-history', async (location, t) => {
  const witness = await startWitness(t);
  const { app, service, vkey } = await start(t, location, witness);
  witness.trust(vkey);
  const [origin = ''] = vkey.split('+');
  witness.remember(origin, 1_000_000, '');
  await recorded(app);
  const rows = () => service.db.selectFrom('cosignatures').selectAll().execute();
  await until(async () => (await rows()).some(({ disagrees }) => disagrees === 1));
  const told = (await rows()).find(({ disagrees }) => disagrees === 1);
  assert.match(told?.error ?? '', /^The witness has seen 1000000 records, and the chain has \d+\.$/);
  const gauge = service.gauges.find(({ name }) => name === 'witnesses_disagreeing');
  assert.equal(await gauge?.read(), 1);
  // It says so without a signature, so it can't stop agents.
  assert.equal((await evaluate(app, 'b', EASY)).status, 200);
});
