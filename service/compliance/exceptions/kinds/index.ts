/** All kinds of exceptions, in the order of the report. */
import { ownerlessAgents } from './agents.ts';
import { alarms } from './alarms.ts';
import { executedDespiteBlock, executedUnapproved } from './executed.ts';
import { endlessKeys } from './keys.ts';
import type { ExceptionKind } from './kind.ts';
import { lateOutcomes, missingOutcomes } from './outcomes.ts';
import { overrides } from './overrides.ts';
import { redactions, retentionRuns } from './removals.ts';
import { restores } from './restores.ts';
import { selfApprovals } from './self-approvals.ts';
import { singleHanded } from './single-handed.ts';

export const KINDS: readonly ExceptionKind[] = [
  executedDespiteBlock,
  executedUnapproved,
  overrides,
  selfApprovals,
  missingOutcomes,
  lateOutcomes,
  redactions,
  retentionRuns,
  restores,
  alarms,
  singleHanded,
  endlessKeys,
  ownerlessAgents,
];
