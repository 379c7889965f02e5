export { type Catalogued, lookUp } from './catalogue.ts';
export { documentHash, faultsOfOrder, lawsOf, type SettingsDocument, standardDocument } from './document.ts';
export {
  type ActTerms,
  ANSWERS_TO_UNKNOWN,
  type AnswerToUnknown,
  type ApprovalSettings,
  actTermsOf,
  type CatalogueEntry,
  DEFAULT_APPROVAL_SETTINGS,
  DEFAULT_MEMORY_DAYS,
  DEFAULT_SETTINGS,
  ENFORCEMENTS,
  type Enforcement,
  type LawSettings,
  MAX_APPROVAL_HOURS,
  MAX_APPROVERS,
  versionOf,
} from './settings.ts';
