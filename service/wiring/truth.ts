/** Everything that must agree with the evidence. What is kept anew adds its registry here. */
import {
  approvalsRegistry,
  decisionsRegistry,
  decisionsToTakeOver,
  resolutionsRegistry,
} from '../approvals/index.ts';
import { budgetsRegistry } from '../budgets/index.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/open.ts';
import { idempotencyRegistry, refusalsRegistry, verdictsRegistry } from '../evaluation/index.ts';
import {
  type AlarmDeps,
  alarmsRegistry,
  alarmsToTakeOver,
  chainRegistry,
  digests,
  exportsRegistry,
  exportsToTakeOver,
  type Finding,
  logRegistry,
  type OpenSigning,
  raiseAlarm,
  removalsRegistry,
  searchBlocksRegistry,
  type TruthVerifier,
  takeOver,
  truthVerifier,
} from '../evidence/index.ts';
import type { Registry } from '../audit/index.ts';
import type { FillRandom } from '../foundation/ids.ts';
import { haltsRegistry } from '../governance/halts/index.ts';
import { keysRegistry } from '../keys/index.ts';
import { outcomesRegistry } from '../outcomes/index.ts';
import { policiesRegistry } from '../governance/policies/index.ts';
import { settingsRegistry } from '../governance/settings/index.ts';
import { trustRegistry } from '../trust/index.ts';
import { usageRegistry } from '../usage/index.ts';
import { endpointsRegistry, endpointsToTakeOver } from '../webhooks/index.ts';

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
