/** All registries of truth verification. CONTRIBUTING.md shows how to add one. */
import type { Check, Registry } from '../registry.ts';
import { approvals } from './approvals/approvals.ts';
import { decisions } from './approvals/decisions.ts';
import { resolutions } from './approvals/resolutions.ts';
import { alarms } from './evidence/alarms.ts';
import { chain } from './evidence/chain.ts';
import { erasures } from './evidence/erasures.ts';
import { exportsMade } from './evidence/exports.ts';
import { holds } from './evidence/holds.ts';
import { log } from './evidence/log.ts';
import { removals } from './evidence/removals.ts';
import { searchBlocks } from './evidence/search-blocks.ts';
import { searchWords } from './evidence/search-words.ts';
import { sinkRanges } from './evidence/sink-ranges.ts';
import { sinks } from './evidence/sinks.ts';
import { usage } from './evidence/usage.ts';
import { verdictCounts } from './evidence/verdict-counts.ts';
import { agents } from './governance/agents.ts';
import { budgets } from './governance/budgets.ts';
import { channels } from './governance/channels.ts';
import { endpoints } from './governance/endpoints.ts';
import { halts } from './governance/halts.ts';
import { knownTargets } from './governance/known-targets.ts';
import { mandates } from './governance/mandates.ts';
import { planners } from './governance/planners.ts';
import { policies } from './governance/policies.ts';
import { secondPerson } from './governance/second-person.ts';
import { sessions } from './governance/sessions.ts';
import { settings } from './governance/settings.ts';
import { tools } from './governance/tools.ts';
import { incidents } from './outcomes/incidents.ts';
import { outcomes } from './outcomes/outcomes.ts';
import { trust } from './outcomes/trust.ts';
import { accessReviews } from './people/access-reviews.ts';
import { chatAccounts } from './people/chat-accounts.ts';
import { controlOwners } from './people/control-owners.ts';
import { directories, directoryUsers } from './people/directories.ts';
import { groups, standIns } from './people/groups.ts';
import { invitations } from './people/invitations.ts';
import { issuers } from './people/issuers.ts';
import { keys } from './people/keys.ts';
import { members } from './people/members.ts';
import { people } from './people/people.ts';
import { idempotency } from './verdicts/idempotency.ts';
import { refusals } from './verdicts/refusals.ts';
import { verdicts } from './verdicts/verdicts.ts';

/** By name, in the order in which they run: a check alone, or with its alarm and what it finds before. */
const CHECKS: Record<string, Check | Omit<Registry, 'name'>> = {
  chain,
  log,
  'search-blocks': searchBlocks,
  'search-words': searchWords,
  'verdict-counts': verdictCounts,
  verdicts,
  refusals,
  settings,
  control_owners: controlOwners,
  approvals,
  decisions,
  resolutions,
  'second-person': secondPerson,
  idempotency,
  outcomes,
  trust,
  keys,
  issuers,
  members,
  invitations,
  people,
  groups,
  stand_ins: standIns,
  chat_accounts: chatAccounts,
  directories,
  directory_users: directoryUsers,
  halts,
  agents,
  incidents,
  access_reviews: accessReviews,
  known_targets: knownTargets,
  mandates,
  sessions,
  budgets,
  removals,
  holds,
  erasures,
  usage,
  planners,
  policies,
  tools,
  alarms,
  exports: exportsMade,
  endpoints,
  channels,
  sinks,
  'sink-ranges': sinkRanges,
};

export const REGISTRIES: readonly Registry[] = Object.entries(CHECKS).map(([name, declared]) =>
  typeof declared === 'function' ? { name, check: declared } : { name, ...declared },
);
