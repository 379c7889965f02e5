/**
 * Reads the values of what a tool returned, each with who wrote it. A member of the result is as its tool's entry
 * says; a text that was written into a member stays with that member, even if it is JSON with names of other members.
 */
import type { JsonValue } from '@assize/evidence-format';
import { nameKey } from '../names/index.ts';
import { jsonOf, jsonsIn } from './json-in.ts';
import { namesIn } from './names-in-lines.ts';
import { Reading } from './reading.ts';
import { scan } from './scan.ts';

export type ResultSource = 'own' | 'content';

/** Tells who wrote a result, by the entry of its tool. */
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
  readonly #names = new Map<ResultSource | null, Set<string>>();
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
      const read = typeof part === 'string' ? jsonOf(part) : part;
      // Nothing tells the tenant's own words in a plain text from those of strangers.
      const isPlain = typeof part === 'string' && read === null;
      const source = isPlain && this.#top.source === 'own' ? null : this.#top.source;
      this.#look(read ?? part, { ...this.#top, source });
    }
  }

  #take(name: string): boolean {
    const names = this.#names.get(this.#source) ?? new Set();
    if (names.has(name)) return true;
    if (this.values.length >= MAX_NAMES) return false;
    this.#names.set(this.#source, names.add(name));
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
    this.#author(place.source);
    const length = this.reading.open(text);
    const read = length === text.length ? text : text.slice(0, length);
    const whole = jsonOf(read);
    const source = place.source === 'own' ? 'content' : place.source;
    const within = { ...place, source, isWritten: true, depth: place.depth + 1 };
    if (whole !== null) {
      this.#look(whole, within);
      return;
    }
    for (const one of jsonsIn(read)) this.#look(one, within);
    this.#author(place.source);
    if (read.length <= MAX_WHOLE) this.#addWhole(read);
    if (place.source === 'own' && !isOneValue(read)) this.#author('content');
    scan(read, this.reading);
    if (!this.reading.isOver) for (const name of namesIn(read)) this.#addWhole(name);
  }

  #author(source: ResultSource | null): void {
    this.#source = source;
    this.reading.readAs(String(source));
  }

  /** A short text is also the name of something, in the form that each kind of name has. */
  #addWhole(text: string): void {
    if (!this.reading.isNew(`whole ${text}`)) return;
    this.reading.add('object', text);
    if (!IS_ASCII.test(text)) this.reading.add('person', text, true);
    if (AS_ACCOUNT.test(text)) this.reading.add('account', text, true);
  }
}

/**
 * Whether a member of a register is one value as a whole. In a longer text, such as the purpose of a transfer or a note
 * to an order, a stranger may have written it.
 */
function isOneValue(text: string): boolean {
  return !/\s/.test(text.trim()) || AS_ACCOUNT.test(text) || ADDRESSED.test(text);
}

const ADDRESSED = /^[^<>@]{0,80}<[^\s<>]+>\s*$/;
const IS_ASCII = /^[\x20-\x7e]*$/;
/** Digits in groups, which are compared without what is between them. */
const AS_ACCOUNT = /^\s*[a-z]{0,4}[\s-]*\d[a-z\d\s-]*$/i;
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
