/** The value of one setting in a document, and a document with another value there. */
import { canonicalJson, type JsonValue } from '@assize/evidence-format';
import { DEFAULT_DETAIL } from '../routes/routes.ts';
import { DEFAULT_ACT_TERMS } from '../terms/act-terms.ts';
import type { LawSettings } from '../terms/settings.ts';
import { SETTINGS_FIELDS, SETTINGS_PATHS, type SettingsField, type SettingsPath } from './fields.ts';

/** Where a document leaves a setting out. */
const LEFT_OUT = { ...DEFAULT_ACT_TERMS, channels: { detail: DEFAULT_DETAIL } };

/** Returns the value that holds, also where the document leaves it out. */
export function valueAt(document: object, path: SettingsPath): JsonValue {
  return (memberAt(document, path) ?? memberAt(LEFT_OUT, path)) as JsonValue;
}

function memberAt(document: object, path: SettingsPath): unknown {
  let value: unknown = document;
  for (const name of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}

/** Returns the document with this value, which shares all other parts with it. */
export function withValue<Document extends object>(
  document: Document,
  path: SettingsPath,
  value: JsonValue,
): Document {
  const [part = '', name] = path.split('.');
  if (name === undefined) return { ...document, [part]: value };
  const held = (document as Record<string, object | undefined>)[part];
  return { ...document, [part]: { ...held, [name]: value } };
}

export interface ChangedField {
  path: SettingsPath;
  value: JsonValue;
}

/** Returns the settings that recorded verdicts were judged by, and that differ, with the value of the second document. */
export function replayedChanges(from: LawSettings, to: LawSettings): ChangedField[] {
  return SETTINGS_PATHS.filter(isReplayed).flatMap((path) => {
    const value = valueAt(to, path);
    return canonicalJson(valueAt(from, path)) === canonicalJson(value) ? [] : [{ path, value }];
  });
}

function isReplayed(path: SettingsPath): boolean {
  const { isReplayed: replayed = true }: SettingsField = SETTINGS_FIELDS[path];
  return replayed;
}
