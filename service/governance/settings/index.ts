export { ACTIVATION, activateVersion, currentSettings, setSettings } from './change.ts';
export {
  keptAreas,
  type SettingsInForce,
  STANDARD_HELD,
  settingsHistory,
  settingsInForce,
} from './in-force.ts';
export { currentFields, differencesOf, entryFields, versionFields } from './published.ts';
export { requireUnrouted } from './routed.ts';
export {
  type CurrentSettings,
  documentRead,
  findVersion,
  keptVersion,
  listVersions,
  newestVersion,
  STANDARD_VERSION,
  settingsVersionsOf,
} from './versions.ts';
