/** The value of a setting in words, for the form and for everyone who is asked about a change of it. */
import type { SettingsField } from '../api.ts';

export const RISKS = ['low', 'medium', 'high', 'critical'] as const;

/** As much of a setting as its values need to be put into words. */
export type WordedField = Pick<SettingsField, 'path' | 'title' | 'kind' | 'choices' | 'unit' | 'standard'>;

/** Answers such as "ask a person" say it all; other values need their name too. */
export const isLong = ({ choices }: Pick<SettingsField, 'choices'>) =>
  choices.some(({ effect }) => effect.length > 15);

/** A value of a choice: `ask a person`, `when reviewed`. */
export function choiceWords(
  field: Pick<SettingsField, 'kind' | 'choices'>,
  value: string,
  effect = value,
): string {
  return field.kind === 'choice' && isLong(field) ? value.replaceAll('_', ' ') : effect;
}

/** `low 1, medium 1, high 1, critical 2`, `Block it`, `90 days`. */
export function settingWords(field: WordedField, value: unknown): string {
  const unit = field.unit === null ? '' : ` ${field.unit}`;
  if (field.kind === 'by_risk') {
    return RISKS.map((risk) => `${risk} ${String(membersOf(value)[risk])}`).join(', ');
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

export function membersOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
