/** A fast check that a run of records is sound. If it fails, `chainVerifier` names the fault record by record. */
import {
  formatHash,
  HASH_BYTES,
  isStatement,
  type JsonObject,
  leafTextOf,
  parseJson,
  RESTORE_ACTION,
  readRemoval,
  restoresIn,
  SALT_BYTES,
  type Span,
  sha256Hex,
} from '@assize/evidence-format';
import type { EvidenceReader, StoredLeaf } from '../../database/evidence/stored-evidence.ts';
import type { Statement } from './removals.ts';

/** The result of a sound run of records. */
export interface SoundRun {
  /** The hash of each record, as hex. */
  hashes: string[];
  /** Records without a payload. */
  withheld: Span[];
  statements: Statement[];
}

/**
 * @param chain its number, and its published name. @param previousHash that the first record must name, as hex.
 * @returns null if anything is wrong.
 */
export async function soundRun(
  reader: EvidenceReader,
  chain: { number: number; name: string },
  { start, end }: Span,
  previousHash: string,
): Promise<SoundRun | null> {
  const leaves = await reader.leaves(chain.number, start, end);
  if (leaves.length !== end - start || !followOneAnother(leaves, start, previousHash)) return null;
  if (!leaves.every((leaf) => isSoundLeaf(chain.name, leaf))) return null;

  const run: SoundRun = { hashes: leaves.map(({ hash }) => hash), withheld: [], statements: [] };
  let next = start;
  let isSound = true;
  await reader.payloads(chain.number, start, end, (position, sealed) => {
    const leaf = leaves[position - start];
    isSound &&= leaf !== undefined && sealed !== null && sha256Hex(sealed) === leaf.payload_commitment;
    if (!isSound || leaf === undefined || sealed === null) return;
    if (position > next) run.withheld.push({ start: next, end: position });
    next = position + 1;
    if (isStatement(leaf.artifact_type, leaf.action)) {
      run.statements.push(statementOf(leaf, sealed.subarray(SALT_BYTES)));
    }
  });
  if (next < end) run.withheld.push({ start: next, end });
  return isSound ? run : null;
}

function followOneAnother(leaves: readonly StoredLeaf[], start: number, previousHash: string): boolean {
  let previous = previousHash;
  return leaves.every(({ position, previous_hash, hash }, place) => {
    const follows = position === start + place && previous_hash === previous;
    previous = hash;
    return follows;
  });
}

const PREFIX = formatHash(new Uint8Array(HASH_BYTES)).slice(0, -2 * HASH_BYTES);

function isSoundLeaf(chain: string, leaf: StoredLeaf): boolean {
  try {
    const text = leafTextOf(
      {
        chain,
        index: leaf.position,
        id: leaf.id,
        artifact_type: leaf.artifact_type,
        action: leaf.action,
        verdict: leaf.verdict,
        actor: leaf.actor,
        created_at_ms: leaf.created_at,
      },
      PREFIX + leaf.payload_commitment,
      PREFIX + leaf.previous_hash,
    );
    // The prefix of a leaf (RFC 6962 section 2.1), as in `leafHash`.
    return sha256Hex(`\u0000${text}`) === leaf.hash;
  } catch (error) {
    // A wrong field causes a TypeError.
    if (error instanceof TypeError) return false;
    throw error;
  }
}

type StatingLeaf = Pick<StoredLeaf, 'position' | 'id' | 'action' | 'created_at'>;

/** The statement of a sound record of that kind; empty, which justifies nothing, if it is unclear. */
export function statementOf(leaf: StatingLeaf, payload: Uint8Array): Statement {
  const { position, id, action, created_at } = leaf;
  const text = Buffer.from(payload).toString('utf8');
  if (action === RESTORE_ACTION) {
    const at = new Date(created_at).toISOString();
    return { position, removal: null, restores: restoresIn({ index: position, id, at }, text) };
  }
  try {
    const removal = readRemoval(action, parseJson(text) as JsonObject);
    const isOfEarlier = removal !== null && removal.end <= position;
    return { position, removal: isOfEarlier ? removal : null, restores: [] };
  } catch (error) {
    if (error instanceof SyntaxError) return { position, removal: null, restores: [] };
    throw error;
  }
}
