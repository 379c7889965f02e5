/** Starts truth verification over every registry, after earlier rows have been stated in the evidence. */
import type { DatabaseLocation } from '../database/location.ts';
import type { Database } from '../database/open.ts';
import { digests } from '../evidence/index.ts';
import type { Started } from '../foundation/chores.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { type AlarmDeps, type Finding, raiseAlarm, type Signing } from '../proof/index.ts';
import { alarmsToTakeOver } from './registries/alarms.ts';
import { decisionsToTakeOver } from './registries/decisions.ts';
import { endpointsToTakeOver } from './registries/endpoints.ts';
import { exportsToTakeOver } from './registries/exports.ts';
import { registriesOf } from './registries/index.ts';
import { takeOver } from './take-over.ts';
import { type TruthVerifier, truthVerifier } from './verify-truth.ts';

export interface Audit extends Started {
  truth: TruthVerifier;
}

export interface AuditDeps extends AlarmDeps {
  config: { database: DatabaseLocation };
  signing: Pick<Signing, 'verifiers' | 'lastSigned' | 'state'>;
  fillRandom: FillRandom;
}

/** Earlier rows are stated before anything else is appended. */
export async function startAudit({ config, signing, ...deps }: AuditDeps): Promise<Audit> {
  await stateEarlierRows(deps);
  const raise = (chain: number, finding: Finding) => raiseAlarm(deps, chain, finding);
  const truth = truthVerifier({ ...deps, location: config.database, raise }, registriesOf(signing));
  return { truth, chores: [], close: () => truth.close() };
}

/** States what chains of an earlier version hold without a counterpart. */
async function stateEarlierRows(deps: AlarmDeps & { fillRandom: FillRandom }): Promise<void> {
  const { db } = deps;
  const of = (read: (from: { db: Database; chain: number }) => ReturnType<typeof alarmsToTakeOver>) => {
    return (chain: number) => read({ db, chain });
  };
  await takeOver(deps, {
    alarms: of(alarmsToTakeOver),
    decisions: of(decisionsToTakeOver),
    exports: of(exportsToTakeOver),
    endpoints: async (chain) => endpointsToTakeOver({ db, chain }, await digests(db, deps.fillRandom)),
  });
}
