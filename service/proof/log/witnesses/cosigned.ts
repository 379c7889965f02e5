/** Checkpoints with the cosignatures that witnesses have given on them. */
import { unsignedCheckpoint } from '@assize/evidence-format';
import type { Database } from '../../../database/open.ts';
import type { SignedCheckpoint } from '../checkpoints.ts';

/** The checkpoint, with a line for each witness that has cosigned this one. */
export async function withCosignatures(
  db: Database,
  chain: number,
  checkpoint: SignedCheckpoint,
): Promise<SignedCheckpoint> {
  const rows = await cosignaturesIn(db, chain).where('note', '=', checkpoint.note).execute();
  return { ...checkpoint, note: checkpoint.note + rows.map(({ line }) => line).join('') };
}

/**
 * The newest checkpoint that most witnesses have cosigned, if it covers `size` artifacts; null if there is none.
 */
export async function cosignedCheckpoint(
  db: Database,
  chain: number,
  size = 0,
): Promise<SignedCheckpoint | null> {
  const rows = await cosignaturesIn(db, chain).where('size', '>=', size).execute();
  const best = [...Map.groupBy(rows, ({ note }) => note)]
    .map(([note, cosigned]) => ({ note, cosigned, size: cosigned[0]?.size ?? 0 }))
    .sort((one, other) => other.cosigned.length - one.cosigned.length || other.size - one.size)[0];
  if (best?.note == null) return null;
  const { note, cosigned } = best;
  const read = unsignedCheckpoint(note);
  if (typeof read === 'string') return null;
  const signedAt = Math.min(...cosigned.map(({ cosigned_at }) => cosigned_at ?? 0));
  return {
    size: read.size,
    root: read.root,
    note: note + cosigned.map(({ line }) => line).join(''),
    signedAt,
  };
}

function cosignaturesIn(db: Database, chain: number) {
  return db
    .selectFrom('cosignatures')
    .selectAll()
    .where('chain', '=', chain)
    .where('note', 'is not', null)
    .orderBy('witness');
}
