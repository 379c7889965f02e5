/**
 * Reads the values of what a tool returned, each with who wrote it. A member of the result is as its tool's entry
 * says; a text that was written into a member stays with that member, even if it is JSON with names of other members.
 */
import { type JsonValue, parseJson } from '@assize/evidence-format';
import { nameKey } from '../names/index.ts';
import { Reading } from './reading.ts';
import { scan } from './scan.ts';

export type ResultSource = 'own' | 'content';

/** What the entry of the tool says about its results. */
export interface ResultReader {
  source: ResultSource | null;
  /** By the name of a member, wherever it stands. */
  fields: Readonly<Record<string, ResultSource>>;
}

export interface FoundValue {
  /** The text by which targets are compared. */
  name: string;
  source: ResultSource | null;
}

export interface ResultValues {
  /** In the order of the result. */
  values: FoundValue[];
  /** The result has more. */
  incomplete: boolean;
}

const MAX_NAMES = 4_000;
const MAX_DEPTH = 200;
const MAX_WHOLE = 120;

/** A change of what is found, or of its names, is a new version. */
export const VALUES_VERSION = 1;

export function valuesOfResult(result: JsonValue, reader: ResultReader): ResultValues {
  const walk = new Walk(reader);
  walk.result(result);
  return { values: walk.values, incomplete: walk.reading.isIncomplete };
}

interface Place {
  source: ResultSource | null;
  /** Inside a text of a member. */
  isWritten: boolean;
  depth: number;
}

class Walk {
  readonly values: FoundValue[] = [];
  readonly reading: Reading;
  readonly #names = new Set<string>();
  readonly #fields: ReadonlyMap<string, ResultSource>;
  readonly #top: Place;
  #source: ResultSource | null = null;

  constructor({ source, fields }: ResultReader) {
    this.#fields = new Map(Object.entries(fields).map(([name, each]) => [nameKey(name), each]));
    this.#top = { source, isWritten: false, depth: 0 };
    this.reading = new Reading((name) => this.#take(name));
  }

  /** A result may be wrapped as MCP does it, or be a JSON text. */
  result(result: JsonValue): void {
    for (const part of partsOf(result)) {
      const read = typeof part === 'string' ? jsonIn(part) : part;
      this.#look(read ?? part, this.#top);
    }
  }

  #take(name: string): boolean {
    const key = `${this.#source} ${name}`;
    if (this.#names.has(key)) return true;
    if (this.values.length >= MAX_NAMES) return false;
    this.#names.add(key);
    this.values.push({ name, source: this.#source });
    return true;
  }

  #look(value: JsonValue, place: Place): void {
    if (value === null || typeof value === 'boolean') return;
    if (typeof value !== 'object') this.#lookAtText(String(value), place);
    else if (place.depth >= MAX_DEPTH) this.reading.isIncomplete = true;
    else if (Array.isArray(value)) {
      for (const each of value) {
        if (!this.reading.spend(0.05)) return;
        this.#look(each, { ...place, depth: place.depth + 1 });
      }
    } else {
      for (const [name, each] of Object.entries(value)) {
        if (!this.reading.spend(0.2)) return;
        const source = this.#sourceOf(name, place);
        if (!PLAIN_KEY.test(name)) this.#lookAtText(name, place);
        this.#look(each, { ...place, source, depth: place.depth + 1 });
      }
    }
  }

  /** Text that a stranger wrote can't make itself the tenant's own. */
  #sourceOf(name: string, { source, isWritten }: Place): ResultSource | null {
    const stated = this.#fields.size === 0 ? undefined : this.#fields.get(nameKey(name));
    if (stated === undefined) return source;
    return isWritten && stated === 'own' ? source : stated;
  }

  #lookAtText(text: string, place: Place): void {
    this.#source = place.source;
    const inner = jsonIn(text);
    if (inner !== null) {
      this.#look(inner, { ...place, isWritten: true, depth: place.depth + 1 });
      return;
    }
    if (text.length <= MAX_WHOLE) this.#addWhole(text);
    scan(text, this.reading);
  }

  #addWhole(text: string): void {
    this.reading.add('object', text);
    for (const kind of ['account', 'person', 'detect'] as const) this.reading.add(kind, text, true);
  }
}

const PLAIN_KEY = /^[A-Za-z_$][A-Za-z_$-]*$/;

const OF_MCP = new Set(['content', 'structuredContent', 'isError', '_meta']);

/** Returns the parts of a result of an MCP tool, or of a list of parts of a message; or the result itself. */
function partsOf(result: JsonValue): JsonValue[] {
  if (typeof result !== 'object' || result === null) return [result];
  if (Array.isArray(result))
    return result.length > 0 && result.every(isTextPart) ? result.map(textOf) : [result];
  const { content, structuredContent = null } = result;
  const isWrapped = Array.isArray(content) && Object.keys(result).every((name) => OF_MCP.has(name));
  if (!isWrapped || !content.every(isPart)) return [result];
  return [...content.map((part) => (isTextPart(part) ? textOf(part) : part)), structuredContent];
}

const isPart = (value: JsonValue) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && typeof value.type === 'string';

const isTextPart = (value: JsonValue) =>
  isPart(value) &&
  typeof (value as { text?: JsonValue }).text === 'string' &&
  Object.keys(value as object).length <= 4;

const textOf = (value: JsonValue) => (value as { text: string }).text;

const OBJECT_OR_LIST = /^\s*[[{]/;
const LONG_INTEGER = /[:[,\s]-?\d{16,}/;

function jsonIn(text: string): JsonValue | null {
  if (!OBJECT_OR_LIST.test(text)) return null;
  try {
    return parseJson(LONG_INTEGER.test(text) ? withTextsForIntegers(text) : text);
  } catch {
    return null;
  }
}

/** A number of more digits than a double holds is an id, and is kept as it is written. */
function withTextsForIntegers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d{16,}(?![\d.eE])/g, (part) =>
    part.startsWith('"') ? part : `"${part}"`,
  );
}
