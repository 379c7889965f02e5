/** All tampering cases for truth verification, by registry. */
import { ACTS } from './acts.ts';
import { APPROVALS } from './approvals.ts';
import { BUDGETS } from './budgets.ts';
import { CHAIN } from './chain.ts';
import { COUNTERPARTS } from './counterparts.ts';
import { ERASURES } from './erasures.ts';
import { HALTS } from './halts.ts';
import { IDEMPOTENCY } from './idempotency.ts';
import { KEYS } from './keys.ts';
import { KNOWN_TARGETS } from './known-targets.ts';
import { LOG } from './log.ts';
import { MANDATES } from './mandates.ts';
import { MEMBERS } from './members.ts';
import { OUTCOMES } from './outcomes.ts';
import { POLICIES } from './policies.ts';
import { REMOVALS } from './removals.ts';
import { RESOLUTIONS } from './resolutions.ts';
import { SETTINGS } from './settings.ts';
import type { Tampering } from './tampering.ts';
import { TOOLS } from './tools.ts';
import { TRUST } from './trust.ts';
import { USAGE } from './usage.ts';
import { VERDICTS } from './verdicts.ts';

export const TAMPERINGS: Tampering[] = [
  ...CHAIN,
  ...LOG,
  ...VERDICTS,
  ...SETTINGS,
  ...APPROVALS,
  ...RESOLUTIONS,
  ...IDEMPOTENCY,
  ...OUTCOMES,
  ...TRUST,
  ...KEYS,
  ...MEMBERS,
  ...HALTS,
  ...KNOWN_TARGETS,
  ...BUDGETS,
  ...REMOVALS,
  ...USAGE,
  ...POLICIES,
  ...TOOLS,
  ...MANDATES,
  ...ACTS,
  ...COUNTERPARTS,
  ...ERASURES,
];
