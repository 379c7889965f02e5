/** Starts truth verification over every registry, after earlier rows have been stated in the evidence. */
import type { DatabaseLocation } from '../database/location.ts';
import { digests } from '../evidence/changes/index.ts';
import type { Started } from '../foundation/chores.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { type AlarmDeps, type Finding, raiseAlarm } from '../proof/alarms/index.ts';
import type { SigningView } from '../proof/verification/index.ts';
import { stateEarlierPeople } from './earlier-people.ts';
import { stateRowsOnce } from './earlier-rows.ts';
import { readEarlierDecisions } from './registries/approvals/decisions.ts';
import { readEarlierAlarms } from './registries/evidence/alarms.ts';
import { readEarlierExports } from './registries/evidence/exports.ts';
import { readEarlierEndpoints } from './registries/governance/endpoints.ts';
import { truthThreads } from './truth-threads.ts';
import { type TruthVerifier, truthVerifier } from './verify-truth.ts';

export interface Audit extends Started {
  truth: TruthVerifier;
}

export interface AuditDeps extends AlarmDeps {
  config: { database: DatabaseLocation };
  signing: SigningView;
  fillRandom: FillRandom;
}

/** Earlier rows are stated before anything else is appended. */
export async function startAudit({ config, signing, ...deps }: AuditDeps): Promise<Audit> {
  await stateEarlierRows(deps);
  await stateEarlierPeople(deps);
  const raise = (chain: number, finding: Finding) => raiseAlarm(deps, chain, finding);
  const threads = truthThreads(config.database);
  // Only the threads need them at once: a start without them takes 5 % less processor time.
  const registries = async () => (await import('./registries/index.ts')).REGISTRIES;
  const truth = truthVerifier({ ...deps, signing, threads, raise }, registries);
  return { truth, chores: [], close: () => truth.close() };
}

/** States what chains of an earlier version hold without a counterpart. */
async function stateEarlierRows(deps: AlarmDeps & { fillRandom: FillRandom }): Promise<void> {
  const { db, clock } = deps;
  const remember = async (chain: number) => {
    const { rememberRefusals } = await import('./registries/verdicts/refusals.ts');
    await rememberRefusals({ db, chain }, clock.now());
  };
  const of = (read: typeof readEarlierAlarms) => (chain: number) => read({ db, chain });
  const rows = {
    alarms: of(readEarlierAlarms),
    decisions: of(readEarlierDecisions),
    exports: of(readEarlierExports),
    endpoints: async (chain: number) =>
      readEarlierEndpoints({ db, chain }, await digests(db, deps.fillRandom)),
  };
  await stateRowsOnce(deps, rows, remember);
}
