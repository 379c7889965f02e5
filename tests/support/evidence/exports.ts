/** Makes exports, and reads them with only the evidence format. */
import assert from 'node:assert/strict';
import {
  canonicalJson,
  decodeBase64,
  type ExportReport,
  exportVerifier,
  formatHash,
  hashesFromTiles,
  hashesOfTile,
  type JsonValue,
  leafHash,
  leafText,
  openCheckpoint,
  parseHash,
  parseVerifierKey,
  payloadCommitment,
  rootOf,
  TILE_WIDTH,
  treeRoot,
} from '@assize/evidence-format';
import { evaluate as evaluateThere } from '@assize/service/evaluation/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import type { FastifyInstance } from 'fastify';
import { type Answer, ask, type Call, PRODUCTION_KEY } from '../http/in-process.ts';
import { until } from '../until.ts';

export const EXPORTS = '/api/v1/evidence/export';

/** An export's content, untyped, because the test looks at it. */
export type Exported = ReturnType<typeof JSON.parse>;

/** Retries if no checkpoint came in time, as the answer suggests. */
export async function askForExport(app: FastifyInstance, body: unknown, call: Call = {}): Promise<Answer> {
  const asked = () => ask(app, 'a', EXPORTS, { ...call, body });
  let answer = await asked();
  if (answer.status === 503) {
    await until(async () => {
      answer = await asked();
      return answer.status !== 503;
    });
  }
  return answer;
}

/** Uses only the link. */
export async function download(app: FastifyInstance, downloadUrl: string): Promise<string> {
  const { pathname, search } = new URL(downloadUrl);
  const { statusCode, body } = await app.inject({ method: 'GET', url: pathname + search });
  assert.equal(statusCode, 200, body.slice(0, 500));
  return body;
}

export async function exportAs(
  app: FastifyInstance,
  body: object,
): Promise<{ answer: Exported; text: string }> {
  const created = await askForExport(app, body);
  assert.equal(created.status, 200, JSON.stringify(created.body));
  return { answer: created.body, text: await download(app, created.body.download_url) };
}

export async function exportJson(app: FastifyInstance, body: object = {}): Promise<Exported> {
  const { answer, text } = await exportAs(app, { format: 'json', ...body });
  const exported = JSON.parse(text);
  assert.equal(exported.manifest.artifact_count, answer.artifact_count);
  const { verdict, problems, artifacts } = reportOn(text);
  assert.deepEqual({ verdict, problems }, { verdict: 'sound', problems: [] });
  assert.equal(artifacts.verified, answer.artifact_count);
  return exported;
}

/** Evaluates until the key's chain has this many artifacts. */
export async function fillTo(service: Service, size: number, key = PRODUCTION_KEY): Promise<void> {
  const principal = await service.authenticator.authenticate(key);
  const { size: now } = await service.db
    .selectFrom('chains')
    .select('size')
    .where('chain', '=', principal.chain)
    .executeTakeFirstOrThrow();
  const request = (number: number) => ({ action: `export.${number % 3}`, context: {} });
  const missing = Array.from({ length: size - now }, (_, place) => request(now + place));
  await Promise.all(missing.map((each) => evaluateThere(service, principal, each, undefined)));
}

/** Returns the result of the verifier that auditors get. */
export function reportOn(text: string): ExportReport {
  const verifier = exportVerifier();
  verifier.push(Buffer.from(text));
  return verifier.finish();
}

/**
 * Checks everything that an auditor would compute: leaves, commitments, tiles, root, signature. @throws if one is
 * wrong.
 */
export function checkExported(exported: Exported): void {
  const { manifest, checkpoint, verifier_keys: keys, segments, end } = exported;
  const opened = openCheckpoint(
    checkpoint,
    keys.map(({ vkey }: Exported) => parseVerifierKey(vkey)),
  );
  assert.equal(opened.fault, null);
  if (opened.fault !== null) return;
  assert.equal(opened.checkpoint.size, manifest.tree_size);
  assert.equal(formatHash(opened.checkpoint.root), manifest.root_hash);
  const hashAt = hashesFromTiles(
    exported.tiles.map(({ level, index, hashes }: Exported) => {
      const bytes = bytesOf(hashes);
      return { level, index, width: bytes.length / 32, bytes };
    }),
  );
  assert.equal(formatHash(rootOf(manifest.tree_size, hashAt)), manifest.root_hash);
  let count = 0;
  let withheld = 0;
  for (const { index, leaves, artifacts } of segments) {
    const hashes = hashesOfTile(bytesOf(leaves));
    if (hashes.length === TILE_WIDTH) assert.equal(hex(treeRoot(hashes)), hex(hashAt(8, index)));
    else {
      for (const [place, hash] of hashes.entries()) {
        assert.equal(hex(hash), hex(hashAt(0, index * TILE_WIDTH + place)));
      }
    }
    for (const artifact of artifacts) {
      const leaf = hashes[artifact.index - index * TILE_WIDTH];
      assert.equal(formatHash(leaf ?? new Uint8Array()), artifact.hash);
      checkArtifact(artifact, manifest.chain);
      count += 1;
      if (artifact.payload === null) withheld += 1;
    }
  }
  assert.deepEqual(end, { artifact_count: count, withheld_count: withheld });
  assert.equal(count, manifest.artifact_count);
}

function checkArtifact(artifact: Exported, chain: string): void {
  const leaf = leafText({
    ...artifact,
    chain,
    payload_commitment: parseHash(artifact.payload_commitment),
    previous_hash: parseHash(artifact.previous_hash),
    created_at_ms: Date.parse(artifact.created_at),
  });
  assert.equal(formatHash(leafHash(leaf)), artifact.hash);
  if (artifact.payload === null) return;
  const payload = canonicalJson(artifact.payload as JsonValue);
  const commitment = payloadCommitment(Buffer.from(artifact.salt, 'hex'), payload);
  assert.equal(formatHash(commitment), artifact.payload_commitment);
}

function bytesOf(base64: string): Uint8Array {
  const bytes = decodeBase64(base64);
  assert.ok(bytes !== null);
  return bytes;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}
