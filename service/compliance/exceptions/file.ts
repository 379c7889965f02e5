/** The file of a report, which verifies without the service. Its seal is of the newest checkpoint; the rest stays the same. */
import {
  canonicalJson,
  EXCEPTIONS_FORMAT,
  formatHash,
  type JsonObject,
  openCheckpoint,
  parseJson,
  parseVerifierKey,
} from '@assize/evidence-format';
import type { Database } from '../../database/open.ts';
import { Failure } from '../../foundation/failure.ts';
import { checkpointCovering, type EvidenceRecord, publishedKeys, recordOf } from '../../proof/log/index.ts';
import type { FoundReport } from './find.ts';
import type { ReportMaker } from './maker.ts';
import { indexesIn, type Proofs, type ProofsWanted } from './proofs.ts';
import { signOffsOf } from './sign-off.ts';

interface FileDeps {
  db: Database;
  reportMaker: ReportMaker;
}

const RETRY_AFTER_SECONDS = 5;

/** @throws {Failure} `unavailable` where too many are being made, or the log no longer gives what was signed. */
export async function reportFile(deps: FileDeps, chain: number, report: FoundReport): Promise<string> {
  const { record, sha256, recorded, evidenceId } = report;
  const records = await proven(deps, chain, report);
  const signings = await signOffsOf(deps.db, chain, evidenceId);
  const artifacts = await Promise.all(signings.map(({ evidenceId: id }) => recordOf(deps.db, chain, id)));
  // One whose content was removed meanwhile is left out, as it would be a moment later.
  const signOffs = artifacts.flatMap((each) =>
    each.payload === null ? [] : [{ ...opened(each), payload: each.payload }],
  );
  const seal = await sealOf(deps, chain, record.tree_size, [
    recorded.leaf,
    ...signOffs.map(({ leaf }) => leaf),
  ]);
  const sealed = <Each extends { leaf: string }>(each: Each) => ({
    ...each,
    proof: seal.proofs.get(each.leaf),
  });
  const members: [string, string][] = [
    ['format', JSON.stringify(EXCEPTIONS_FORMAT)],
    ['report', canonicalJson(record as unknown as JsonObject)],
    ['report_sha256', JSON.stringify(sha256)],
    ['recorded', JSON.stringify(sealed(opened(recorded)))],
    ['sealed_by', JSON.stringify(seal.note)],
    ['consistency_proof', JSON.stringify(seal.consistency)],
    ['verifier_keys', JSON.stringify(await keysOf(deps.db, chain, [record.checkpoint?.note, seal.note]))],
    ['records', `[${records.map((each) => `\n${JSON.stringify(each)}`).join(',')}]`],
    [
      'sign_offs',
      `[${signOffs.map((each) => `\n${canonicalJson(sealed(each) as unknown as JsonObject)}`).join(',')}]`,
    ],
  ];
  return `{${members.map(([name, text]) => `"${name}":${text}`).join(',\n')}}\n`;
}

async function proven(
  { reportMaker }: FileDeps,
  chain: number,
  { record }: FoundReport,
): Promise<Proofs['records']> {
  const { checkpoint, tree_size: since } = record;
  if (checkpoint === null) return [];
  const { records } = await prove(reportMaker, { chain, checkpoint, indexes: indexesIn(record), since });
  return records;
}

interface Seal {
  note: string;
  consistency: string[];
  /** The inclusion proofs, by leaf. */
  proofs: Map<string, string[]>;
}

/** Proves leaves that are newer than the report's checkpoint, of `since` records, in a tree that begins with its. @throws {Failure} `unavailable` where nothing is signed. */
async function sealOf(
  { db, reportMaker }: FileDeps,
  chain: number,
  since: number,
  leaves: readonly string[],
): Promise<Seal> {
  const indexes = leaves
    .map((leaf) => (parseJson(leaf) as unknown as { index: number }).index)
    .sort((a, b) => a - b);
  const { size, root, note, signedAt } = await checkpointCovering(db, chain, (indexes.at(-1) ?? 0) + 1);
  const signed_at = new Date(signedAt).toISOString();
  const checkpoint = { tree_size: size, root_hash: formatHash(root), signed_at, note };
  const { records, consistency } = await prove(reportMaker, { chain, checkpoint, indexes, since });
  return { note, consistency, proofs: new Map(records.map(({ leaf, proof }) => [leaf, proof])) };
}

async function prove(reportMaker: ReportMaker, wanted: ProofsWanted): Promise<Proofs> {
  try {
    return await reportMaker.prove(wanted);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw Failure.unavailable(RETRY_AFTER_SECONDS, error);
  }
}

function opened({ leaf, salt }: EvidenceRecord): { leaf: string; salt: string } {
  return { leaf, salt: Buffer.from(salt ?? []).toString('hex') };
}

/** The keys that signed these notes. */
async function keysOf(
  db: Database,
  chain: number,
  notes: readonly (string | undefined)[],
): Promise<{ vkey: string }[]> {
  const published = await publishedKeys(db, chain);
  return published
    .filter(({ vkey }) => {
      const key = parseVerifierKey(vkey);
      return notes.some((note) => note !== undefined && openCheckpoint(note, [key]).fault === null);
    })
    .map(({ vkey }) => ({ vkey }));
}
