/**
 * The fields by which a person corrects the arguments of a call: from the schema of its tool, and from the arguments
 * where the schema says nothing. A field that was not typed in keeps its value exactly.
 */
import { objectIn } from '../../evidence/record/act.ts';

type Json = Record<string, unknown>;

/** `lines`: texts, one on each line. `json`: anything else. */
type FieldKind = 'text' | 'number' | 'integer' | 'flag' | 'choice' | 'lines' | 'json';

export interface ArgumentField {
  /** The names that lead to it. */
  path: readonly string[];
  kind: FieldKind;
  /** undefined: the call does not have it. */
  before: unknown;
  /** Its value as text, as a field shows it. */
  text: string;
  /** From the schema: foreign text. */
  description: string | null;
  /** Only of a `choice`. */
  choices: readonly string[];
}

/** By the {@link keyOf} the field: only what a person typed. */
export type Typed = Readonly<Record<string, string>>;

/** More fields, or deeper ones, are corrected as JSON. */
const MOST_FIELDS = 40;
const MOST_LEVELS = 4;

export function keyOf({ path }: Pick<ArgumentField, 'path'>): string {
  return JSON.stringify(path);
}

/** @param schema JSON Schema of the tool's input; null where it is not known. */
export function fieldsOf(schema: Json | null, given: Json): ArgumentField[] {
  return fieldsIn(schema, given, []).slice(0, MOST_FIELDS);
}

function fieldsIn(schema: Json | null, given: Json, above: readonly string[]): ArgumentField[] {
  const properties = objectIn(schema?.properties) ?? {};
  const names = [...new Set([...Object.keys(given), ...Object.keys(properties)])];
  return names.flatMap((name) => {
    const described = objectIn(own(properties, name));
    const value = own(given, name);
    const path = [...above, name];
    const inner = objectIn(value) ?? (value === undefined && described?.properties ? {} : null);
    if (inner !== null && path.length < MOST_LEVELS) return fieldsIn(described, inner, path);
    return [fieldOf(path, value, described)];
  });
}

/** A name such as `constructor` is not a member that someone sent. */
function own(object: Json, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function fieldOf(path: readonly string[], before: unknown, schema: Json | null): ArgumentField {
  const choices = choicesIn(schema, before);
  const kind = choices.length > 0 ? 'choice' : kindOf(before, typeIn(schema));
  const description = typeof schema?.description === 'string' ? schema.description : null;
  return { path, kind, before, text: textOf(kind, before), description, choices };
}

function choicesIn(schema: Json | null, before: unknown): string[] {
  const listed = Array.isArray(schema?.enum) ? schema.enum : [];
  const texts = listed.filter((each) => typeof each === 'string');
  const isFitting = before === undefined || (typeof before === 'string' && texts.includes(before));
  return isFitting && texts.length === listed.length ? texts : [];
}

/** The one type that a value may have beside null. */
function typeIn(schema: Json | null): string | null {
  const types = [schema?.type].flat().filter((type) => typeof type === 'string' && type !== 'null');
  return types.length === 1 ? (types[0] as string) : null;
}

function kindOf(before: unknown, type: string | null): FieldKind {
  const isOpen = before === undefined || before === null;
  if (typeof before === 'string' || (isOpen && type === 'string')) return 'text';
  if (typeof before === 'number' || (isOpen && (type === 'number' || type === 'integer'))) {
    return type === 'integer' ? 'integer' : 'number';
  }
  if (typeof before === 'boolean' || (isOpen && type === 'boolean')) return 'flag';
  const isLines =
    Array.isArray(before) && before.every((each) => typeof each === 'string' && !/[\r\n]/.test(each));
  return isLines && before.length > 0 ? 'lines' : 'json';
}

function textOf(kind: FieldKind, value: unknown): string {
  if (value === undefined || (value === null && kind !== 'json')) return '';
  if (kind === 'lines') return (value as string[]).join('\n');
  return typeof value === 'string' && kind !== 'json' ? value : (JSON.stringify(value, null, 2) ?? '');
}

/** Whether a person has typed something else than it was. */
export function isChanged(field: ArgumentField, typed: Typed): boolean {
  const now = typed[keyOf(field)];
  return now !== undefined && now !== field.text;
}

export type Corrected = { arguments: Json } | { faults: Readonly<Record<string, string>> };

/** @returns the corrected arguments, or why a field can't be read, by its key. */
export function correctedBy(given: Json, fields: readonly ArgumentField[], typed: Typed): Corrected {
  const faults: Record<string, string> = {};
  let corrected = given;
  for (const field of fields) {
    if (!isChanged(field, typed)) continue;
    const read = valueFrom(field.kind, typed[keyOf(field)] ?? '');
    if ('fault' in read) faults[keyOf(field)] = read.fault;
    else corrected = withValue(corrected, field.path, read.value);
  }
  return Object.keys(faults).length > 0 ? { faults } : { arguments: corrected };
}

type ReadValue = { value: unknown } | { fault: string };

function valueFrom(kind: FieldKind, text: string): ReadValue {
  switch (kind) {
    case 'number':
    case 'integer':
      return numberOf(kind, text.trim());
    case 'flag':
      return { value: text === 'true' };
    case 'lines':
      return { value: text.split(/\r?\n/).filter((line) => line !== '') };
    case 'json':
      return jsonOf(text);
    default:
      return { value: text };
  }
}

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

function numberOf(kind: 'number' | 'integer', text: string): ReadValue {
  const value = Number(text);
  if (!NUMBER.test(text) || !Number.isFinite(value)) return { fault: 'This is not a number' };
  if (kind === 'integer' && !Number.isInteger(value)) return { fault: 'This is not a whole number' };
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return { fault: 'This number is too large' };
  return { value };
}

function jsonOf(text: string): ReadValue {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: `This is not JSON: ${(error as Error).message}` };
  }
}

/** Copies what lies on the path, and nothing else. A name such as `__proto__` becomes a member like any other. */
function withValue(object: Json, [name = '', ...rest]: readonly string[], value: unknown): Json {
  const inner = rest.length === 0 ? value : withValue(objectIn(own(object, name)) ?? {}, rest, value);
  const isNew = !Object.hasOwn(object, name);
  const members = Object.entries(object).map(([each, old]) => [each, each === name ? inner : old] as const);
  return Object.fromEntries(isNew ? [...members, [name, inner]] : members);
}
