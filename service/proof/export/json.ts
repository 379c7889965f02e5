/** An export as self-contained JSON, with payloads as the bytes that were hashed, and all that a verifier needs. */
import {
  canBeMember,
  EXPORT_FORMAT,
  formatHash,
  payloadCommitment,
  SALT_BYTES,
  sameHash,
  statedRestoreFields,
} from '@assize/evidence-format';
import type { StoredArtifact } from '../../database/evidence/stored-evidence.ts';
import { ByteWriter, isoTime, isoTimeOrNull } from './byte-writer.ts';
import type { ExportManifest, ExportSource } from './source.ts';

export async function* renderJson(source: ExportSource): AsyncGenerator<Uint8Array> {
  const { manifest, checkpoint, verifierKeys } = source;
  const out = new ByteWriter();
  out.text(`{"format":"${EXPORT_FORMAT}",\n`);
  out.text(`"manifest":${JSON.stringify(manifestMember(manifest))},\n`);
  out.text(`"checkpoint":${JSON.stringify(checkpoint)},\n`);
  const keys = verifierKeys.map(({ vkey, validFrom, validUntil }) => ({
    vkey,
    valid_from: isoTime(validFrom),
    valid_until: isoTimeOrNull(validUntil),
  }));
  out.text(`"verifier_keys":${JSON.stringify(keys)},\n"tiles":[`);
  let separator = '\n';
  for await (const { level, index, bytes } of source.tiles()) {
    out.text(`${separator}${JSON.stringify({ level, index, hashes: base64(bytes) })}`);
    separator = ',\n';
    if (out.isFull) yield out.take();
  }
  out.text('],\n"segments":[');
  separator = '\n';
  const written = { artifact_count: 0, withheld_count: 0 };
  for await (const { index, leaves, artifacts } of source.segments()) {
    out.text(`${separator}{"index":${index},"leaves":"${base64(leaves)}","artifacts":[`);
    separator = ',\n';
    let between = '\n';
    for (const artifact of artifacts) {
      out.text(between);
      writeArtifact(out, artifact);
      between = ',\n';
      written.artifact_count += 1;
      if (artifact.payload === null) written.withheld_count += 1;
      if (out.isFull) yield out.take();
    }
    out.text(']}');
  }
  out.text(`],\n"end":${JSON.stringify(written)}}\n`);
  yield out.take();
}

function manifestMember(manifest: ExportManifest) {
  const { from, to, artifactTypes } = manifest.filter;
  return {
    export_id: manifest.exportId,
    tenant: manifest.tenant,
    environment: manifest.environment,
    chain: manifest.chain,
    filter: { from_date: isoTimeOrNull(from), to_date: isoTimeOrNull(to), artifact_types: artifactTypes },
    created_at: isoTime(manifest.createdAt),
    tree_size: manifest.treeSize,
    root_hash: formatHash(manifest.rootHash),
    artifact_count: manifest.artifactCount,
    removals: manifest.removals.map(({ kind, fromIndex, toIndex, evidenceId }) => ({
      kind,
      from_index: fromIndex,
      to_index: toIndex,
      evidence_id: evidenceId,
    })),
    restores: manifest.restores.map(statedRestoreFields),
  };
}

function writeArtifact(out: ByteWriter, artifact: StoredArtifact): void {
  const { salt } = artifact;
  out.text(
    `{"index":${artifact.position},"id":${JSON.stringify(artifact.id)}` +
      `,"artifact_type":${JSON.stringify(artifact.artifact_type)}` +
      `,"action":${JSON.stringify(artifact.action)}` +
      `,"verdict":${JSON.stringify(artifact.verdict)}` +
      `,"actor":${JSON.stringify(artifact.actor)}` +
      `,"payload_commitment":"${formatHash(artifact.payload_commitment)}"` +
      `,"created_at":"${isoTime(artifact.created_at)}"` +
      `,"previous_hash":"${formatHash(artifact.previous_hash)}"` +
      `,"hash":"${formatHash(artifact.hash)}"` +
      `,"salt":${salt === null ? 'null' : `"${hex(salt)}"`},"payload":`,
  );
  if (artifact.payload === null) out.text('null');
  else if (isAsCommitted(artifact)) out.bytes(artifact.payload);
  else out.text(alteredPayload(artifact.payload));
  out.text('}');
}

/** The payload was canonical JSON when it was recorded, so it is written unchanged. */
function isAsCommitted({ salt, payload, payload_commitment }: StoredArtifact): boolean {
  if (salt?.length !== SALT_BYTES || payload === null) return false;
  return sameHash(payloadCommitment(salt, payload), payload_commitment);
}

/** Tampered bytes must not break the file around them: they become a string, and verification still finds them. */
function alteredPayload(payload: Uint8Array): string {
  const text = bufferOf(payload).toString('utf8');
  if (canBeMember(text) && !/[\r\n]/.test(text)) return text;
  return JSON.stringify(text);
}

function hex(bytes: Uint8Array): string {
  return bufferOf(bytes).toString('hex');
}

function base64(bytes: Uint8Array): string {
  return bufferOf(bytes).toString('base64');
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
