/** The nouns of Surface A, in the order of the API's description. A noun is one file and its line here. */

import { approvalEarlier } from '../both/approval-earlier.ts';
import { approvals } from '../both/approval-routes.ts';
import { approvalsTogether } from '../both/approvals-together.ts';
import { mandates } from '../both/mandate-routes.ts';
import { planRoute } from '../both/plan-route.ts';
import { sessions } from '../both/session-routes.ts';
import type { Noun, Services } from '../services.ts';
import { accessReviewsA } from './access/access-reviews.ts';
import { agentsA } from './access/agents.ts';
import { apiKeysA, meA } from './access/api-keys.ts';
import { chatAccountsA } from './access/chat-accounts.ts';
import { directoryA } from './access/directory.ts';
import { groupsA } from './access/groups.ts';
import { issuersA, tokenRevocationsA } from './access/issuers.ts';
import { membersA } from './access/members.ts';
import { namesA } from './access/names.ts';
import { notificationsA } from './access/notifications.ts';
import { attentionA } from './acts/attention.ts';
import { backtestsA } from './acts/backtests.ts';
import { reportsA } from './acts/reports.ts';
import { targetsA } from './acts/targets.ts';
import { toolsA } from './acts/tools.ts';
import { trustA } from './acts/trust.ts';
import { complianceA } from './compliance.ts';
import { controlOwnersA } from './control-owners.ts';
import { channelMessagesA } from './events/channel-messages.ts';
import { channelsA } from './events/channels.ts';
import { eventsA } from './events/events.ts';
import { noticesA } from './events/notices.ts';
import { sentRangesA } from './events/sent-ranges.ts';
import { sinksA } from './events/sinks.ts';
import { slackA } from './events/slack.ts';
import { webhookLogA } from './events/webhook-log.ts';
import { webhooksA } from './events/webhooks.ts';
import { erasuresA, evidenceRedactA } from './evidence/erasures.ts';
import { evidenceExportA } from './evidence/export.ts';
import { legalHoldsA } from './evidence/holds.ts';
import { incidentsA } from './evidence/incidents.ts';
import { evidenceA } from './evidence/list.ts';
import { evidenceLogA } from './evidence/log.ts';
import { evidenceRecordA } from './evidence/record.ts';
import { evidenceSearchA } from './evidence/search.ts';
import { evidenceStatisticsA } from './evidence/statistics.ts';
import { evidenceTrailA } from './evidence/trail.ts';
import { evidenceHealthA, evidenceTruthA, evidenceVerifyA } from './evidence/verify.ts';
import { exceptionsA } from './exceptions.ts';
import { askedA } from './governance/asked.ts';
import { budgetsA } from './governance/budgets.ts';
import { decidingStatisticsA } from './governance/deciding-statistics.ts';
import { governanceA } from './governance/evaluate.ts';
import { haltsA } from './governance/halts.ts';
import { plannerA } from './governance/planner.ts';
import { policiesA } from './governance/policies.ts';
import { policyCasesA } from './governance/policy-cases.ts';
import { policyPacksA } from './governance/policy-packs.ts';
import { settingsA } from './governance/settings.ts';
import { usageA } from './usage.ts';

export const NOUNS_A: readonly Noun<Services>[] = [
  governanceA,
  haltsA,
  targetsA,
  mandates('a'),
  planRoute('a'),
  sessions('a'),
  budgetsA,
  evidenceA,
  evidenceSearchA,
  evidenceLogA,
  evidenceRecordA,
  evidenceTrailA,
  evidenceExportA,
  evidenceRedactA,
  erasuresA,
  legalHoldsA,
  incidentsA,
  evidenceStatisticsA,
  attentionA,
  evidenceHealthA,
  evidenceTruthA,
  evidenceVerifyA,
  complianceA,
  exceptionsA,
  controlOwnersA,
  approvals('a'),
  approvalEarlier('a'),
  approvalsTogether('a'),
  decidingStatisticsA,
  askedA,
  eventsA,
  agentsA,
  apiKeysA,
  issuersA,
  tokenRevocationsA,
  meA,
  membersA,
  namesA,
  groupsA,
  directoryA,
  accessReviewsA,
  notificationsA,
  chatAccountsA,
  trustA,
  usageA,
  slackA,
  webhooksA,
  channelsA,
  channelMessagesA,
  webhookLogA,
  sinksA,
  sentRangesA,
  noticesA,
  settingsA,
  plannerA,
  policiesA,
  policyCasesA,
  policyPacksA,
  backtestsA,
  toolsA,
  reportsA,
];
