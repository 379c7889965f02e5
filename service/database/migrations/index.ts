import { firstTables } from './000001_first_tables.ts';
import { search } from './000002_search.ts';
import { log } from './000003_log.ts';
import { verification } from './000004_verification.ts';
import { removals } from './000005_removals.ts';
import { exports } from './000006_exports.ts';
import { leanSummaries } from './000007_lean_summaries.ts';
import { approvals } from './000008_approvals.ts';
import { events } from './000009_events.ts';
import { webhooks } from './000010_webhooks.ts';
import { notices } from './000011_notices.ts';
import { usage } from './000012_usage.ts';
import { billing } from './000013_billing.ts';
import { rateLimits } from './000014_rate_limits.ts';
import { governance } from './000015_governance.ts';
import { policies } from './000016_policies.ts';
import { budgets } from './000017_budgets.ts';
import { trust } from './000018_trust.ts';
import { fullPages } from './000019_full_pages.ts';
import { bindingVersion } from './000020_binding_version.ts';
import { counterparts } from './000021_counterparts.ts';
import { noticesByChain } from './000022_notices_by_chain.ts';
import { partsOfGovernance } from './000023_parts_of_governance.ts';
import { tools } from './000024_tools.ts';
import { knownTargets } from './000025_known_targets.ts';
import { mandates } from './000026_mandates.ts';
import { members } from './000027_members.ts';
import { verdictCounts } from './000028_verdict_counts.ts';
import { resolvedApprovals } from './000029_resolved_approvals.ts';
import { nodes } from './000030_nodes.ts';
import { traceContexts } from './000031_trace_contexts.ts';
import { provenAddresses } from './000032_proven_addresses.ts';
import { makersOfKeys } from './000033_makers_of_keys.ts';
import { decisionsByRequester } from './000034_decisions_by_requester.ts';
import { peopleCounterparts } from './000035_people_counterparts.ts';
import { trustedByName } from './000036_trusted_by_name.ts';
import { partiesOfCauses } from './000037_parties_of_causes.ts';
import { evidenceHolds } from './000038_evidence_holds.ts';
import { valueBlocks } from './000039_value_blocks.ts';
import { erasures } from './000040_erasures.ts';
import { commentsUnlearned } from './000041_comments_unlearned.ts';
import { sessions } from './000042_sessions.ts';
import { stepsOfUses } from './000043_steps_of_uses.ts';
import { planners } from './000044_planners.ts';
import { agents } from './000045_agents.ts';
import { agentsOfKeys } from './000046_agents_of_keys.ts';
import { issuers } from './000047_issuers.ts';
import { tokenParties } from './000048_token_parties.ts';
import { askedAndCorrected } from './000049_asked_and_corrected.ts';
import { groupsAndStandIns } from './000050_groups_and_stand_ins.ts';
import { notifications } from './000051_notifications.ts';
import { chatAccounts } from './000052_chat_accounts.ts';
import { channels } from './000053_channels.ts';
import { noticesToMembers } from './000054_notices_to_members.ts';
import { toolSchemas } from './000055_tool_schemas.ts';
import { approvalsByAgent } from './000056_approvals_by_agent.ts';
import { secondPerson } from './000057_second_person.ts';
import { sinks } from './000058_sinks.ts';
import { cosignatures } from './000059_cosignatures.ts';
import { incidents } from './000060_incidents.ts';
import { demos } from './000061_demos.ts';
import { directories } from './000062_directories.ts';
import { policyReasons } from './000063_policy_reasons.ts';
import { accessReviews } from './000064_access_reviews.ts';
import { controlOwners } from './000065_control_owners.ts';
import type { Migration } from './migration.ts';

/** Every migration, oldest first. Add new ones at the end; never edit one that was released. */
export const migrations: readonly Migration[] = [
  firstTables,
  search,
  log,
  verification,
  removals,
  exports,
  leanSummaries,
  approvals,
  events,
  webhooks,
  notices,
  usage,
  billing,
  rateLimits,
  governance,
  policies,
  budgets,
  trust,
  fullPages,
  bindingVersion,
  counterparts,
  noticesByChain,
  partsOfGovernance,
  tools,
  knownTargets,
  mandates,
  members,
  verdictCounts,
  resolvedApprovals,
  nodes,
  traceContexts,
  provenAddresses,
  makersOfKeys,
  decisionsByRequester,
  peopleCounterparts,
  trustedByName,
  partiesOfCauses,
  evidenceHolds,
  valueBlocks,
  erasures,
  commentsUnlearned,
  sessions,
  stepsOfUses,
  planners,
  agents,
  agentsOfKeys,
  issuers,
  tokenParties,
  askedAndCorrected,
  groupsAndStandIns,
  notifications,
  chatAccounts,
  channels,
  noticesToMembers,
  toolSchemas,
  approvalsByAgent,
  secondPerson,
  sinks,
  cosignatures,
  incidents,
  demos,
  directories,
  policyReasons,
  accessReviews,
  controlOwners,
];
