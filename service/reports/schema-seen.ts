/**
 * Infers the schema of a tool's arguments from the arguments of its calls. It is bounded in size, and never contains a
 * value.
 */
import type { JsonObject, JsonValue } from '@assize/evidence-format';

export interface FieldSeen {
  /** JSON types. */
  types: Set<string>;
  format: string | null;
  members: Map<string, FieldSeen>;
  items: FieldSeen | null;
}

const MAX_FIELDS = 200;
const MAX_DEPTH = 4;
const MAX_ITEMS = 5;
const MAX_NAME = 128;
const MAX_FORMATTED = 2048;
const FORMATS: readonly [format: string, pattern: RegExp][] = [
  ['email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/],
  ['uri', /^[a-z][a-z0-9+.-]*:\/\/\S+$/i],
];

/** The arguments that were seen for one tool. */
export class ArgumentsSeen {
  readonly #root = newField();
  #fields = 0;

  add(given: JsonObject | string): void {
    if (typeof given !== 'string') this.#note(this.#root, given, 0);
  }

  schema(): JsonObject {
    return { type: 'object', properties: {}, ...schemaOf(this.#root) };
  }

  #note(field: FieldSeen, value: JsonValue, depth: number): void {
    if (value === null) return;
    field.types.add(typeOf(value));
    if (typeof value === 'string') {
      const format =
        value.length > MAX_FORMATTED ? undefined : FORMATS.find(([, pattern]) => pattern.test(value));
      field.format ??= format?.[0] ?? null;
    }
    if (depth >= MAX_DEPTH || typeof value !== 'object') return;
    if (Array.isArray(value)) {
      for (const item of value.slice(0, MAX_ITEMS)) {
        field.items ??= newField();
        this.#note(field.items, item, depth + 1);
      }
      return;
    }
    for (const name in value) this.#noteMember(field, name, value[name] ?? null, depth);
  }

  #noteMember({ members }: FieldSeen, name: string, value: JsonValue, depth: number): void {
    let member = members.get(name);
    if (member === undefined) {
      if (this.#fields >= MAX_FIELDS || name.length > MAX_NAME) return;
      this.#fields += 1;
      member = newField();
      members.set(name, member);
    }
    this.#note(member, value, depth + 1);
  }
}

function newField(): FieldSeen {
  return { types: new Set(), format: null, members: new Map(), items: null };
}

function typeOf(value: Exclude<JsonValue, null>): string {
  return Array.isArray(value) ? 'array' : typeof value;
}

function schemaOf({ types, format, members, items }: FieldSeen): JsonObject {
  const [type, ...others] = [...types].sort();
  return {
    ...(type !== undefined && { type: others.length === 0 ? type : [type, ...others] }),
    ...(format !== null && { format }),
    ...(items !== null && { items: schemaOf(items) }),
    ...(members.size > 0 && {
      properties: Object.fromEntries([...members].map(([name, member]) => [name, schemaOf(member)])),
    }),
  };
}
