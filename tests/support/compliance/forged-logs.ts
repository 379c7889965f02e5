/** Logs as an operator who holds the signing key can forge them: of any leaves, with valid signatures and proofs. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  carryOut,
  consistencyPlan,
  encodeBase64,
  inclusionPlan,
  leafHash,
  type Signer,
  signCheckpoint,
  signerOf,
  treeRoot,
} from '@assize/evidence-format';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import { leafOf } from '@assize/service/evidence/append/index.ts';
import { parseKeys } from '@assize/service/proof/log/signing/signing-key.ts';
import { signingDirFor } from '../databases/databases.ts';

/** The key of the service under any name. */
export function stolenSigner(location: DatabaseLocation, name: string): Signer {
  const [key] = parseKeys(readFileSync(path.join(signingDirFor(location), 'keys.json'), 'utf8'));
  if (key?.seed == null) throw new Error('the service has no key that signs');
  return signerOf(name, key.seed);
}

/** The texts of all leaves of a chain. */
export async function leavesIn(db: Database, chain: number): Promise<string[]> {
  const rows = await db
    .selectFrom('artifacts')
    .selectAll()
    .where('chain', '=', chain)
    .orderBy('position')
    .execute();
  return rows.map(leafOf);
}

export interface ForgedLog {
  note: string;
  size: number;
  /** The inclusion proof of a leaf, in base64. */
  proofOf(index: number): string[];
  /** The proof that it begins with as many of its leaves, in base64. */
  growthFrom(size: number): string[];
}

export function forgedLog(leaves: readonly string[], signer: Signer): ForgedLog {
  const hashes = leaves.map((leaf) => leafHash(leaf));
  const hashAt = (level: number, index: number) =>
    treeRoot(hashes.slice(index * 2 ** level, (index + 1) * 2 ** level));
  const checkpoint = { origin: signer.name, size: hashes.length, root: treeRoot(hashes), extensions: [] };
  return {
    note: signCheckpoint(checkpoint, signer),
    size: hashes.length,
    proofOf: (index) => carryOut(inclusionPlan(hashes.length, index), hashAt).map(encodeBase64),
    growthFrom: (size) => carryOut(consistencyPlan(size, hashes.length), hashAt).map(encodeBase64),
  };
}
