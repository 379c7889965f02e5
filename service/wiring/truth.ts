/** Everything that must agree with the evidence. What is kept anew adds its registry here. */

import {
  alarmsRegistry,
  alarmsToTakeOver,
  approvalsRegistry,
  budgetsRegistry,
  chainRegistry,
  decisionsRegistry,
  decisionsToTakeOver,
  endpointsRegistry,
  endpointsToTakeOver,
  exportsRegistry,
  exportsToTakeOver,
  haltsRegistry,
  idempotencyRegistry,
  keysRegistry,
  logRegistry,
  outcomesRegistry,
  policiesRegistry,
  type Registry,
  refusalsRegistry,
  removalsRegistry,
  resolutionsRegistry,
  searchBlocksRegistry,
  settingsRegistry,
  type TruthVerifier,
  takeOver,
  trustRegistry,
  truthVerifier,
  usageRegistry,
  verdictsRegistry,
} from '../audit/index.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/open.ts';
import { digests } from '../evidence/index.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { type AlarmDeps, type Finding, type OpenSigning, raiseAlarm } from '../proof/index.ts';

export function truthOf(config: Config, parts: AlarmDeps, signing: OpenSigning): TruthVerifier {
  const raise = (chain: number, finding: Finding) => raiseAlarm(parts, chain, finding);
  return truthVerifier({ ...parts, location: config.database, raise }, registriesOf(signing));
}

export function registriesOf(signing: Parameters<typeof logRegistry>[0]): Registry[] {
  return [
    chainRegistry,
    logRegistry(signing),
    searchBlocksRegistry,
    verdictsRegistry,
    refusalsRegistry,
    settingsRegistry,
    approvalsRegistry,
    decisionsRegistry,
    resolutionsRegistry,
    idempotencyRegistry,
    outcomesRegistry,
    trustRegistry,
    keysRegistry,
    haltsRegistry,
    budgetsRegistry,
    removalsRegistry,
    usageRegistry,
    policiesRegistry,
    alarmsRegistry,
    exportsRegistry,
    endpointsRegistry,
  ];
}

/** What chains of an earlier version hold without a counterpart is stated before anything else is appended. */
export async function stateEarlierRows(parts: AlarmDeps & { fillRandom: FillRandom }): Promise<void> {
  const { db } = parts;
  const of = (read: (from: { db: Database; chain: number }) => ReturnType<typeof alarmsToTakeOver>) => {
    return (chain: number) => read({ db, chain });
  };
  await takeOver(parts, {
    alarms: of(alarmsToTakeOver),
    decisions: of(decisionsToTakeOver),
    exports: of(exportsToTakeOver),
    endpoints: async (chain) => endpointsToTakeOver({ db, chain }, await digests(db, parts.fillRandom)),
  });
}
