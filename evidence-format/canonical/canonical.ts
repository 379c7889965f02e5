/**
 * Canonical JSON (RFC 8785, JCS): one value has one text, in every implementation. Hashes are always over this text's
 * UTF-8 bytes. A value that the text can't hold exactly is refused, not rounded, dropped or guessed.
 */

export type JsonValue = string | number | boolean | null | JsonValue[] | JsonObject;
export type JsonObject = { [key: string]: JsonValue };

/** The deepest nesting of arrays and objects that is written. Anything deeper, including a cycle, is refused. */
export const MAX_NESTING = 1_000;

/**
 * The canonical text of a JSON value (RFC 8785): members sorted by UTF-16 code units (section 3.2.3), strings
 * and numbers as ECMAScript writes them (sections 3.2.2.2 and 3.2.2.3), no white space (section 3.2.1). An
 * object's undefined members are left out, as JSON.stringify does.
 *
 * Throws a TypeError that names the place, as `$.a[0]`, on a number that isn't finite, a bigint, function,
 * symbol, lone surrogate (section 3.2.2.2 forbids it), undefined outside an object, an object that isn't plain
 * (a Date, a Map, anything with `toJSON`), and on nesting beyond MAX_NESTING.
 */
export function canonicalJson(value: unknown): string {
  const arranged = arrange(value, 0);
  if (arranged !== BY_HAND) {
    const text = JSON.stringify(arranged);
    // JSON.stringify writes a lone surrogate as \udXXX; one check of the text is cheaper than checking every
    // string.
    if (!text.includes('\\ud')) return text;
  }
  return build(value, []);
}

const BY_HAND = Symbol('not for JSON.stringify');

/**
 * A value whose canonical text JSON.stringify writes, several times faster than any code of ours: the value itself if
 * its keys are already in order, otherwise with copies of the parts where they aren't. BY_HAND if there is none, which
 * doesn't yet mean that the value is at fault.
 */
function arrange(value: unknown, depth: number): unknown {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'number':
      return Number.isFinite(value) ? value : BY_HAND;
    case 'object':
      if (value === null) return value;
      if (depth === MAX_NESTING || !isPlain(value)) return BY_HAND;
      return Array.isArray(value)
        ? arrangeArray(value, depth + 1)
        : arrangeObject(value as Record<string, unknown>, depth + 1);
    default:
      return BY_HAND;
  }
}

function arrangeArray(items: readonly unknown[], depth: number): unknown {
  let copy: unknown[] | undefined;
  // Loops by index, because a hole is undefined and must not be skipped.
  for (let i = 0; i < items.length; i += 1) {
    const item = arrange(items[i], depth);
    if (item === BY_HAND) return BY_HAND;
    if (item !== items[i]) {
      copy ??= items.slice();
      copy[i] = item;
    }
  }
  return copy ?? items;
}

function arrangeObject(members: Record<string, unknown>, depth: number): unknown {
  const keys = Object.keys(members);
  const inOrder = isInOrder(keys);
  if (!inOrder) {
    // An object lists integer-like keys first, regardless of the order of assignment, so a copy can't be arranged.
    if (keys.some(beginsWithDigit)) return BY_HAND;
    sortKeys(keys);
  }
  let copy: Record<string, unknown> | undefined = inOrder ? undefined : {};
  for (const key of keys) {
    const member = members[key];
    const arranged = member === undefined ? undefined : arrange(member, depth);
    if (arranged === BY_HAND) return BY_HAND;
    if (copy === undefined) {
      if (arranged === member) continue;
      copy = { ...members };
    }
    // Setting this key would set the copy's prototype.
    if (key === '__proto__') return BY_HAND;
    copy[key] = arranged;
  }
  return copy ?? members;
}

function isInOrder(keys: readonly string[]): boolean {
  let previous = '';
  for (const key of keys) {
    if (key < previous) return false;
    previous = key;
  }
  return true;
}

function beginsWithDigit(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 48 && first <= 57;
}

/** Sorts in place by UTF-16 code units (RFC 8785 section 3.2.3). */
function sortKeys(keys: string[]): void {
  // For the few keys of most objects, the built-in sort would cost more than everything else here.
  if (keys.length > 24) {
    keys.sort();
    return;
  }
  for (let i = 1; i < keys.length; i += 1) {
    const key = keys[i] as string;
    let at = i;
    for (; at > 0 && (keys[at - 1] as string) > key; at -= 1) keys[at] = keys[at - 1] as string;
    keys[at] = key;
  }
}

/** The keys and indices that lead to a place in the value. */
type Trail = (string | number)[];

/** Writes the text member by member, and names the place of a value that can't be written. */
function build(value: unknown, trail: Trail): string {
  switch (typeof value) {
    case 'string':
      return quote(value, trail);
    case 'number':
      if (!Number.isFinite(value)) throw refusal(`the number ${value}`, trail);
      return JSON.stringify(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (trail.length >= MAX_NESTING)
        throw refusal(`nesting deeper than ${MAX_NESTING}, or a cycle,`, trail);
      if (!isPlain(value)) throw refusal('an object that is neither plain nor an array', trail);
      return Array.isArray(value) ? buildArray(value, trail) : buildObject(value, trail);
    default:
      throw refusal(typeof value === 'undefined' ? 'undefined' : `a ${typeof value}`, trail);
  }
}

function buildArray(items: readonly unknown[], trail: Trail): string {
  let text = '[';
  for (let i = 0; i < items.length; i += 1) {
    if (i > 0) text += ',';
    trail.push(i);
    text += build(items[i], trail);
    trail.pop();
  }
  return `${text}]`;
}

function buildObject(members: object, trail: Trail): string {
  let text = '{';
  // The default sort compares UTF-16 code units, which is the order of RFC 8785 section 3.2.3.
  for (const key of Object.keys(members).sort()) {
    const member = (members as Record<string, unknown>)[key];
    if (member === undefined) continue;
    if (text.length > 1) text += ',';
    trail.push(key);
    text += `${quote(key, trail)}:${build(member, trail)}`;
    trail.pop();
  }
  return `${text}}`;
}

function quote(text: string, trail: Trail): string {
  if (!text.isWellFormed()) throw refusal('a lone surrogate', trail);
  return JSON.stringify(text);
}

/** Plain data only: JSON.stringify would let anything else choose its own text. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  const expected = Array.isArray(value) ? Array.prototype : Object.prototype;
  if (prototype !== expected && (prototype !== null || Array.isArray(value))) return false;
  return typeof (value as { toJSON?: unknown }).toJSON !== 'function';
}

function refusal(what: string, trail: Trail): TypeError {
  return new TypeError(`JSON can't hold ${what} (at ${pathOf(trail)})`);
}

function pathOf(trail: Trail): string {
  const steps = trail.map((step) =>
    typeof step === 'string' && /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`,
  );
  return `$${steps.join('')}`;
}
