/** The nouns of Surface A, in the order of the API's description. A noun is one file and its line here. */
import type { Noun } from '../services.ts';
import { approvals } from '../shared/approval-routes.ts';
import { mandates } from '../shared/mandate-routes.ts';
import { apiKeysA } from './api-keys.ts';
import { backtestsA } from './backtests.ts';
import { budgetsA } from './budgets.ts';
import { complianceA } from './compliance.ts';
import { eventsA } from './events.ts';
import { erasuresA } from './evidence/erasures.ts';
import { evidenceExportA } from './evidence/export.ts';
import { evidenceHealthA } from './evidence/health.ts';
import { legalHoldsA } from './evidence/holds.ts';
import { evidenceA } from './evidence/list.ts';
import { evidenceLogA } from './evidence/log.ts';
import { evidenceRecordA } from './evidence/record.ts';
import { evidenceRedactA } from './evidence/redact.ts';
import { evidenceStatisticsA } from './evidence/statistics.ts';
import { evidenceTruthA } from './evidence/truth.ts';
import { evidenceVerifyA } from './evidence/verify.ts';
import { governanceA } from './governance.ts';
import { haltsA } from './halts.ts';
import { reportsA } from './judgement.ts';
import { meA } from './me.ts';
import { membersA } from './members.ts';
import { noticesA } from './notices.ts';
import { policiesA } from './policies.ts';
import { policyCasesA } from './policy-cases.ts';
import { settingsA } from './settings.ts';
import { targetsA } from './targets.ts';
import { toolsA } from './tools.ts';
import { trustA } from './trust.ts';
import { usageA } from './usage.ts';
import { webhookLogA } from './webhook-log.ts';
import { webhooksA } from './webhooks.ts';

export const NOUNS_A: readonly Noun[] = [
  governanceA,
  haltsA,
  targetsA,
  mandates('a'),
  budgetsA,
  evidenceA,
  evidenceLogA,
  evidenceRecordA,
  evidenceExportA,
  evidenceRedactA,
  erasuresA,
  legalHoldsA,
  evidenceStatisticsA,
  evidenceHealthA,
  evidenceTruthA,
  evidenceVerifyA,
  complianceA,
  approvals('a'),
  eventsA,
  apiKeysA,
  meA,
  membersA,
  trustA,
  usageA,
  webhooksA,
  webhookLogA,
  noticesA,
  settingsA,
  policiesA,
  policyCasesA,
  backtestsA,
  toolsA,
  reportsA,
];
