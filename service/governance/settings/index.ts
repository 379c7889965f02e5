export { type ApprovalSettings, DEFAULT_APPROVAL_SETTINGS } from './approval-settings.ts';
export { type Catalogued, lookUp } from './catalogue.ts';
export {
  ACTIVATION,
  activateVersion,
  type CurrentSettings,
  currentSettings,
  type SettingsDeps,
  setSettings,
} from './change.ts';
export { type Difference, differencesOf } from './difference.ts';
export { documentHash, faultsOfOrder, lawsOf, type SettingsDocument, standardDocument } from './document.ts';
export { currentFields, entryFields, versionFields } from './fields.ts';
export { type HeldSettings, STANDARD_HELD, settingsHistory } from './history.ts';
export { type SettingsInForce, settingsInForce } from './in-force.ts';
export {
  type CatalogueEntry,
  DEFAULT_SETTINGS,
  type LawSettings,
  type SettingsVersion,
  versionOf,
} from './law-settings.ts';
export { compareRisk, RISK_LEVELS, type RiskLevel } from './risk.ts';
export {
  documentRead,
  findVersion,
  listVersions,
  newestVersion,
  STANDARD_VERSION,
  settingsVersionsOf,
  type Version,
  type VersionEntry,
  type VersionsDeps,
} from './versions.ts';
