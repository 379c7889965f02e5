/**
 * The typed fields of an action's arguments, each with its name and value, wherever they stand: also in a JSON text,
 * in a list of names and values, and in assignments such as `role=admin`.
 */
import { type JsonValue, parseJson } from '@assize/evidence-format';
import { countWork } from '../../work.ts';
import type { Particular } from '../readers.ts';
import { argumentsOf, MAX_ELEMENTS } from './arguments.ts';

const MAX_FIELDS = 2_000;
/** Per name, because a table can have hundreds. */
const MAX_VALUES = 10;
const MAX_TEXT = 200;
const MAX_INNER = 65_536;
const MAX_DEPTH = 32;
/** Names that say nothing without the field around them: `mfa.enabled`, `role.name`. */
const GENERIC = /^(?:enabled|required|active|value|name|id|type|level|status|to|new|slug|key)$/i;
const NAMES = ['name', 'key', 'field', 'attribute', 'property', 'column', 'path'];
const VALUES = ['value', 'values', 'new_value', 'newValue', 'to'];
const ASSIGNMENT =
  /^\s*["']?([\p{L}_][\p{L}\p{N}_.[\]-]{0,63})["']?\s*[:=]\s*["']?([^{}[\]]{1,200}?)["']?\s*$/u;
const MEMBER = /["']([^"'\\]{1,64})["']\s*:\s*["']?([^"',}\]]{1,200})/g;

class Fields {
  readonly #values = new Map<string, Set<string | null>>();
  #left = MAX_ELEMENTS;
  #count = 0;
  #isCut = false;

  look(value: JsonValue, name: string, depth: number): void {
    this.#left -= 1;
    if (this.#left < 0 || depth > MAX_DEPTH) this.#isCut = true;
    else if (Array.isArray(value)) for (const each of value) this.look(each, name, depth + 1);
    else if (typeof value === 'object' && value !== null) this.#lookInObject(value, name, depth);
    else if (value !== null) this.#add(name, String(value), depth);
  }

  #lookInObject(value: { [name: string]: JsonValue }, parent: string, depth: number): void {
    const values = VALUES.filter((key) => value[key] !== undefined);
    const named = values.length === 0 ? undefined : NAMES.find((key) => typeof value[key] === 'string');
    for (const [key, each] of Object.entries(value)) {
      if (key === named) continue;
      this.look(each, GENERIC.test(key) && parent !== '' ? `${parent}.${key}` : key, depth + 1);
    }
    if (named === undefined) return;
    for (const key of values) this.look(value[key] ?? null, String(value[named]), depth + 1);
  }

  #add(name: string, text: string, depth: number): void {
    if (name === '') return;
    const values = this.#values.get(name) ?? new Set();
    const value = values.size >= MAX_VALUES || text.length > MAX_TEXT ? null : text;
    if (!values.has(value)) this.#count += 1;
    if (this.#count > MAX_FIELDS) this.#isCut = true;
    else this.#values.set(name, values.add(value));
    this.#lookInText(text, depth);
  }

  #lookInText(text: string, depth: number): void {
    if (text.length > MAX_INNER) return;
    countWork(text.length / 8);
    if (/^\s*[[{]/.test(text)) {
      const inner = parsed(text);
      if (inner !== null) {
        this.look(inner, '', depth + 1);
        return;
      }
      // Other readers accept an object that names a member twice.
      for (const [, name = '', value = ''] of text.matchAll(MEMBER)) this.look(value, name, MAX_DEPTH);
    }
    if (!/[:=]/.test(text)) return;
    const pairs: [string, string][] = [];
    for (const part of text.split(/[&;,\n]/)) {
      if (part.trim() === '') continue;
      const [, name, value] = ASSIGNMENT.exec(part) ?? [];
      // One part that is not an assignment makes the whole a text for people.
      if (name === undefined || value === undefined) return;
      pairs.push([name, value]);
    }
    for (const [name, value] of pairs) this.look(value, name, MAX_DEPTH);
  }

  found(): Particular[] {
    const fields = [...this.#values].flatMap(([name, values]) =>
      [...values].map((value): Particular => ({ of: 'field', name, value })),
    );
    return this.#isCut ? [...fields, { of: 'field', name: '', value: null }] : fields;
  }
}

/** Returns the fields; a last one without a name means that there are more than this reads. */
export function argumentFields(context: Readonly<Record<string, unknown>>): Particular[] {
  const given = argumentsOf(context);
  const fields = new Fields();
  if (typeof given !== 'string') fields.look(given, '', 0);
  return fields.found();
}

function parsed(text: string): JsonValue {
  try {
    return parseJson(text) as JsonValue;
  } catch {
    return null;
  }
}
