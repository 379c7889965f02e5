export {
  descriptionOf,
  SETTINGS_FIELDS,
  SETTINGS_PATHS,
  type SettingsField,
  type SettingsPath,
  THEMES,
} from './fields.ts';
export { type ChangedField, replayedChanges, valueAt, withValue } from './values.ts';
export { FIELD_KINDS, wordedField, wordedFields } from './worded.ts';
