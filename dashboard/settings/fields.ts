/** The settings by their paths: their values in a document, what is wrong with one, and how it reads. */
import type { NewSettings, SettingsField } from '../../client/api.ts';
import { membersOf, RISKS } from '../../client/changes/index.ts';

/** The value in force, also where the document leaves it out. */
export function valueAt(settings: NewSettings, { path, standard }: SettingsField): unknown {
  let value: unknown = settings;
  for (const name of path.split('.')) value = membersOf(value)[name];
  return value ?? standard;
}

/**
 * The document with another value.
 * @param fields all of them: a part that the document leaves out begins with its standard values.
 */
export function withValue(
  settings: NewSettings,
  fields: readonly SettingsField[],
  path: string,
  value: unknown,
): NewSettings {
  const [part = '', name] = path.split('.');
  if (name === undefined) return { ...settings, [part]: value };
  const inPart = fields.filter((field) => field.path.startsWith(`${part}.`));
  const standard = inPart.map((field) => [field.path.slice(part.length + 1), field.standard]);
  const held = membersOf(settings)[part] ?? Object.fromEntries(standard);
  return { ...settings, [part]: { ...membersOf(held), [name]: value } };
}

export function changedFields(
  fields: readonly SettingsField[],
  from: NewSettings,
  to: NewSettings,
): SettingsField[] {
  return fields.filter(
    (field) => JSON.stringify(valueAt(from, field)) !== JSON.stringify(valueAt(to, field)),
  );
}

/** Says why the service would refuse a value; undefined if it would take it. */
export function problemOf(field: SettingsField, value: unknown): string | undefined {
  if (field.kind === 'number') return problemOfNumber(field, value);
  if (field.kind !== 'by_risk') return undefined;
  const values = RISKS.map((risk) => membersOf(value)[risk]);
  const wrong = values.map((each) => problemOfNumber(field, each)).find((each) => each !== undefined);
  if (wrong !== undefined) return wrong;
  const falls = values.some((each, at) => at > 0 && Number(each) < Number(values[at - 1]));
  return falls ? 'A higher risk can’t need less than a lower one.' : undefined;
}

function problemOfNumber(
  { minimum, maximum, is_integer }: SettingsField,
  value: unknown,
): string | undefined {
  const isNumber = typeof value === 'number' && (!is_integer || Number.isInteger(value));
  if (isNumber && value >= (minimum ?? value) && value <= (maximum ?? value)) return undefined;
  return `${is_integer ? 'A whole number' : 'A number'} from ${minimum} to ${maximum}.`;
}

/** A typed text as the value of a number; a text that is not a number stays as it is, so that nothing is lost. */
export function numberIn(text: string): number | string {
  return text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
