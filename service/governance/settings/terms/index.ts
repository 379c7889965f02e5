export {
  type ActTerms,
  ANSWERS_TO_UNKNOWN,
  type AnswerToUnknown,
  actTermsOf,
  DEFAULT_ACT_TERMS,
  DEFAULT_MEMORY_DAYS,
  ENFORCEMENTS,
  type Enforcement,
  FORGOTTEN_READS,
  type ForgottenReads,
  MAX_SESSION_HOURS,
  ORIGIN_ANSWERS,
  type OriginAnswer,
} from './act-terms.ts';
export { type Catalogued, lookUp } from './catalogue.ts';
export { faultsOfOrder } from './order.ts';
export {
  type ApprovalSettings,
  type CatalogueEntry,
  DEFAULT_APPROVAL_SETTINGS,
  DEFAULT_SETTINGS,
  documentHash,
  type LawSettings,
  lawsOf,
  MAX_APPROVAL_HOURS,
  MAX_APPROVERS,
  type SettingsDocument,
  secondPersonOf,
  standardDocument,
  versionOf,
} from './settings.ts';
