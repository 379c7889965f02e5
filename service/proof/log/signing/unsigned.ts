/**
 * Chains that are not signed because they do not match their last signature, as an alarm of the signing node says. An
 * acknowledged alarm still counts here, because acknowledging repairs nothing.
 */

import { chainId } from '../../../database/chain-id.ts';
import type { Database } from '../../../database/open.ts';
import type { ChangeDeps } from '../../../evidence/changes/index.ts';
import { settleThese, unsettledAlarms } from '../../alarms/alarms.ts';

/** Problems of a chain as a whole. Verification names the faults of single records. */
const REFUSALS = [
  'shorter_than_signed',
  'history_rewritten',
  'altered_signing_folder',
  'restore_not_stated',
] as const;

/** The problems that an older database beside a newer signing folder causes, before and after it has grown. */
const OF_A_RESTORE: readonly string[] = ['shorter_than_signed', 'history_rewritten', 'restore_not_stated'];

export function mayBeRestored(problem: string): boolean {
  return OF_A_RESTORE.includes(problem);
}

/** The cause and the remedy, for a caller who gets no answer for this reason; null if unknown. */
export async function whyUnsigned(db: Database, chain: number): Promise<string | null> {
  const [found] = await unsignedChains(db, chain);
  return found === undefined ? null : `This chain is not being signed. ${found.message} ${adviceFor(found)}`;
}

/** The operator's remedy. */
export function adviceFor({ chain, problem }: { chain: number; problem: string }): string {
  if (problem === 'altered_signing_folder') {
    return `The operator needs to restore last/${chainId(chain)}.note in the signing folder.`;
  }
  if (problem === 'restore_not_stated') {
    return 'The operator needs to record what is missing: assize evidence acknowledge-restore.';
  }
  if (!mayBeRestored(problem)) return 'The operator needs to investigate: assize evidence verify --full.';
  return (
    'An older database was put back, or the evidence was altered. The operator needs to return to the newer ' +
    'database, or to record what is missing: assize evidence acknowledge-restore.'
  );
}

/** Warnings for the service's monitoring, without the names of chains. */
export async function signingWarnings(db: Database): Promise<string[]> {
  const { length } = await unsignedChains(db);
  if (length === 0) return [];
  const chains = length === 1 ? '1 chain' : `${length} chains`;
  return [
    `The evidence of ${chains} is not signed, because it is not what was signed before, or was restored. Run: assize doctor`,
  ];
}

/** @param only the chain; all chains if it is left out. */
async function unsignedChains(db: Database, only?: number) {
  const rows = await db
    .selectFrom('integrity_alarms')
    .innerJoin('chains', 'chains.chain', 'integrity_alarms.chain')
    .leftJoin('checkpoints', 'checkpoints.chain', 'integrity_alarms.chain')
    .select(['integrity_alarms.chain', 'problem', 'message'])
    .where('gone_at', 'is', null)
    .where('position', 'is', null)
    .where('problem', 'in', [...REFUSALS])
    // A caller's own checkpoint can cause the same finding for a chain that is still signed.
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
  return [...Map.groupBy(rows, ({ chain }) => chain).values()].flatMap(([newest]) => newest ?? []);
}

/** Call this when the chain matches its signature: the same problem is then a new finding. */
export async function settleRefusals(deps: ChangeDeps & { db: Database }, chain: number): Promise<void> {
  const refusals = unsettledAlarms(deps.db, chain)
    .where('position', 'is', null)
    .where('problem', 'in', [...REFUSALS]);
  await settleThese(deps, chain, await refusals.execute());
}
