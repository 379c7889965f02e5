/** All registries of truth verification, in the order of their checks. CONTRIBUTING.md shows how to add one. */
import type { Registry } from '../registry.ts';
import { approvalsRegistry } from './approvals/approvals.ts';
import { decisionsRegistry } from './approvals/decisions.ts';
import { resolutionsRegistry } from './approvals/resolutions.ts';
import { alarmsRegistry } from './evidence/alarms.ts';
import { chainRegistry } from './evidence/chain.ts';
import { erasuresRegistry } from './evidence/erasures.ts';
import { exportsRegistry } from './evidence/exports.ts';
import { holdsRegistry } from './evidence/holds.ts';
import { logRegistry } from './evidence/log.ts';
import { removalsRegistry } from './evidence/removals.ts';
import { searchBlocksRegistry } from './evidence/search-blocks.ts';
import { usageRegistry } from './evidence/usage.ts';
import { verdictCountsRegistry } from './evidence/verdict-counts.ts';
import { budgetsRegistry } from './governance/budgets.ts';
import { endpointsRegistry } from './governance/endpoints.ts';
import { haltsRegistry } from './governance/halts.ts';
import { knownTargetsRegistry } from './governance/known-targets.ts';
import { mandatesRegistry } from './governance/mandates.ts';
import { policiesRegistry } from './governance/policies.ts';
import { settingsRegistry } from './governance/settings.ts';
import { toolsRegistry } from './governance/tools.ts';
import { outcomesRegistry } from './outcomes/outcomes.ts';
import { trustRegistry } from './outcomes/trust.ts';
import { invitationsRegistry } from './people/invitations.ts';
import { keysRegistry } from './people/keys.ts';
import { membersRegistry } from './people/members.ts';
import { peopleRegistry } from './people/people.ts';
import { idempotencyRegistry } from './verdicts/idempotency.ts';
import { refusalsRegistry } from './verdicts/refusals.ts';
import { verdictsRegistry } from './verdicts/verdicts.ts';

export const REGISTRIES: readonly Registry[] = [
  chainRegistry,
  logRegistry,
  searchBlocksRegistry,
  verdictCountsRegistry,
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
  membersRegistry,
  invitationsRegistry,
  peopleRegistry,
  haltsRegistry,
  knownTargetsRegistry,
  mandatesRegistry,
  budgetsRegistry,
  removalsRegistry,
  holdsRegistry,
  erasuresRegistry,
  usageRegistry,
  policiesRegistry,
  toolsRegistry,
  alarmsRegistry,
  exportsRegistry,
  endpointsRegistry,
];
