/**
 * Chains of which nothing is signed, because they are not what was signed last: as the node that signs has found it,
 * and told every other by its alarm. An alarm that was acknowledged is still told here: acknowledged is not mended.
 */

import type { Database } from '../../database/open.ts';
import { chainId } from '../../evidence/index.ts';
import type { SigningProblem } from './refusal.ts';

export interface UnsignedChain {
  chain: number;
  problem: SigningProblem;
  /** One sentence for a person. */
  message: string;
}

/** Of a chain as a whole. What is wrong with one record, verification names. */
const REFUSALS = [
  'shorter_than_signed',
  'history_rewritten',
  'altered_signing_folder',
] as const satisfies readonly SigningProblem[];

/** What an older database looks like beside a newer signing folder, before it has grown and after. */
const OF_A_RESTORE: readonly string[] = ['shorter_than_signed', 'history_rewritten'];

export function mayBeRestored(problem: string): boolean {
  return OF_A_RESTORE.includes(problem);
}

/** What happened and what to do, for a caller whom it keeps from an answer; null where nothing is known. */
export async function whyUnsigned(db: Database, chain: number): Promise<string | null> {
  const [found] = await unsignedChains(db, chain);
  return found === undefined ? null : `Nothing of this chain is signed. ${found.message} ${adviceFor(found)}`;
}

/** What the operator can do. */
export function adviceFor({ chain, problem }: { chain: number; problem: string }): string {
  if (problem === 'altered_signing_folder') {
    return `The operator puts back last/${chainId(chain)}.note of its signing folder.`;
  }
  if (!mayBeRestored(problem)) return 'The operator looks into it: assize evidence verify --full.';
  return (
    'An older database was put back, or the evidence was altered. The operator puts the newer database ' +
    'back, or records what is missing: assize evidence acknowledge-restore.'
  );
}

/** For whoever watches over the service, who need not be told whose chains they are. */
export async function signingWarnings(db: Database): Promise<string[]> {
  const { length } = await unsignedChains(db);
  if (length === 0) return [];
  const chains = length === 1 ? '1 chain is' : `${length} chains are`;
  return [`The evidence of ${chains} not signed: it is not what was signed before. Run: assize doctor`];
}

/** @param only this chain; all where it is left out. */
async function unsignedChains(db: Database, only?: number): Promise<UnsignedChain[]> {
  const rows = await db
    .selectFrom('integrity_alarms')
    .innerJoin('chains', 'chains.chain', 'integrity_alarms.chain')
    .leftJoin('checkpoints', 'checkpoints.chain', 'integrity_alarms.chain')
    .select(['integrity_alarms.chain', 'problem', 'message'])
    .where('gone_at', 'is', null)
    .where('position', 'is', null)
    .where('problem', 'in', [...REFUSALS])
    // A caller's own checkpoint can have the same found of a chain that is signed as ever.
    .where((row) =>
      row.or([
        row('problem', '<>', 'history_rewritten'),
        row('checkpoints.size', 'is', null),
        row('checkpoints.size', '<', row.ref('chains.size')),
      ]),
    )
    .$if(only !== undefined, (some) => some.where('integrity_alarms.chain', '=', only ?? 0))
    .orderBy('integrity_alarms.chain')
    .orderBy('raised_at', 'desc')
    .execute();
  const newest = new Map<number, UnsignedChain>();
  for (const row of rows) {
    if (!newest.has(row.chain)) newest.set(row.chain, { ...row, problem: row.problem as SigningProblem });
  }
  return [...newest.values()];
}

/** The chain is what was signed: should that be found otherwise again, it is a new finding. */
export async function settleRefusals(db: Database, chain: number, nowMs: number): Promise<void> {
  const open = db
    .selectFrom('integrity_alarms')
    .select('alarm_id')
    .where('chain', '=', chain)
    .where('gone_at', 'is', null)
    .where('position', 'is', null)
    .where('problem', 'in', [...REFUSALS]);
  const found = await open.execute();
  if (found.length === 0) return;
  await db
    .updateTable('integrity_alarms')
    .set({ gone_at: nowMs })
    .where('chain', '=', chain)
    .where(
      'alarm_id',
      'in',
      found.map(({ alarm_id }) => alarm_id),
    )
    .execute();
}
