/** The places that a change alters, and their values as text. */

/** All of it is foreign text. */
export interface Detail {
  what: string;
  /** null: it is not known, or there was nothing before. */
  from: string | null;
  to: string;
}

/** The names in a JSON Pointer (RFC 6901). */
export function stepsOf(pointer: string): string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function worded(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) {
    return value.length === 0 ? 'nothing' : value.join(', ');
  }
  const { name, id } = value as Record<string, unknown>;
  if (typeof name === 'string') return name;
  return typeof id === 'string' ? id : JSON.stringify(value);
}

const PARTIES = /^(?:mbr|key)_[0-9a-f]{24}(?:, (?:mbr|key)_[0-9a-f]{24})*$/;

/** The ids of members and keys in a value that is nothing else; null for any other. */
export function partiesIn(text: string): string[] | null {
  return PARTIES.test(text) ? text.split(', ') : null;
}
