/** The settings as their values are put into words, and the kind of value that each takes. */
import type { WordedField } from '@assize/client/changes';
import type { JsonValue } from '@assize/evidence-format';
import { DEFAULT_APPROVAL_SETTINGS, standardDocument } from '../terms/index.ts';
import { SETTINGS_FIELDS, SETTINGS_PATHS, type SettingsField, type SettingsPath } from './fields.ts';
import { valueAt } from './values.ts';

export const FIELD_KINDS = ['choice', 'several', 'flag', 'number', 'by_risk', 'catalogue'] as const;

/** @param standard the standard value of the setting. */
export function wordedField(path: SettingsPath, standard: JsonValue): WordedField {
  const { title, choices = {}, unit }: SettingsField = SETTINGS_FIELDS[path];
  const effects = Object.entries(choices).map(([value, effect]) => ({ value, effect }));
  return { path, title, kind: kindOf(path, standard), choices: effects, unit: unit ?? null, standard };
}

/** A document leaves out only settings whose standard value is the same in every installation. */
export function wordedFields(): WordedField[] {
  const standard = standardDocument(DEFAULT_APPROVAL_SETTINGS);
  return SETTINGS_PATHS.map((path) => wordedField(path, valueAt(standard, path)));
}

function kindOf(path: SettingsPath, standard: JsonValue): (typeof FIELD_KINDS)[number] {
  if (typeof standard === 'string') return 'choice';
  if (typeof standard === 'boolean') return 'flag';
  if (typeof standard === 'number') return 'number';
  if (Array.isArray(standard)) return path === 'catalogue' ? 'catalogue' : 'several';
  return 'by_risk';
}
