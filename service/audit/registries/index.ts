/**
 * All registries of truth verification, in the order in which they are checked. A new one is a file of this folder and
 * its line here; CONTRIBUTING.md shows how to add one.
 */
import type { Registry } from '../registry.ts';
import { alarmsRegistry } from './alarms.ts';
import { approvalsRegistry } from './approvals.ts';
import { budgetsRegistry } from './budgets.ts';
import { chainRegistry } from './chain.ts';
import { decisionsRegistry } from './decisions.ts';
import { endpointsRegistry } from './endpoints.ts';
import { erasuresRegistry } from './erasures.ts';
import { exportsRegistry } from './exports.ts';
import { haltsRegistry } from './halts.ts';
import { holdsRegistry } from './holds.ts';
import { idempotencyRegistry } from './idempotency.ts';
import { invitationsRegistry } from './invitations.ts';
import { keysRegistry } from './keys.ts';
import { knownTargetsRegistry } from './known-targets.ts';
import { logRegistry } from './log.ts';
import { mandatesRegistry } from './mandates.ts';
import { membersRegistry } from './members.ts';
import { outcomesRegistry } from './outcomes.ts';
import { peopleRegistry } from './people.ts';
import { policiesRegistry } from './policies.ts';
import { refusalsRegistry } from './refusals.ts';
import { removalsRegistry } from './removals.ts';
import { resolutionsRegistry } from './resolutions.ts';
import { searchBlocksRegistry } from './search-blocks.ts';
import { settingsRegistry } from './settings.ts';
import { toolsRegistry } from './tools.ts';
import { trustRegistry } from './trust.ts';
import { usageRegistry } from './usage.ts';
import { verdictCountsRegistry } from './verdict-counts.ts';
import { verdictsRegistry } from './verdicts.ts';

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
