export { type Catalogued, lookUp } from './catalogue.ts';
export { ACTIVATION, activateVersion, currentSettings, setSettings } from './change.ts';
export { documentHash, faultsOfOrder, lawsOf, type SettingsDocument, standardDocument } from './document.ts';
export { STANDARD_HELD, settingsHistory } from './history.ts';
export { type SettingsInForce, settingsInForce } from './in-force.ts';
export { currentFields, differencesOf, entryFields, versionFields } from './published.ts';
export { type ActTerms, ANSWERS_TO_UNKNOWN, type AnswerToUnknown, type ApprovalSettings, actTermsOf, type CatalogueEntry, DEFAULT_APPROVAL_SETTINGS, DEFAULT_MEMORY_DAYS, DEFAULT_SETTINGS, ENFORCEMENTS, type Enforcement, type LawSettings, MAX_APPROVAL_HOURS, MAX_APPROVERS, versionOf } from './settings.ts';
export { type CurrentSettings, documentRead, findVersion, keptVersion, listVersions, newestVersion, STANDARD_VERSION, settingsVersionsOf } from './versions.ts';
