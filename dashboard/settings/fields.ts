/** The settings by their paths: their values in a document, what is wrong with one, and how it reads. */
import type { NewSettings, SettingsField } from '../../client/api.ts';

export const RISKS = ['low', 'medium', 'high', 'critical'] as const;

type Members = Record<string, unknown>;

const asMembers = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};

/** The value in force, also where the document leaves it out. */
export function valueAt(settings: NewSettings, { path, standard }: SettingsField): unknown {
  let value: unknown = settings;
  for (const name of path.split('.')) value = asMembers(value)[name];
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
  const held = asMembers(settings)[part] ?? Object.fromEntries(standard);
  return { ...settings, [part]: { ...asMembers(held), [name]: value } };
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
  const values = RISKS.map((risk) => asMembers(value)[risk]);
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

/** Answers such as "ask a person" say it all; other values need their name too. */
export const isLong = ({ choices }: SettingsField) => choices.some(({ effect }) => effect.length > 15);

/** A value of a choice: `ask a person`, `when reviewed`. */
export function choiceWords(field: SettingsField, value: string, effect = value): string {
  return field.kind === 'choice' && isLong(field) ? value.replaceAll('_', ' ') : effect;
}

/** `low 1, medium 1, high 1, critical 2`, `Block it`, `90 days`. */
export function wordsOf(field: SettingsField, value: unknown): string {
  const unit = field.unit === null ? '' : ` ${field.unit}`;
  if (field.kind === 'by_risk') {
    return RISKS.map((risk) => `${risk} ${String(asMembers(value)[risk])}`).join(', ');
  }
  if (field.kind === 'catalogue') {
    const count = Array.isArray(value) ? value.length : 0;
    return count === 0 ? 'empty' : `${count} ${count === 1 ? 'entry' : 'entries'}`;
  }
  if (field.kind === 'several') return Array.isArray(value) && value.length > 0 ? value.join(', ') : 'none';
  if (field.kind === 'flag') return value === true ? 'yes' : 'no';
  if (field.kind === 'choice') {
    const chosen = field.choices.find((choice) => choice.value === value);
    return choiceWords(field, String(value), chosen?.effect);
  }
  return `${String(value)}${unit}`;
}
