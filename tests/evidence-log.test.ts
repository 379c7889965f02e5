/** An auditor reads the log over HTTP, and verifies it with only the evidence format. */
import assert from 'node:assert/strict';
import {
  canonicalJson,
  decodeBase64,
  leafHash,
  openCheckpoint,
  parseHash,
  parseProofFile,
  parseVerifierKey,
  payloadCommitment,
  treeBuilder,
  treeRoot,
  type VerifierKey,
  verifyConsistency,
  verifyProofFile,
} from '@assize/evidence-format';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { chainIn, growTo, idAt, leavesOf, untilSigned } from './support/databases/chains.ts';
import { testOnOneDatabase } from './support/databases/databases.ts';
import { ask, askOk, evaluate, startTestService } from './support/http/in-process.ts';
import { keyHolder } from './support/people/other-tenant.ts';
import { testAsTenant, testAsTenantOnEachDatabase } from './support/people/tenants.ts';

const LOG = '/api/v1/evidence';

async function verifierKeys(app: FastifyInstance): Promise<VerifierKey[]> {
  const { body } = await ask(app, 'a', `${LOG}/verifier-keys`);
  return body.keys.map(({ vkey }: { vkey: string }) => parseVerifierKey(vkey));
}

testAsTenant('gives-the-checkpoint-and-who-signed-it', async ({ app, service, chain }) => {
  await growTo(service.db, chain, 300);
  const { note } = await untilSigned(service.db, chain);
  for (const url of [`${LOG}/checkpoint`, `${LOG}/log/checkpoint`]) {
    const { status, headers, body } = await ask(app, 'a', url);
    assert.deepEqual({ status, body }, { status: 200, body: note });
    assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
  }
  const { body } = await ask(app, 'a', `${LOG}/verifier-keys`);
  assert.equal(body.keys.length, 1);
  assert.equal(body.keys[0].valid_until, null);
  const opened = openCheckpoint(note, await verifierKeys(app));
  assert.ok(opened.fault === null);
  assert.deepEqual(
    Buffer.from(opened.checkpoint.root),
    Buffer.from(treeRoot(await leavesOf(service.db, chain))),
  );
});

testOnOneDatabase('has-no-checkpoint-of-a-chain-without-evidence', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { secret } = await keyHolder(service, 'empty');
  await untilSigned(service.db, await chainIn(service.db));
  // The empty tenant's key is evidence in its own chain, so its sandbox has none.
  await service.db.deleteFrom('checkpoints').execute();
  const { status, body } = await ask(app, 'a', `${LOG}/log/tile/0/000.p/255`, { key: secret });
  assert.equal(status, 404);
  assert.deepEqual(Object.keys(body), ['detail']);
});

testAsTenantOnEachDatabase('proves-each-artifact-at-any-size', async ({ app, service, chain }) => {
  await growTo(service.db, chain, 1700);
  await untilSigned(service.db, chain);
  const keys = await verifierKeys(app);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 2, max: 1699 }), async (position) => {
      const { status, headers, body } = await ask(app, 'a', `${LOG}/${idAt(position)}/proof`);
      assert.equal(status, 200);
      assert.equal(headers['content-type'], 'text/plain; charset=utf-8');
      const leaf = Buffer.from(parseProofFile(body).extra ?? []).toString('utf8');
      const verified = verifyProofFile(body, leafHash(leaf), keys);
      assert.ok(verified.fault === null, JSON.stringify(verified));
      assert.deepEqual(
        { index: verified.index, id: JSON.parse(leaf).id },
        { index: position, id: idAt(position) },
      );
    }),
    { numRuns: 25, examples: [[2], [255], [256], [1535], [1536], [1699]] },
  );
});

testAsTenant('proves-that-the-log-only-grew', async ({ app, service, chain }) => {
  await growTo(service.db, chain, 1700);
  const { root } = await untilSigned(service.db, chain);
  const leaves = await leavesOf(service.db, chain);
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 1700 }), async (size) => {
      const { body } = await ask(app, 'a', `${LOG}/consistency?from=${size}`);
      const hashes = body.proof.map((hash: string) => decodeBase64(hash));
      const fromRoot = treeRoot(leaves.slice(0, size));
      assert.deepEqual({ from: body.from, to: body.to }, { from: size, to: 1700 });
      assert.deepEqual(parseHash(body.from_root), Buffer.from(fromRoot));
      assert.deepEqual(parseHash(body.to_root), Buffer.from(root));
      assert.ok(verifyConsistency({ from: size, to: 1700, hashes }, fromRoot, root));
    }),
    { numRuns: 25, examples: [[0], [1], [256], [512], [1536], [1699], [1700]] },
  );
  for (const from of ['1701', '-1', '1.5', 'x', '', '1e3', '0x10', String(Number.MAX_SAFE_INTEGER)]) {
    const { status, body } = await ask(app, 'a', `${LOG}/consistency?from=${from}`);
    assert.equal(status, 422, from);
    assert.deepEqual(body.detail[0].loc, ['query', 'from']);
  }
  assert.equal((await ask(app, 'a', `${LOG}/consistency`)).status, 422);
});

