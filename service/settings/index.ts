export { type ApprovalSettings, DEFAULT_APPROVAL_SETTINGS } from './approval-settings.ts';
export { type Catalogued, lookUp } from './catalogue.ts';
export { type SettingsInForce, settingsInForce } from './in-force.ts';
export {
  type CatalogueEntry,
  DEFAULT_SETTINGS,
  type LawSettings,
  type SettingsVersion,
  versionOf,
} from './law-settings.ts';
export { matchesPattern } from './pattern.ts';
export { compareRisk, RISK_LEVELS, type RiskLevel } from './risk.ts';
