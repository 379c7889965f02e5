/** All tampering cases for truth verification, by registry. */

import { CHAIN } from './evidence/chain.ts';
import { ERASURES } from './evidence/erasures.ts';
import { LOG } from './evidence/log.ts';
import { REMOVALS } from './evidence/removals.ts';
import { USAGE } from './evidence/usage.ts';
import { BUDGETS } from './governance/budgets.ts';
import { COUNTERPARTS } from './governance/counterparts.ts';
import { HALTS } from './governance/halts.ts';
import { KNOWN_TARGETS } from './governance/known-targets.ts';
import { MANDATES } from './governance/mandates.ts';
import { POLICIES } from './governance/policies.ts';
import { SETTINGS } from './governance/settings.ts';
import { TOOLS } from './governance/tools.ts';
import { ACTS } from './people/acts.ts';
import { KEYS } from './people/keys.ts';
import { MEMBERS } from './people/members.ts';
import type { Tampering } from './tampering.ts';
import { APPROVALS } from './verdicts/approvals.ts';
import { IDEMPOTENCY } from './verdicts/idempotency.ts';
import { OUTCOMES } from './verdicts/outcomes.ts';
import { RESOLUTIONS } from './verdicts/resolutions.ts';
import { TRUST } from './verdicts/trust.ts';
import { VERDICTS } from './verdicts/verdicts.ts';

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