testAsTenantOnEachDatabase(
  'serves-the-tiles-that-the-checkpoint-covers',
  async ({ app, service, key, chain }) => {
    await growTo(service.db, chain, 700);
    await untilSigned(service.db, chain);
    const leaves = await leavesOf(service.db, chain);
    const full = treeBuilder().append(leaves);
    const get = async (path: string) => {
      const response = await app.inject({ url: `${LOG}/log/${path}`, headers: { 'x-api-key': key } });
      return { status: response.statusCode, headers: response.headers, bytes: response.rawPayload };
    };
    for (const [path, bytes] of [
      ['tile/0/000', full[0]?.bytes],
      ['tile/0/001', full[1]?.bytes],
      ['tile/0/000.p/3', full[0]?.bytes.subarray(0, 96)],
      ['tile/0/002.p/188', Buffer.concat(leaves.slice(512))],
      ['tile/1/000.p/2', Buffer.concat(full.map((tile) => treeRoot(leavesIn(tile.bytes))))],
    ] as const) {
      const answer = await get(path);
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers['content-type'], 'application/octet-stream');
      assert.deepEqual(answer.bytes, Buffer.from(bytes ?? []), path);
    }
    const { bytes } = await get('tile/entries/002.p/188');
    const entries = entriesOf(bytes);
    assert.deepEqual(
      entries.map((entry) => leafHash(entry)),
      leaves.slice(512).map((leaf) => Buffer.from(leaf)),
    );
    for (const path of BAD_PATHS) {
      const { status } = await get(path);
      assert.equal(status, 404, path);
    }
  },
);

const BAD_PATHS = [
  'tile/0/002',
  'tile/0/002.p/189',
  'tile/0/003.p/1',
  'tile/1/000',
  'tile/2/000.p/1',
  'tile/0/0',
  'tile/00/000',
  'tile/0/000.p/0',
  'tile/0/000.p/256',
  'tile/0/x000/001',
  'tile/64/000',
  'tile/-1/000',
  'tile/entries/002',
  'tile/entries/002.p/189',
  'tile/entries/',
  'tile/',
  'tile/0/%00',
  'tile/0/x999/x999/x999/x999/x999/999',
];

function leavesIn(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / 32 }, (_, at) => bytes.subarray(32 * at, 32 * at + 32));
}

function entriesOf(bundle: Buffer): string[] {
  const entries: string[] = [];
  for (let at = 0; at < bundle.length; ) {
    const end = at + 2 + bundle.readUInt16BE(at);
    entries.push(bundle.toString('utf8', at + 2, end));
    at = end;
  }
  return entries;
}

testOnOneDatabase('shows-all-input-to-the-hash-of-a-record', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const { body: evaluation } = await evaluate(app, 'a', { action: 'a', context: { é: '\u20ac' } });
  const body = await askOk(app, 'a', `${LOG}/${evaluation.evidence_id}`);
  assert.deepEqual(leafHash(body.leaf), parseHash(body.hash));
  const salt = Buffer.from(body.salt, 'hex');
  assert.deepEqual(payloadCommitment(salt, canonicalJson(body.payload)), parseHash(body.payload_commitment));
  const leaf = JSON.parse(body.leaf);
  for (const name of ['id', 'index', 'actor', 'action', 'verdict', 'artifact_type', 'previous_hash']) {
    assert.equal(body[name], leaf[name], name);
  }
  await service.db.deleteFrom('artifact_payloads').where('position', '=', body.index).execute();
  const { body: removed } = await ask(app, 'a', `${LOG}/${evaluation.evidence_id}`);
  assert.deepEqual(
    { payload: removed.payload, salt: removed.salt, hash: removed.hash },
    { payload: null, salt: null, hash: body.hash },
  );
});

testAsTenant('hides-records-of-other-chains', async ({ app, service, name, sandboxKey }) => {
  const { body: evaluation } = await evaluate(app, 'a', { action: 'a', context: {} });
  const { secret } = await keyHolder(service, `${name}-other`);
  for (const suffix of ['', '/proof']) {
    const unknown = await ask(app, 'a', `${LOG}/ev_${'0'.repeat(24)}${suffix}`);
    assert.equal(unknown.status, 404);
    for (const [id, key] of [
      [evaluation.evidence_id, secret],
      [evaluation.evidence_id, sandboxKey],
      ['ev_%00', secret],
      ['nonsense', secret],
    ]) {
      const { status, body } = await ask(app, 'a', `${LOG}/${id}${suffix}`, { key: key ?? null });
      assert.deepEqual({ status, body }, { status: 404, body: unknown.body }, `${id}`);
    }
  }
});

testOnOneDatabase('gives-no-proof-of-an-altered-tree', async (location, t) => {
  const { app, service } = await startTestService(t, location);
  const chain = await chainIn(service.db);
  await growTo(service.db, chain, 300);
  await untilSigned(service.db, chain);
  await service.db
    .updateTable('tiles')
    .set({ hashes: Buffer.alloc(8192, 3) })
    .where('level', '=', 0)
    .execute();
  const { status, headers } = await ask(app, 'a', `${LOG}/${idAt(77)}/proof`);
  assert.equal(status, 503);
  assert.ok(Number(headers['retry-after']) >= 1);
  const alarms = await service.db.selectFrom('integrity_alarms').select('problem').execute();
  assert.deepEqual(alarms, [{ problem: 'altered_tree' }]);
});
