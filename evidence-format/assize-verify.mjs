#!/usr/bin/env node
// assize-verify 0.1.0, in one file; Apache-2.0. Written by `npm run build:verifier`: change its sources instead.

// assize-verify.ts
import { parseArgs } from "node:util";

// terminal.ts
import { styleText } from "node:util";

// canonical/shown.ts
var UNSEEN = new RegExp("[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]|(?! )\\p{Zs}", "u");
var EACH_UNSEEN = new RegExp(UNSEEN, "gu");
var EACH_UNSEEN_OF_JSON = new RegExp(`(?!\\n)(?:${UNSEEN.source})`, "gu");
var SHORT_ESCAPES = { "\n": "\\n", "\r": "\\r", "	": "\\t" };
function shown(text) {
  return text.replace(EACH_UNSEEN, escapeOf);
}
function escapeOf(character) {
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).toUpperCase().padStart(4, "0");
  return SHORT_ESCAPES[character] ?? (digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`);
}
function shownJson(value2, indent) {
  return harmlessJson(JSON.stringify(value2, null, indent));
}
function harmlessJson(json) {
  return json.replace(
    EACH_UNSEEN_OF_JSON,
    (character) => Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join("")
  );
}
function unitEscape(unit) {
  return `\\u${unit.toString(16).padStart(4, "0")}`;
}

// terminal.ts
function printLines(lines, stream = process.stdout, written) {
  return stream.write(lines.map((line) => `${lineText(line, stream)}
`).join(""), written);
}
function printErrorLines(lines) {
  printLines(lines, process.stderr);
}
function lineText(line, stream) {
  if (typeof line === "string") return shown(line);
  return line.map(
    (part) => typeof part === "string" ? shown(part) : styleText(part.colour, shown(part.text), { stream })
  ).join("");
}
function printJsonText(json) {
  return printLines(json.split("\n"));
}
function showProgressLine(text, stream = process.stderr) {
  if (stream.isTTY) stream.write(`\r${shown(text)}\x1B[K`);
}

// verify-file.ts
import { open, readFile } from "node:fs/promises";

// canonical/json-members.ts
var NotJson = class extends Error {
  name = "NotJson";
  at;
  constructor(at, reason) {
    super(reason);
    this.at = at;
  }
};
var FEW_KEYS = 24;
function compareLastKey(bytes, keys2, keyStart, keyEnd) {
  const start = keys2[keys2.length - 2];
  const length2 = Math.min(keys2[keys2.length - 1] - start, keyEnd - keyStart);
  for (let place = 0; place < length2; place += 1) {
    const difference = bytes[start + place] - bytes[keyStart + place];
    if (difference !== 0) return difference;
  }
  return 0;
}
function requireDistinct(bytes, keys2, first, anyEscape) {
  const areFew = !anyEscape && keys2.length - first <= 2 * FEW_KEYS;
  const seen = /* @__PURE__ */ new Set();
  for (let at = first; at < keys2.length; at += 2) {
    const [start = 0, end = 0] = [keys2[at], keys2[at + 1]];
    let isSeen = false;
    if (areFew) {
      for (let before = first; before < at && !isSeen; before += 2) isSeen = areSame(bytes, keys2, before, at);
    } else {
      const key = JSON.parse(decodeUtf8(bytes, start, end));
      isSeen = seen.has(key);
      seen.add(key);
    }
    if (isSeen) throw new NotJson(start, "a key that this object has stated already");
  }
}
function areSame(bytes, keys2, one, other) {
  const start = keys2[one];
  const otherStart = keys2[other];
  const length2 = keys2[one + 1] - start;
  if (length2 !== keys2[other + 1] - otherStart) return false;
  for (let place = 0; place < length2; place += 1) {
    if (bytes[start + place] !== bytes[otherStart + place]) return false;
  }
  return true;
}
var decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
function decodeUtf8(bytes, from, to) {
  try {
    return decoder.decode(bytes.subarray(from, to));
  } catch {
    throw new NotJson(from, "a text that is not UTF-8");
  }
}

// canonical/canonical.ts
var MAX_NESTING = 1e3;
function canonicalJson(value2) {
  const arranged = arrange(value2, 0);
  if (arranged !== BY_HAND) {
    const text = JSON.stringify(arranged);
    if (!text.includes("\\ud")) return text;
  }
  return build(value2, []);
}
var BY_HAND = /* @__PURE__ */ Symbol("not for JSON.stringify");
function arrange(value2, depth) {
  switch (typeof value2) {
    case "string":
    case "boolean":
      return value2;
    case "number":
      return Number.isFinite(value2) ? value2 : BY_HAND;
    case "object":
      if (value2 === null) return value2;
      if (depth === MAX_NESTING || !isPlain(value2)) return BY_HAND;
      return Array.isArray(value2) ? arrangeArray(value2, depth + 1) : arrangeObject(value2, depth + 1);
    default:
      return BY_HAND;
  }
}
function arrangeArray(items, depth) {
  let copy;
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
function arrangeObject(members, depth) {
  const keys2 = Object.keys(members);
  const inOrder = isInOrder(keys2);
  if (!inOrder) {
    if (keys2.some(beginsWithDigit)) return BY_HAND;
    sortKeys(keys2);
  }
  let copy = inOrder ? void 0 : {};
  for (const key of keys2) {
    const member = members[key];
    const arranged = member === void 0 ? void 0 : arrange(member, depth);
    if (arranged === BY_HAND) return BY_HAND;
    if (copy === void 0) {
      if (arranged === member) continue;
      copy = { ...members };
    }
    if (key === "__proto__") return BY_HAND;
    copy[key] = arranged;
  }
  return copy ?? members;
}
function isInOrder(keys2) {
  let previous = "";
  for (const key of keys2) {
    if (key < previous) return false;
    previous = key;
  }
  return true;
}
function beginsWithDigit(key) {
  const first = key.charCodeAt(0);
  return first >= 48 && first <= 57;
}
function sortKeys(keys2) {
  if (keys2.length > 24) {
    keys2.sort();
    return;
  }
  for (let i = 1; i < keys2.length; i += 1) {
    const key = keys2[i];
    let at = i;
    for (; at > 0 && keys2[at - 1] > key; at -= 1) keys2[at] = keys2[at - 1];
    keys2[at] = key;
  }
}
function build(value2, trail) {
  switch (typeof value2) {
    case "string":
      return quote(value2, trail);
    case "number":
      if (!Number.isFinite(value2)) throw refusal(`the number ${value2}`, trail);
      return JSON.stringify(value2);
    case "boolean":
      return value2 ? "true" : "false";
    case "object":
      if (value2 === null) return "null";
      if (trail.length >= MAX_NESTING)
        throw refusal(`nesting deeper than ${MAX_NESTING}, or a cycle,`, trail);
      if (!isPlain(value2)) throw refusal("an object that is neither plain nor an array", trail);
      return Array.isArray(value2) ? buildArray(value2, trail) : buildObject(value2, trail);
    default:
      throw refusal(typeof value2 === "undefined" ? "undefined" : `a ${typeof value2}`, trail);
  }
}
function buildArray(items, trail) {
  let text = "[";
  for (let i = 0; i < items.length; i += 1) {
    if (i > 0) text += ",";
    trail.push(i);
    text += build(items[i], trail);
    trail.pop();
  }
  return `${text}]`;
}
function buildObject(members, trail) {
  let text = "{";
  for (const key of Object.keys(members).sort()) {
    const member = members[key];
    if (member === void 0) continue;
    if (text.length > 1) text += ",";
    trail.push(key);
    text += `${quote(key, trail)}:${build(member, trail)}`;
    trail.pop();
  }
  return `${text}}`;
}
function quote(text, trail) {
  if (!text.isWellFormed()) throw refusal("a lone surrogate", trail);
  return JSON.stringify(text);
}
function isPlain(value2) {
  const prototype = Object.getPrototypeOf(value2);
  const expected = Array.isArray(value2) ? Array.prototype : Object.prototype;
  if (prototype !== expected && (prototype !== null || Array.isArray(value2))) return false;
  return typeof value2.toJSON !== "function";
}
function refusal(what, trail) {
  return new TypeError(`JSON can't hold ${what} (at ${pathOf(trail)})`);
}
function pathOf(trail) {
  const steps = trail.map(
    (step) => typeof step === "string" && /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`
  );
  return `$${steps.join("")}`;
}

// canonical/json-bytes.ts
var UNFINISHED = -1;
var QUOTE = 34;
var BACKSLASH = 92;
var MINUS = 45;
var LITERALS = /* @__PURE__ */ new Map([
  [116, "true"],
  [102, "false"],
  [110, "null"]
]);
var hasEscape = false;
var highBits = 0;
var outermost = [];
var keys = [];
function lastMembers() {
  return outermost;
}
function skipValue(bytes, from, to) {
  highBits = 0;
  outermost = [];
  keys.length = 0;
  const end = value(bytes, from, to, 0);
  if (end !== UNFINISHED && highBits > 127) decodeUtf8(bytes, from, end);
  return end;
}
function skipString(bytes, from, to) {
  if (bytes[from] !== QUOTE) throw new NotJson(from, "expected a key in quotes");
  return skipValue(bytes, from, to);
}
function skipWhitespace(bytes, from, to) {
  let at = from;
  while (at < to) {
    const byte = bytes[at];
    if (byte !== 32 && byte !== 10 && byte !== 13 && byte !== 9) break;
    at += 1;
  }
  return at;
}
function value(bytes, from, to, depth) {
  if (from >= to) return UNFINISHED;
  const first = bytes[from];
  if (first === QUOTE) return string(bytes, from, to);
  if (first === 123) return object(bytes, from, to, deeper(from, depth));
  if (first === 91) return array(bytes, from, to, deeper(from, depth));
  if (first === MINUS || isDigit(first)) return number(bytes, from, to);
  const word = LITERALS.get(first);
  if (word === void 0) throw new NotJson(from, "expected a value");
  for (let place = 0; place < word.length; place += 1) {
    if (from + place >= to) return UNFINISHED;
    if (bytes[from + place] !== word.charCodeAt(place)) throw new NotJson(from, "expected a value");
  }
  return from + word.length;
}
function deeper(at, depth) {
  if (depth < MAX_NESTING) return depth + 1;
  throw new NotJson(at, `nested deeper than ${MAX_NESTING}`);
}
function object(bytes, from, to, depth) {
  const firstKey = keys.length;
  let isAscending = true;
  let anyEscape = false;
  let at = skipWhitespace(bytes, from + 1, to);
  while (at < to && (keys.length > firstKey || bytes[at] !== 125)) {
    const keyStart = at;
    if (bytes[at] !== QUOTE) throw new NotJson(at, "expected a key in quotes");
    hasEscape = false;
    const keyEnd = string(bytes, at, to);
    if (keyEnd === UNFINISHED) return UNFINISHED;
    anyEscape ||= hasEscape;
    isAscending &&= keys.length === firstKey || compareLastKey(bytes, keys, keyStart, keyEnd) < 0;
    keys.push(keyStart, keyEnd);
    at = skipWhitespace(bytes, keyEnd, to);
    if (at >= to) return UNFINISHED;
    if (bytes[at] !== 58) throw new NotJson(at, "expected ':' after a key");
    const start = skipWhitespace(bytes, at + 1, to);
    at = value(bytes, start, to, depth);
    if (at === UNFINISHED) return UNFINISHED;
    if (depth === 1) outermost.push({ keyStart, keyEnd, start, end: at });
    at = skipWhitespace(bytes, at, to);
    if (at >= to) return UNFINISHED;
    if (bytes[at] === 125) break;
    at = skipWhitespace(bytes, afterComma(bytes, at, "}"), to);
  }
  if (at >= to) return UNFINISHED;
  if (anyEscape || !isAscending) requireDistinct(bytes, keys, firstKey, anyEscape);
  keys.length = firstKey;
  return at + 1;
}
function array(bytes, from, to, depth) {
  let at = skipWhitespace(bytes, from + 1, to);
  if (bytes[at] === 93 && at < to) return at + 1;
  while (at < to) {
    const end = value(bytes, at, to, depth);
    if (end === UNFINISHED) return UNFINISHED;
    at = skipWhitespace(bytes, end, to);
    if (at >= to) return UNFINISHED;
    if (bytes[at] === 93) return at + 1;
    at = skipWhitespace(bytes, afterComma(bytes, at, "]"), to);
  }
  return UNFINISHED;
}
function afterComma(bytes, at, closing) {
  if (bytes[at] === 44) return at + 1;
  throw new NotJson(at, `expected ',' or '${closing}'`);
}
function string(bytes, from, to) {
  let at = from + 1;
  let high = 0;
  while (at < to) {
    const byte = bytes[at];
    if (byte > BACKSLASH || byte > QUOTE && byte < BACKSLASH) {
      high |= byte;
      at += 1;
    } else if (byte === QUOTE) {
      highBits |= high;
      return at + 1;
    } else if (byte === BACKSLASH) {
      hasEscape = true;
      at = afterEscape(bytes, at, to);
      if (at === UNFINISHED) return UNFINISHED;
    } else if (byte < 32) {
      throw new NotJson(at, "control characters in a string must be escaped");
    } else {
      at += 1;
    }
  }
  return UNFINISHED;
}
function afterEscape(bytes, at, to) {
  if (at + 1 >= to) return UNFINISHED;
  const letter = bytes[at + 1];
  if (letter !== 117) {
    if ('"\\/bfnrt'.includes(String.fromCharCode(letter))) return at + 2;
    throw new NotJson(at, "not an escape sequence");
  }
  for (let place = at + 2; place < at + 6; place += 1) {
    if (place >= to) return UNFINISHED;
    const digit = bytes[place] | 32;
    if (!isDigit(bytes[place]) && (digit < 97 || digit > 102)) {
      throw new NotJson(at, "not an escape sequence");
    }
  }
  return at + 6;
}
function number(bytes, from, to) {
  let at = bytes[from] === MINUS ? from + 1 : from;
  const whole = at;
  at = skipDigits(bytes, at, to);
  if (at > whole + 1 && bytes[whole] === 48) throw new NotJson(from, "a number has no leading zero");
  let digits = at - whole;
  if (at < to && bytes[at] === 46 && digits > 0) {
    const fraction = at + 1;
    at = skipDigits(bytes, fraction, to);
    digits = at - fraction;
  }
  if (at < to && (bytes[at] | 32) === 101 && digits > 0) {
    const sign2 = bytes[at + 1];
    const exponent = sign2 === MINUS || sign2 === 43 ? at + 2 : at + 1;
    at = skipDigits(bytes, Math.min(exponent, to), to);
    digits = at - exponent;
  }
  if (at >= to) return UNFINISHED;
  if (digits <= 0) throw new NotJson(from, "not a number");
  return at;
}
function skipDigits(bytes, from, to) {
  let at = from;
  while (at < to && isDigit(bytes[at])) at += 1;
  return at;
}
function isDigit(byte) {
  return byte >= 48 && byte <= 57;
}

// canonical/json-stream.ts
var MAX_BYTES_OF_A_VALUE = 32 * 1024 * 1024;
var JsonStream = class {
  /** The bytes not yet done with are those from #at up to #end. */
  #bytes = new Uint8Array(64 * 1024);
  #at = 0;
  #end = 0;
  /** How many bytes of the document were before the first of #bytes. */
  #before = 0;
  /** A value is tried again only when there is twice as much of it, so that no cutting makes this slow. */
  #enough = 1;
  #isOver = false;
  #open = [];
  #root;
  /** @param root is handed the document itself, under the key ''. */
  constructor(root) {
    this.#root = root;
  }
  /** How many bytes of the document are done with. */
  get offset() {
    return this.#before + this.#at;
  }
  /** Takes the next bytes. @throws {NotJson}, whose place is counted from the document's beginning, and what a visitor throws. */
  push(chunk) {
    this.#append(chunk);
    const rest = this.#end - this.#at;
    if (rest >= this.#enough || rest > MAX_BYTES_OF_A_VALUE) this.#read();
  }
  /** There are no more bytes. Throws as `push` does. */
  finish() {
    this.#read();
    if (!this.#isOver) throw new NotJson(this.#before + this.#end, "the file ends before its end");
  }
  #append(chunk) {
    const rest = this.#end - this.#at;
    if (this.#at > 0) {
      this.#bytes.copyWithin(0, this.#at, this.#end);
      this.#before += this.#at;
      this.#at = 0;
      this.#end = rest;
    }
    if (rest + chunk.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(2 * this.#bytes.length, rest + chunk.length));
      larger.set(this.#bytes.subarray(0, rest));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, rest);
    this.#end = rest + chunk.length;
  }
  #read() {
    try {
      while (this.#step()) ;
    } catch (error) {
      if (error instanceof NotJson) throw new NotJson(this.#before + error.at, error.message);
      throw error;
    }
    const rest = this.#end - this.#at;
    if (rest > MAX_BYTES_OF_A_VALUE) {
      throw new NotJson(this.offset, `a value of more than ${MAX_BYTES_OF_A_VALUE} bytes`);
    }
    this.#enough = 2 * rest;
  }
  /** Does with the next member, or the end of an object or array; false where there are too few bytes for that. */
  #step() {
    this.#at = skipWhitespace(this.#bytes, this.#at, this.#end);
    if (this.#at === this.#end) return false;
    const frame = this.#open.at(-1);
    if (this.#isOver) throw new NotJson(this.#at, "unexpected text after the document");
    if (frame === void 0) return this.#member(this.#root, "", this.#at);
    const byte = this.#bytes[this.#at];
    if (byte === (frame.isArray ? 93 : 125)) return this.#leave(frame);
    let at = this.#at;
    if (frame.count > 0) {
      if (byte !== 44) throw new NotJson(at, `expected ',' or '${frame.isArray ? "]" : "}"}'`);
      at = skipWhitespace(this.#bytes, at + 1, this.#end);
    }
    return frame.isArray ? this.#member(frame.visitor, frame.count, at) : this.#keyed(frame, at);
  }
  #keyed(frame, from) {
    if (from >= this.#end) return false;
    const keyEnd = skipString(this.#bytes, from, this.#end);
    if (keyEnd === UNFINISHED) return false;
    const colon = skipWhitespace(this.#bytes, keyEnd, this.#end);
    if (colon >= this.#end) return false;
    if (this.#bytes[colon] !== 58) throw new NotJson(colon, "expected ':' after a key");
    const key = JSON.parse(decodeUtf8(this.#bytes, from, keyEnd));
    if (frame.keys.has(key)) throw new NotJson(from, "a key that this object has stated already");
    const start = skipWhitespace(this.#bytes, colon + 1, this.#end);
    const isDone = this.#member(frame.visitor, key, start);
    if (isDone) frame.keys.add(key);
    return isDone;
  }
  #member(visitor, key, start) {
    if (start >= this.#end) return false;
    const first = this.#bytes[start];
    const isContainer = first === 123 || first === 91;
    const inner = isContainer ? visitor.enter?.(key) : void 0;
    const frame = this.#open.at(-1);
    if (inner !== void 0) {
      if (frame !== void 0) frame.count += 1;
      this.#open.push({ visitor: inner, isArray: first === 91, count: 0, keys: /* @__PURE__ */ new Set() });
      this.#at = start + 1;
      return true;
    }
    const end = skipValue(this.#bytes, start, this.#end);
    if (end === UNFINISHED) return false;
    this.#at = end;
    if (frame === void 0) this.#isOver = true;
    else frame.count += 1;
    const bytes = this.#bytes.subarray(start, end);
    visitor.take(key, { bytes, offset: this.#before + start, members: lastMembers(), from: start });
    return true;
  }
  #leave(frame) {
    this.#at += 1;
    this.#open.pop();
    if (this.#open.length === 0) this.#isOver = true;
    frame.visitor.leave?.();
    return true;
  }
};

// platform/platform-node.ts
import { createPrivateKey, createPublicKey, hash, sign, verify } from "node:crypto";

// platform/platform.ts
function requireWellFormed(text) {
  if (!text.isWellFormed()) throw new TypeError("A text with a lone surrogate has no UTF-8 form");
}

// platform/platform-node.ts
function sha256(...parts) {
  const [only] = parts;
  if (parts.length === 1 && only !== void 0) return digest(only);
  return digest(Buffer.concat(parts.map((part) => typeof part === "string" ? utf8(part) : part)));
}
var scratch = Buffer.allocUnsafeSlow(64 * 1024);
function sha256Hex(data) {
  if (typeof data === "string") requireWellFormed(data);
  return hash("sha256", data, "hex");
}
function toHex(bytes) {
  const buffer = Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return buffer.toString("hex");
}
function fromHex(hex) {
  return Buffer.from(hex, "hex");
}
var SPKI_PREFIX = Uint8Array.of(48, 42, 48, 5, 6, 3, 43, 101, 112, 3, 33, 0);
var PKCS8_PREFIX = Uint8Array.of(
  ...[48, 46, 2, 1, 0, 48, 5, 6],
  ...[3, 43, 101, 112, 4, 34, 4, 32]
);
function ed25519Verify(publicKey, message, signature) {
  const der = Buffer.concat([SPKI_PREFIX, publicKey]);
  return verify(null, message, createPublicKey({ key: der, format: "der", type: "spki" }), signature);
}
function digest(data) {
  if (typeof data === "string") requireWellFormed(data);
  return Buffer.from(hash("sha256", data, "hex"), "hex");
}
function utf8(text) {
  requireWellFormed(text);
  return Buffer.from(text, "utf8");
}

// platform/sha256.ts
var HASH_BYTES = 32;
var PREFIX = "sha256:";
var HASH_TEXT = /^sha256:[0-9a-f]{64}$/;
function sha256Text(data) {
  return PREFIX + sha256Hex(data);
}
function formatHash(bytes) {
  if (!(bytes instanceof Uint8Array)) throw new TypeError("A SHA-256 hash is written from its bytes");
  if (bytes.length !== HASH_BYTES) {
    throw new TypeError(`A SHA-256 hash has ${HASH_BYTES} bytes, not ${bytes.length}`);
  }
  return PREFIX + toHex(bytes);
}
function isHashText(text) {
  return typeof text === "string" && HASH_TEXT.test(text);
}
function parseHash(text) {
  if (!HASH_TEXT.test(text)) {
    throw new TypeError('A hash is written as "sha256:" and 64 lower-case hex digits');
  }
  return fromHex(text.slice(PREFIX.length));
}
function sameHash(one, other) {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i += 1) {
    if (one[i] !== other[i]) return false;
  }
  return true;
}

// canonical/exact-number.ts
var NUMBER = /^-?([0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;
function isExactNumber(text) {
  const value2 = Number(text);
  const written = NUMBER.exec(text);
  if (written === null || !Number.isFinite(value2)) return false;
  if (Math.abs(value2) <= Number.MAX_SAFE_INTEGER) return true;
  const [, whole = "", fraction = "", exponent] = written;
  const digits = withoutLastZeros(`${whole}${fraction}`);
  const power = Number(exponent ?? 0) + whole.length - digits.length;
  if (power < 0) return true;
  return exponent !== void 0 && BigInt(digits) * 10n ** BigInt(power) === BigInt(Math.abs(value2));
}
function withoutLastZeros(digits) {
  let end = digits.length;
  while (digits[end - 1] === "0") end -= 1;
  return digits.slice(0, end);
}

// canonical/scan.ts
var NUMBER2 = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
var LITERAL = /true|false|null/y;
var NOT_A_NUMBER = /-?(?:NaN|Infinity)/y;
var WHITESPACE = /[ \t\n\r]*/y;
var SPACE = 32;
var ORDINARY = { writable: true, enumerable: true, configurable: true };
var PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
var ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
function scanJson(text, limits) {
  const scanner = new Scanner(text, limits);
  try {
    let expected = "value";
    while (expected !== "end") expected = scanner.step(expected);
    return scanner.found();
  } catch (error) {
    if (!(error instanceof NotJson2)) throw error;
    return { ...scanner.found(), error: { offset: error.offset, reason: error.message } };
  }
}
var NotJson2 = class extends Error {
  offset;
  constructor(offset, reason) {
    super(reason);
    this.offset = offset;
  }
};
var Scanner = class {
  #value = null;
  #duplicates = /* @__PURE__ */ new Map();
  #inexact = [];
  #text;
  #limits;
  #open = [];
  #at = 0;
  constructor(text, limits) {
    this.#text = text;
    this.#limits = limits;
  }
  found() {
    return { value: this.#value, duplicates: [...this.#duplicates.values()], inexact: this.#inexact };
  }
  step(expected) {
    this.#skipWhitespace();
    switch (expected) {
      case "first-item":
        return this.#takeCharacter("]") ? this.#close() : this.#readValue();
      case "first-key":
        return this.#takeCharacter("}") ? this.#close() : this.#key();
      case "key":
        return this.#key();
      case "after-value":
        return this.#afterValue();
      default:
        return this.#readValue();
    }
  }
  #readValue() {
    const start = this.#at;
    if (this.#takeCharacter("{")) return this.#enter({});
    if (this.#takeCharacter("[")) return this.#enter([]);
    if (this.#text[start] === '"') this.#place(unescaped(this.#string()));
    else if (this.#take(NUMBER2)) this.#place(this.#number(this.#text.slice(start, this.#at)));
    else if (this.#take(LITERAL)) this.#place(JSON.parse(this.#text.slice(start, this.#at)));
    else this.#refuseValue();
    return "after-value";
  }
  #enter(container) {
    this.#place(container);
    if (this.#open.length === this.#limits.depth) return "end";
    const isArray = Array.isArray(container);
    this.#open.push({ container, keys: /* @__PURE__ */ new Set(), position: isArray ? 0 : "" });
    return isArray ? "first-item" : "first-key";
  }
  #place(value2) {
    const frame = this.#open.at(-1);
    if (frame === void 0) this.#value = value2;
    else if (Array.isArray(frame.container)) frame.container.push(value2);
    else if (frame.position !== "__proto__") frame.container[frame.position] = value2;
    else Object.defineProperty(frame.container, "__proto__", { value: value2, ...ORDINARY });
  }
  #refuseValue() {
    if (this.#text.startsWith("\uFEFF")) throw new NotJson2(0, "begins with a byte order mark");
    const at = this.#at;
    if (this.#take(NOT_A_NUMBER)) throw new NotJson2(at, "NaN and Infinity are not JSON numbers");
    throw new NotJson2(at, "expected a value");
  }
  #key() {
    const frame = this.#open.at(-1);
    if (this.#text[this.#at] !== '"' || frame === void 0)
      throw new NotJson2(this.#at, "expected a key in quotes");
    const key = unescaped(this.#string());
    frame.position = key;
    if (frame.keys.has(key)) this.#noteDuplicate();
    frame.keys.add(key);
    this.#skipWhitespace();
    if (!this.#takeCharacter(":")) throw new NotJson2(this.#at, "expected ':' after a key");
    return "value";
  }
  #afterValue() {
    const frame = this.#open.at(-1);
    if (frame === void 0) {
      if (this.#at < this.#text.length) throw new NotJson2(this.#at, "unexpected text after the document");
      return "end";
    }
    const isArray = Array.isArray(frame.container);
    if (this.#takeCharacter(",")) {
      if (typeof frame.position === "number") frame.position++;
      return isArray ? "value" : "key";
    }
    const closing = isArray ? "]" : "}";
    if (this.#takeCharacter(closing)) return this.#close();
    throw new NotJson2(this.#at, `expected ',' or '${closing}'`);
  }
  #close() {
    this.#open.pop();
    return "after-value";
  }
  /** Reads a string and returns it as written, quotes included. */
  #string() {
    const start = this.#at++;
    for (; ; ) {
      this.#take(PLAIN_CHARACTERS);
      if (this.#takeCharacter('"')) return this.#text.slice(start, this.#at);
      if (this.#at >= this.#text.length) throw new NotJson2(start, "the string does not end");
      if (this.#text[this.#at] !== "\\")
        throw new NotJson2(this.#at, "control characters in a string must be escaped");
      if (!this.#take(ESCAPE)) throw new NotJson2(this.#at, "not an escape sequence");
    }
  }
  #noteDuplicate() {
    if (this.#duplicates.size >= this.#limits.duplicates) return;
    const path = this.#path();
    this.#duplicates.set(JSON.stringify(path), path);
  }
  #number(text) {
    const value2 = Number(text);
    const { inexact } = this.#limits;
    if (inexact === void 0) return value2;
    const isSmall = Math.abs(value2) <= Number.MAX_SAFE_INTEGER;
    if (!isSmall && Number.isFinite(value2) && this.#inexact.length < inexact && !isExactNumber(text)) {
      this.#inexact.push(this.#path());
    }
    return value2 + 0;
  }
  #path() {
    return this.#open.map((frame) => String(frame.position));
  }
  #skipWhitespace() {
    if (this.#text.charCodeAt(this.#at) <= SPACE) this.#take(WHITESPACE);
  }
  #take(token) {
    token.lastIndex = this.#at;
    if (!token.test(this.#text)) return false;
    this.#at = token.lastIndex;
    return true;
  }
  #takeCharacter(character) {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }
};
function unescaped(written) {
  return written.includes("\\") ? JSON.parse(written) : written.slice(1, -1);
}
function parseJson(text) {
  if (!text.includes("\\")) return JSON.parse(text);
  const { value: value2, error } = scanJson(text, { depth: Number.POSITIVE_INFINITY, duplicates: 0 });
  if (error !== void 0) throw new SyntaxError(`${error.reason} at ${error.offset}`);
  return value2;
}

// chain/leaf.ts
var GENESIS_HASH = new Uint8Array(HASH_BYTES);
var SALT_BYTES = 32;
function writtenLeafText(leaf) {
  return writeLeaf(leaf, leaf.created_at, leaf.payload_commitment, leaf.previous_hash);
}
function writeLeaf(fields, createdAt, commitment, previousHash) {
  return `{"action":${quoteOrNull(fields.action)},"actor":${quote2(fields.actor)},"artifact_type":${quote2(fields.artifact_type)},"chain":${quote2(fields.chain)},"created_at":"${createdAt}","id":${quote2(fields.id)},"index":${fields.index},"payload_commitment":"${commitment}","previous_hash":"${previousHash}","v":1,"verdict":${quoteOrNull(fields.verdict)}}`;
}
var NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/;
function quote2(text) {
  if (typeof text !== "string") throw new TypeError(`A leaf holds text here, not ${typeof text}`);
  if (NEEDS_NO_ESCAPE.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError("A leaf can't hold a lone surrogate");
  return JSON.stringify(text);
}
function quoteOrNull(text) {
  return text === null ? "null" : quote2(text);
}
var LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);
var TWO_DIGITS = Array.from({ length: 60 }, (_, value2) => String(value2).padStart(2, "0"));

// tree/merkle.ts
var EMPTY_ROOT = sha256();
var node = new Uint8Array(1 + 2 * HASH_BYTES);
node[0] = 1;
function nodeHash(left, right) {
  requireHash(left);
  requireHash(right);
  node.set(left, 1);
  node.set(right, 1 + HASH_BYTES);
  return sha256(node);
}
function treeRoot(leafHashes) {
  let row2 = leafHashes;
  while (row2.length > 1) row2 = rowAbove(row2);
  return row2.length === 0 ? EMPTY_ROOT : requireHash(row2[0]);
}
function rowAbove(row2) {
  const above = [];
  for (let place = 0; place < row2.length; place += 2) {
    const left = requireHash(row2[place]);
    above.push(place + 1 < row2.length ? nodeHash(left, requireHash(row2[place + 1])) : left);
  }
  return above;
}
function isTreeSize(size) {
  return Number.isSafeInteger(size) && Number(size) >= 0;
}
function isHash(bytes) {
  return bytes instanceof Uint8Array && bytes.length === HASH_BYTES;
}
function requireHash(bytes) {
  if (isHash(bytes)) return bytes;
  throw new TypeError(`A hash in a tree has ${HASH_BYTES} bytes`);
}
function requireTreeSize(size, what = "size") {
  if (isTreeSize(size)) return;
  throw new RangeError(`The ${what} in a tree is an integer from 0 to 2^53 \u2212 1, not ${String(size)}`);
}

// tree/tile.ts
var TILE_HEIGHT = 8;
var TILE_WIDTH = 256;
var TILE_BYTES = TILE_WIDTH * HASH_BYTES;
function tileWidth(size, level, index) {
  const hashesOfTheLevel = Math.floor(size / TILE_WIDTH ** level);
  return Math.min(TILE_WIDTH, Math.max(0, hashesOfTheLevel - index * TILE_WIDTH));
}
function partialTilesOf(size) {
  requireTreeSize(size);
  const tiles = [];
  for (let hashes = size, level = 0; hashes > 0; hashes = Math.floor(hashes / TILE_WIDTH), level += 1) {
    const width = hashes % TILE_WIDTH;
    if (width > 0) tiles.push({ level, index: Math.floor(hashes / TILE_WIDTH), width });
  }
  return tiles;
}
function hashesOfTile(bytes) {
  const width = bytes.length / HASH_BYTES;
  if (!Number.isInteger(width) || width < 1 || width > TILE_WIDTH) {
    throw new TypeError(`A tile has from 1 to ${TILE_WIDTH} hashes of ${HASH_BYTES} bytes, not ${width}`);
  }
  return Array.from(
    { length: width },
    (_, place) => bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES)
  );
}
function tilePlace({ level, index }) {
  const count = 2 ** (level % TILE_HEIGHT);
  const first = index * count;
  return {
    level: Math.floor(level / TILE_HEIGHT),
    index: Math.floor(first / TILE_WIDTH),
    start: first % TILE_WIDTH,
    count
  };
}
function hashesFromTiles(tiles) {
  const hashes = /* @__PURE__ */ new Map();
  for (const { level, index, bytes } of tiles) hashes.set(`${level}/${index}`, hashesOfTile(bytes));
  return (level, index) => {
    const place = tilePlace({ level, index });
    const found = hashes.get(`${place.level}/${place.index}`)?.slice(place.start, place.start + place.count);
    if (found?.length === place.count) return treeRoot(found);
    throw new RangeError(`Node ${index} at level ${level} is in none of these tiles`);
  };
}

// export/artifact.ts
var MEMBERS = [
  ...["index", "id", "artifact_type", "action", "verdict", "actor", "payload_commitment", "created_at"],
  ...["previous_hash", "hash", "salt", "payload"]
];
var PAYLOAD = new TextEncoder().encode('"payload"');
var LETTER_N = 110;
var BACKSLASH2 = 92;
var TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;
function readArtifact({ bytes, members, from }, chain) {
  if (members.length !== MEMBERS.length)
    return `it has ${members.length} members instead of ${MEMBERS.length}`;
  const place = members.find(({ keyStart, keyEnd }) => isPayload(bytes, keyStart - from, keyEnd - from));
  if (place === void 0) return "it has no payload, not even null";
  const [start, end] = [place.start - from, place.end - from];
  const text = `${decodeUtf8(bytes, 0, start)}null${decodeUtf8(bytes, end, bytes.length)}`;
  const isPlain2 = members.every((member) => hasPlainKey(bytes, member, from));
  const fields = isPlain2 ? JSON.parse(text) : parseJson(text);
  const missing = MEMBERS.find((name) => !Object.hasOwn(fields, name));
  if (missing !== void 0) return `it has no ${missing}`;
  fields.chain = chain;
  fields.payload = bytes[start] === LETTER_N ? null : bytes.subarray(start, end);
  return refusalOf(fields) ?? fields;
}
function isPayload(bytes, keyStart, keyEnd) {
  if (keyEnd - keyStart !== PAYLOAD.length) return false;
  for (let place = 0; place < PAYLOAD.length; place += 1) {
    if (bytes[keyStart + place] !== PAYLOAD[place]) return false;
  }
  return true;
}
function hasPlainKey(bytes, { keyStart, keyEnd, start }, from) {
  for (let at = keyStart - from; at < keyEnd - from; at += 1) if (bytes[at] === BACKSLASH2) return false;
  const first = bytes[start - from];
  return first !== 123 && first !== 91 || isPayload(bytes, keyStart - from, keyEnd - from);
}
function refusalOf(fields) {
  const { index, id, artifact_type, action, verdict, actor, created_at, salt } = fields;
  if (!isTreeSize(index)) return "its index is no whole number";
  if (typeof id !== "string" || typeof artifact_type !== "string" || typeof actor !== "string") {
    return "its id, type or actor is no text";
  }
  if (!isTextOrNull(action) || !isTextOrNull(verdict)) return "its action or verdict is no text";
  if (typeof created_at !== "string" || !isTime(created_at)) return "its time is none";
  if (![fields.payload_commitment, fields.previous_hash, fields.hash].every(isText)) {
    return "one of its hashes is no text";
  }
  if (!isTextOrNull(salt)) return "its salt is no text";
  return null;
}
function isText(value2) {
  return typeof value2 === "string";
}
function isTextOrNull(value2) {
  return value2 === null || typeof value2 === "string";
}
var lastMinute = "";
function isTime(text) {
  if (!TIME.test(text)) return false;
  const minute = text.slice(0, "yyyy-mm-ddThh:mm".length);
  if (minute !== lastMinute) {
    const ms = Date.parse(`${minute}:00.000Z`);
    if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(minute)) return false;
    lastMinute = minute;
  }
  return text.slice(minute.length + 1, minute.length + 3) < "60";
}
function hashOf(artifact) {
  try {
    return sha256Text(`\0${writtenLeafText(artifact)}`);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}
function payloadState({ salt, payload, payload_commitment }) {
  if (payload === null) return salt === null ? "withheld" : "salt_without_payload";
  if (salt === null) return "payload_without_salt";
  const saltBytes = salt.length === 2 * SALT_BYTES ? fromHex(salt) : new Uint8Array();
  if (toHex(saltBytes) !== salt) return "wrong_commitment";
  if (commit(saltBytes, payload) === payload_commitment) return "exact";
  const canonical = canonicalBytes(payload);
  const isSame = canonical !== null && commit(saltBytes, canonical) === payload_commitment;
  return isSame ? "canonical" : "wrong_commitment";
}
var scratch2 = new Uint8Array(64 * 1024);
function commit(salt, payload) {
  const length2 = salt.length + payload.length;
  if (length2 > scratch2.length) scratch2 = new Uint8Array(2 * length2);
  scratch2.set(salt);
  scratch2.set(payload, salt.length);
  return sha256Text(scratch2.subarray(0, length2));
}
function canonicalBytes(payload) {
  try {
    return new TextEncoder().encode(canonicalJson(parseJson(decodeUtf8(payload, 0, payload.length))));
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return null;
  }
}

// export/removal.ts
var REMOVAL_ACTIONS = { redaction: "evidence.redact", retention: "evidence.prune" };
function readRemoval(action, payload) {
  const { change } = payload;
  if (typeof change !== "object" || change === null || Array.isArray(change)) return null;
  if (action === REMOVAL_ACTIONS.redaction) {
    const { index } = change;
    return isIndex(index) ? { kind: "redaction", first: index, end: index + 1 } : null;
  }
  if (action === REMOVAL_ACTIONS.retention) {
    const { from_index: first, to_index: end } = change;
    if (!isIndex(first) || !isIndex(end) || end <= first) return null;
    return { kind: "retention", first, end };
  }
  return null;
}
function isIndex(value2) {
  return Number.isSafeInteger(value2) && value2 >= 0;
}

// export/restore.ts
var RESTORE_ACTION = "evidence.restored";
var PERMANENT_ACTIONS = [
  ...Object.values(REMOVAL_ACTIONS),
  RESTORE_ACTION
];
function readRestores(record, payload) {
  const change = memberOf(payload, "change");
  const own = restoreOf(change);
  if (own === null) return [];
  const listed = memberOf(change, "earlier");
  const earlier = (Array.isArray(listed) ? listed : []).flatMap((item) => {
    const restore = restoreOf(item);
    const [index, id, at] = ["index", "id", "at"].map((name) => memberOf(item, name));
    if (restore === null || !isTreeSize(index) || typeof id !== "string" || typeof at !== "string") return [];
    return [{ ...restore, index, id, at, isRepeated: true }];
  });
  return [...earlier, { ...own, ...record, isRepeated: false }];
}
function restoresIn(record, payload) {
  try {
    return readRestores(record, parseJson(payload));
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}
function readStatedRestore(value2) {
  const restore = restoreOf(value2);
  const [index, id, at, repeated] = ["index", "id", "at", "repeated"].map((name) => memberOf(value2, name));
  if (restore === null || !isTreeSize(index) || typeof id !== "string" || typeof at !== "string") return null;
  return { ...restore, index, id, at, isRepeated: repeated === true };
}
function restoreSentence(restore) {
  const { index, at, by, reason, lastSignedSize, foundSize, provenSize, isRepeated } = restore;
  const where = isRepeated ? `What was record ${index} stated` : `Record ${index} states`;
  return `${where} that an older database was put back (${shown2(at)}, by ${shown2(by)}: ${shown2(reason)}). ${lastSignedSize} records had been signed; ${foundSize} were there, of which the first ${provenSize} are proven to be the same.`;
}
function mayHaveLost({ lastSignedSize, provenSize }, size) {
  return size > provenSize && size <= lastSignedSize;
}
function shown2(text) {
  const harmless = text.replace(UNSEEN2, (sign2) => `\\u{${(sign2.codePointAt(0) ?? 0).toString(16)}}`);
  return harmless.length > MAX_SHOWN ? `${harmless.slice(0, MAX_SHOWN)}\u2026` : harmless;
}
var UNSEEN2 = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
var MAX_SHOWN = 500;
function restoreOf(value2) {
  const [lastSignedSize, foundSize, provenSize] = ["last_signed_size", "found_size", "proven_size"].map(
    (name) => memberOf(value2, name)
  );
  const [lastSigned, by, reason] = ["last_signed", "by", "reason"].map((name) => memberOf(value2, name));
  if (!isTreeSize(lastSignedSize) || !isTreeSize(foundSize) || !isTreeSize(provenSize)) return null;
  if (typeof lastSigned !== "string" || typeof by !== "string" || typeof reason !== "string") return null;
  return { lastSignedSize, lastSigned, foundSize, provenSize, by, reason };
}
function memberOf(value2, name) {
  if (typeof value2 !== "object" || value2 === null || Array.isArray(value2)) return null;
  return value2[name] ?? null;
}

// export/format.ts
var EXPORT_FORMAT = "assize-evidence-export/1";
var EXPORT_MEMBERS = [
  "format",
  "manifest",
  "checkpoint",
  "verifier_keys",
  "tiles",
  "segments",
  "end"
];
var MANIFEST_MEMBERS = [
  ...["export_id", "tenant", "environment", "chain", "filter", "created_at"],
  ...["tree_size", "root_hash", "artifact_count", "removals", "restores"]
];
var FILTER_MEMBERS = ["from_date", "to_date", "artifact_types"];
function readManifest(value2) {
  const members = objectOf(value2, "The manifest");
  const { chain, tree_size, root_hash, artifact_count } = members;
  const texts = ["export_id", "tenant", "environment", "chain", "created_at"];
  if (!texts.every((name) => typeof members[name] === "string") || chain === "") {
    throw new SyntaxError(`The manifest states as text: ${texts.join(", ")}`);
  }
  if (!isTreeSize(tree_size) || !isTreeSize(artifact_count)) {
    throw new SyntaxError("The manifest states as whole numbers: tree_size, artifact_count");
  }
  if (!isHashText(root_hash)) throw new SyntaxError("The manifest states root_hash as a hash");
  const filter = readFilter(members.filter ?? null);
  const removals = readRemovals(members.removals ?? null);
  const restores = readRestoreClaims(members.restores ?? []);
  const manifest = { ...members, filter, removals, restores };
  return { manifest, unknown: Object.keys(members).filter((name) => !MANIFEST_MEMBERS.includes(name)) };
}
function readFilter(value2) {
  const members = objectOf(value2, "The filter");
  const { from_date = null, to_date = null, artifact_types = null } = members;
  const isTime2 = (it) => it === null || typeof it === "string" && !Number.isNaN(Date.parse(it));
  const areTypes = artifact_types === null || Array.isArray(artifact_types) && artifact_types.every((it) => typeof it === "string");
  if (!isTime2(from_date) || !isTime2(to_date) || !areTypes) {
    throw new SyntaxError("The filter has two times and a list of artifact types, or null");
  }
  const unknown = Object.keys(members).filter((name) => !FILTER_MEMBERS.includes(name));
  if (unknown.length > 0) throw new SyntaxError(`This program doesn't know the filter ${unknown.join(", ")}`);
  return { from_date, to_date, artifact_types };
}
function readRemovals(value2) {
  if (!Array.isArray(value2)) throw new SyntaxError("The manifest has a list of removals");
  return value2.map((item) => {
    const members = objectOf(item, "A removal");
    const { kind, from_index, to_index, evidence_id } = members;
    const isRange = isTreeSize(from_index) && isTreeSize(to_index) && from_index < to_index;
    if (!isRange || typeof kind !== "string" || typeof evidence_id !== "string") {
      throw new SyntaxError("A removal has kind, from_index, to_index and evidence_id");
    }
    return { kind, from_index, to_index, evidence_id };
  });
}
function readRestoreClaims(value2) {
  if (!Array.isArray(value2)) throw new SyntaxError("restores is a list");
  return value2.map((item) => {
    const restore = readStatedRestore(item);
    if (restore !== null) return restore;
    throw new SyntaxError("A restore has index, id, at, sizes, last_signed, by and reason");
  });
}
function readEnd(value2) {
  const { artifact_count, withheld_count } = objectOf(value2, "The end");
  if (!isTreeSize(artifact_count) || !isTreeSize(withheld_count)) {
    throw new SyntaxError("The end states artifact_count and withheld_count");
  }
  return { artifact_count, withheld_count };
}
function readKeyList(value2) {
  if (!Array.isArray(value2)) throw new SyntaxError("verifier_keys is a list");
  return value2.map((item) => {
    const { vkey } = objectOf(item, "A verifier key");
    if (typeof vkey !== "string") throw new SyntaxError("A verifier key has vkey");
    return vkey;
  });
}
function objectOf(value2, what) {
  if (typeof value2 === "object" && value2 !== null && !Array.isArray(value2)) return value2;
  throw new SyntaxError(`${what} is not an object`);
}
function isFiltered({ from_date, to_date, artifact_types }) {
  return from_date !== null || to_date !== null || artifact_types !== null;
}
var Unreadable = class extends Error {
  name = "Unreadable";
};
function refuse(message) {
  throw new Unreadable(message);
}
function jsonOf({ bytes }) {
  return parseJson(decodeUtf8(bytes, 0, bytes.length));
}

// export/removals.ts
var WithheldRecords = class {
  /** Ascending, apart from each other: pairs, because there can be millions of them. */
  #bounds = [];
  #stated = [];
  count = 0;
  /** Artifact `index` has no payload; they come in ascending order. */
  add(index) {
    this.count += 1;
    if (this.#bounds.at(-1) === index) this.#bounds[this.#bounds.length - 1] = index + 1;
    else this.#bounds.push(index, index + 1);
  }
  /** An artifact that is in its place states this, of artifacts before it. */
  state(removal) {
    this.#stated.push(removal);
  }
  /** How many for which reason, each once, and the first that nothing explains. */
  explain(claims) {
    const ranges = [];
    for (let at = 0; at < this.#bounds.length; at += 2) {
      ranges.push({ first: this.#bounds[at] ?? 0, end: this.#bounds[at + 1] ?? 0 });
    }
    const redactions = this.#stated.filter(({ kind }) => kind === "redaction");
    const prunings = this.#stated.filter(({ kind }) => kind === "retention");
    const afterRedactions = without(ranges, redactions);
    const afterPrunings = without(afterRedactions, prunings);
    const claimed = claims.map(({ from_index, to_index }) => ({ first: from_index, end: to_index }));
    const rest = without(afterPrunings, claimed);
    return {
      redacted: length(ranges) - length(afterRedactions),
      pruned: length(afterRedactions) - length(afterPrunings),
      claimed: length(afterPrunings) - length(rest),
      unexplained: length(rest),
      firstUnexplained: rest[0]?.first ?? null
    };
  }
};
function without(ranges, others) {
  const cuts = [...others].sort((one, other) => one.first - other.first);
  const rest = [];
  let next = 0;
  let covered = 0;
  for (const { first, end } of ranges) {
    let at = Math.max(first, Math.min(covered, end));
    while (at < end) {
      const cut = cuts[next];
      if (cut === void 0 || cut.first >= end) {
        rest.push({ first: at, end });
        break;
      }
      if (cut.first > at) rest.push({ first: at, end: cut.first });
      covered = Math.max(covered, cut.end);
      at = Math.min(Math.max(at, covered), end);
      if (covered <= end) next += 1;
      else break;
    }
  }
  return rest;
}
function length(ranges) {
  return ranges.reduce((sum, { first, end }) => sum + end - first, 0);
}

// export/artifacts.ts
var GENESIS = formatHash(GENESIS_HASH);
var HEX_DIGITS = 2 * HASH_BYTES;
var STATEMENT_TYPE = "governance_change";
var ArtifactChecker = class {
  withheld = new WithheldRecords();
  /** Those that records in this file state. */
  restores = [];
  total = 0;
  verified = 0;
  faulty = 0;
  rewrittenPayloads = 0;
  first = null;
  last = null;
  #manifest;
  #problems;
  #isWhole;
  #from;
  #to;
  #types;
  /** The index that comes next, at the least. */
  #next = 0;
  /** The leaf hashes of the segment in hex, end to end; null where they can't be believed. */
  #leaves = null;
  #segment = -1;
  /** The last leaf hash of the segment before this one; null where that isn't in the file. */
  #beforeSegment = GENESIS;
  constructor(manifest, problems) {
    this.#manifest = manifest;
    this.#problems = problems;
    const { filter } = manifest;
    this.#isWhole = !isFiltered(filter);
    this.#from = filter.from_date === null ? Number.NEGATIVE_INFINITY : Date.parse(filter.from_date);
    this.#to = filter.to_date === null ? Number.POSITIVE_INFINITY : Date.parse(filter.to_date);
    this.#types = filter.artifact_types === null ? null : new Set(filter.artifact_types);
  }
  /** The artifacts from now on are of this segment. */
  beginSegment(segment, leaves) {
    this.#beforeSegment = segment === 0 ? GENESIS : segment === this.#segment + 1 ? this.#leafAt(TILE_WIDTH - 1) : null;
    this.#segment = segment;
    this.#leaves = leaves === null ? null : toHex(leaves);
  }
  take(value2) {
    this.total += 1;
    const artifact = readArtifact(value2, this.#manifest.chain);
    if (typeof artifact === "string") {
      this.#blame(
        null,
        "malformed_record",
        `The artifact at byte ${value2.offset} can't be read: ${artifact}.`
      );
      return;
    }
    const placeFault = this.#placeFault(artifact);
    if (placeFault !== null) {
      this.#blame(artifact.index, ...placeFault);
      return;
    }
    this.#requireNoGap(artifact.index);
    this.#next = artifact.index + 1;
    const fault = this.#recordFault(artifact);
    if (fault !== null) {
      this.#blame(artifact.index, ...fault);
      return;
    }
    this.first ??= artifact.created_at;
    this.last = artifact.created_at;
    this.#takePayload(artifact, payloadState(artifact));
  }
  /** There are no more artifacts. */
  finish() {
    if (this.#isWhole) this.#requireNoGap(this.#manifest.tree_size);
  }
  #blame(index, problem, message) {
    this.faulty += 1;
    this.#problems.add(index, problem, message);
  }
  #requireNoGap(index) {
    if (!this.#isWhole || index <= this.#next) return;
    const isOne = index === this.#next + 1;
    const which = isOne ? `Artifact ${this.#next} is` : `Artifacts ${this.#next} to ${index - 1} are`;
    this.#problems.add(this.#next, "missing_record", `${which} missing from a file that claims to have all.`);
  }
  #placeFault({ index }) {
    if (index < this.#next) {
      return [
        "out_of_order",
        `Artifact ${index} stands where artifact ${this.#next} or a later one belongs.`
      ];
    }
    if (Math.floor(index / TILE_WIDTH) !== this.#segment || index >= this.#manifest.tree_size) {
      return [
        "out_of_order",
        `Artifact ${index} stands in segment ${this.#segment}, where it does not belong.`
      ];
    }
    return null;
  }
  #recordFault(artifact) {
    const { index, hash: hash2, previous_hash } = artifact;
    const own = hashOf(artifact);
    if (own === null) return ["malformed_record", `Artifact ${index} has text that no record can have.`];
    if (own !== hash2)
      return ["wrong_hash", `Artifact ${index} was altered: its fields do not give its hash.`];
    const place = index % TILE_WIDTH;
    if (this.#leaves !== null && this.#leafAt(place) !== own) {
      return ["not_in_tree", `Artifact ${index} is not the one that stands at its place in the signed tree.`];
    }
    const before = place === 0 ? this.#beforeSegment : this.#leafAt(place - 1);
    if (before !== null && before !== previous_hash) {
      return ["broken_link", `Artifact ${index} does not name the hash of the artifact before it.`];
    }
    return this.#filterFault(artifact);
  }
  #filterFault({ index, created_at, artifact_type }) {
    if (this.#isWhole) return null;
    const ms = Date.parse(created_at);
    const isWanted = ms >= this.#from && ms < this.#to && (this.#types?.has(artifact_type) ?? true);
    return isWanted ? null : ["outside_filter", `Artifact ${index} is not one that the file says were asked for.`];
  }
  #takePayload(artifact, state) {
    const { index } = artifact;
    const isStatement = artifact.artifact_type === STATEMENT_TYPE && PERMANENT_ACTIONS.includes(artifact.action);
    switch (state) {
      case "withheld":
        this.withheld.add(index);
        if (isStatement) {
          const message = `Artifact ${index} states a removal or a restore, and its own payload must not be removed.`;
          this.#problems.add(index, "removed_statement", message);
        }
        return;
      case "exact":
      case "canonical":
        this.verified += 1;
        if (state === "canonical") this.rewrittenPayloads += 1;
        if (isStatement) this.#takeStatement(artifact);
        return;
      case "wrong_commitment":
        this.#blame(
          index,
          state,
          `Artifact ${index}: payload or salt was altered; its leaf commits to others.`
        );
        return;
      case "payload_without_salt":
        this.#blame(
          index,
          state,
          `Artifact ${index} has a payload but no salt, so its payload can't be checked.`
        );
        return;
      case "salt_without_payload":
        this.#blame(index, state, `Artifact ${index} has a salt but no payload.`);
    }
  }
  #takeStatement({ index, id, action, created_at: at, payload }) {
    const text = decodeUtf8(payload ?? new Uint8Array(), 0, payload?.length ?? 0);
    if (action === RESTORE_ACTION) {
      this.restores.push(...restoresIn({ index, id, at }, text));
      return;
    }
    const stated = readRemoval(action, parseJson(text) ?? {});
    if (stated !== null && stated.end <= index) this.withheld.state(stated);
  }
  #leafAt(place) {
    if (this.#leaves === null || place >= this.#leaves.length / HEX_DIGITS) return null;
    return `sha256:${this.#leaves.slice(place * HEX_DIGITS, (place + 1) * HEX_DIGITS)}`;
  }
};

// export/report.ts
var MAX_PROBLEMS = 20;
var ProblemList = class {
  first = [];
  count = 0;
  add(index, problem, message) {
    this.count += 1;
    if (this.first.length < MAX_PROBLEMS) this.first.push({ index, problem, message });
  }
};

// export/segments.ts
function segmentsVisitor(context) {
  let before = -1;
  return {
    enter: () => segmentVisitor(context, (index) => {
      if (index <= before) refuse("The indices of the segments do not ascend");
      before = index;
    }),
    take: () => refuse("A segment is not an object")
  };
}
function segmentVisitor(context, begin) {
  let index = -1;
  let hasLeaves = false;
  let hasArtifacts = false;
  return {
    enter: (key) => {
      if (key !== "artifacts") return void 0;
      if (!hasLeaves) refuse("A segment has index and leaves before its artifacts");
      hasArtifacts = true;
      return { take: (_, value2) => context.artifacts.take(value2) };
    },
    take: (key, value2) => {
      const json = jsonOf(value2);
      if (key === "index" && isTreeSize(json)) {
        index = json;
        begin(index);
      } else if (key === "leaves" && index >= 0) {
        hasLeaves = true;
        takeLeaves(context, index, json);
      } else {
        refuse(`A segment has no such "${key}", or not there`);
      }
    },
    leave: () => {
      if (!hasArtifacts) refuse("A segment has index, leaves and artifacts");
    }
  };
}
function takeLeaves({ tree, artifacts, problems, kept }, index, base64) {
  const found = tree?.leaves(index, base64) ?? { leaves: null };
  const leaves = typeof found === "string" ? null : found.leaves;
  if (typeof found === "string") problems.add(null, "wrong_leaves", found);
  if (leaves !== null && kept === index) tree?.keep(index, leaves);
  artifacts.beginSegment(index, leaves);
}

// canonical/base64.ts
var ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
var BITS = new Uint8Array(128);
for (let bits = 0; bits < ALPHABET.length; bits += 1) BITS[ALPHABET.charCodeAt(bits)] = bits;
function decodeBase64(text) {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) return null;
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  const bytes = new Uint8Array(text.length / 4 * 3 - padding);
  let written = 0;
  let group = 0;
  for (let at = 0; at < text.length; at += 4) {
    group = bitsAt(text, at) << 18 | bitsAt(text, at + 1) << 12 | bitsAt(text, at + 2) << 6 | bitsAt(text, at + 3);
    bytes[written] = group >> 16;
    bytes[written + 1] = group >> 8;
    bytes[written + 2] = group;
    written += 3;
  }
  return (group & 256 ** padding - 1) === 0 ? bytes : null;
}
function bitsAt(text, at) {
  return BITS[text.charCodeAt(at)] ?? 0;
}

// platform/ed25519.ts
var ED25519_PUBLIC_KEY_BYTES = 32;
var ED25519_SIGNATURE_BYTES = 64;
function ed25519Verify2(publicKey, message, signature) {
  if (publicKey.length !== ED25519_PUBLIC_KEY_BYTES) return false;
  if (signature.length !== ED25519_SIGNATURE_BYTES) return false;
  if (!isProper(publicKey) || !isProper(signature.subarray(0, ED25519_PUBLIC_KEY_BYTES))) return false;
  return ed25519Verify(publicKey, message, signature);
}
var SMALL_ORDER = [
  `01${"00".repeat(31)}`,
  `ec${"ff".repeat(30)}7f`,
  "00".repeat(32),
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
];
var NOT_BELOW_P = /^(?:e[d-f]|f.)(?:ff){30}7f$/;
function isProper(point) {
  const y = toHex(point.with(31, (point[31] ?? 0) & 127));
  return !NOT_BELOW_P.test(y) && !SMALL_ORDER.includes(y);
}

// notes/note-key.ts
var ED25519 = 1;
function isKeyName(name) {
  return /^[^\p{White_Space}+]+$/u.test(name) && !hasForbiddenControl(name) && name.isWellFormed();
}
function hasForbiddenControl(text) {
  return /[^\P{Cc}\n\u007f-\u009f]/u.test(text);
}
function keyId(name, publicKey) {
  if (!isKeyName(name)) throw new TypeError("The name of a key is not empty, and has no space and no plus");
  if (publicKey.length !== ED25519_PUBLIC_KEY_BYTES) {
    throw new TypeError(`An Ed25519 key has ${ED25519_PUBLIC_KEY_BYTES} bytes, not ${publicKey.length}`);
  }
  const hash2 = sha256(`${name}
`, Uint8Array.of(ED25519), publicKey);
  return new DataView(hash2.buffer, hash2.byteOffset).getUint32(0);
}
function parseVerifierKey(vkey) {
  const { name, id, bytes } = parseKey(vkey, ED25519_PUBLIC_KEY_BYTES);
  if (keyId(name, bytes) !== id)
    throw new SyntaxError("The verifier key's ID is not that of its name and key");
  return { name, id, publicKey: bytes };
}
function parseKey(text, keyBytes) {
  const [, name = "", hex = "", base64 = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(text) ?? [];
  const bytes = decodeBase64(base64);
  if (!isKeyName(name) || bytes === null) {
    throw new SyntaxError("A key is written as name, eight lower-case hex digits and base64, with + between");
  }
  if (bytes[0] !== ED25519) throw new SyntaxError("The key is of an algorithm other than Ed25519");
  if (bytes.length !== 1 + keyBytes) throw new SyntaxError(`An Ed25519 key has ${keyBytes} bytes`);
  return { name, id: Number.parseInt(hex, 16), bytes: bytes.subarray(1) };
}

// notes/note.ts
var MAX_SIGNATURES = 100;
var KEY_ID_BYTES = 4;
var SIGNATURE_LINE = /^— ([^ ]+) ([^ ]+)$/u;
function openNote(note, verifiers) {
  const parts = split(note);
  if (typeof parts === "string") return { fault: { problem: "malformed_note", message: parts } };
  const message = new TextEncoder().encode(parts.text);
  const verified = [];
  const unverified = [];
  for (const signature of parts.signatures) {
    const { name, keyId: keyId2 } = signature;
    const key = verifiers.find((verifier) => verifier.name === name && verifier.id === keyId2);
    if (key === void 0) {
      unverified.push(signature);
    } else if (isSignedBy(key, message, signature)) {
      verified.push(signature);
    } else {
      const sentence = `The signature of ${name} is not one of this text by this key.`;
      return { fault: { problem: "invalid_signature", message: sentence } };
    }
  }
  if (verified.length === 0) {
    const names = [...new Set(unverified.map(({ name }) => name))].join(", ");
    const sentence = `None of the known keys has signed this; it names as signer: ${names}.`;
    return { fault: { problem: "no_known_signature", message: sentence } };
  }
  return { fault: null, text: parts.text, verified, unverified };
}
function isSignedBy(key, message, { signature }) {
  return signature.length === ED25519_SIGNATURE_BYTES && ed25519Verify2(key.publicKey, message, signature);
}
function split(note) {
  const whole = typeof note === "string" ? note : decodeUtf82(note);
  if (whole === null || !whole.isWellFormed()) return "The note is not UTF-8 text.";
  if (hasForbiddenControl(whole)) return "The note has a control character other than a newline.";
  const end = whole.lastIndexOf("\n\n") + 1;
  if (end === 0) return "The note has no empty line between text and signatures.";
  const text = whole.slice(0, end);
  const lines = whole.slice(end + 1).split("\n");
  if (lines.pop() !== "" || lines.length === 0) return "The note does not end with a whole signature line.";
  if (lines.length > MAX_SIGNATURES) return `The note has more than ${MAX_SIGNATURES} signatures.`;
  const signatures = [];
  for (const line of new Set(lines)) {
    const signature = parseSignatureLine(line);
    if (signature === null) return "The note has a line among its signatures that is none.";
    signatures.push(signature);
  }
  return { text, signatures };
}
function parseSignatureLine(line) {
  const [, name = "", base64 = ""] = SIGNATURE_LINE.exec(line) ?? [];
  const bytes = decodeBase64(base64);
  if (!isKeyName(name) || bytes === null || bytes.length <= KEY_ID_BYTES) return null;
  return {
    name,
    keyId: new DataView(bytes.buffer, bytes.byteOffset).getUint32(0),
    signature: bytes.subarray(KEY_ID_BYTES)
  };
}
function decodeUtf82(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

// notes/checkpoint.ts
function checkpointOrigin(chain) {
  if (!isKeyName(chain)) throw new TypeError("The id of a chain is not empty, and has no space and no plus");
  return `assize/${chain}`;
}
function parseCheckpoint(text) {
  const lines = text.split("\n");
  if (lines.pop() !== "") throw new SyntaxError("A checkpoint ends with a newline");
  const [origin = "", size = "", base64 = "", ...extensions] = lines;
  if (origin === "" || extensions.includes("")) {
    throw new SyntaxError("Origin and extensions of a checkpoint are not empty");
  }
  if (!/^(?:0|[1-9][0-9]*)$/.test(size) || !isTreeSize(Number(size))) {
    throw new SyntaxError("The second line of a checkpoint is the size of the tree, at most 2^53 \u2212 1");
  }
  const root = decodeBase64(base64);
  if (root === null || !isRootOf(Number(size), root)) {
    throw new SyntaxError("The third line of a checkpoint is the root of a tree of this size");
  }
  return { origin, size: Number(size), root, extensions };
}
function openCheckpoint(note, verifiers) {
  const opened = openNote(note, verifiers);
  if (opened.fault !== null) return opened;
  const checkpoint = readCheckpoint(opened.text);
  if (typeof checkpoint === "string") {
    return { fault: { problem: "malformed_checkpoint", message: `${checkpoint}.` } };
  }
  const { verified, unverified } = opened;
  if (!verified.some(({ name }) => name === checkpoint.origin)) {
    const message = `This checkpoint of ${checkpoint.origin} is signed by none of its known keys.`;
    return { fault: { problem: "foreign_signature", message } };
  }
  return { fault: null, checkpoint, verified, unverified };
}
function readCheckpoint(text) {
  try {
    return parseCheckpoint(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return error.message;
  }
}
function isRootOf(size, root) {
  return isHash(root) && (size > 0 || sameHash(root, EMPTY_ROOT));
}

// export/signature.ts
function readKeys(texts, problems) {
  return texts.flatMap((text) => {
    try {
      return [parseVerifierKey(text)];
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      problems.add(null, "malformed_key", `A verifier key can't be read: ${error.message}.`);
      return [];
    }
  });
}
function canVerify(keys2, note) {
  return openNote(note, keys2).fault?.problem !== "no_known_signature";
}
function openFileCheckpoint(note, keys2, manifest, problems) {
  const opened = openCheckpoint(note, keys2);
  if (opened.fault !== null) {
    problems.add(null, opened.fault.problem, `The file's checkpoint: ${opened.fault.message}`);
    return null;
  }
  const { origin, size, root } = opened.checkpoint;
  const blame = (message) => problems.add(null, "wrong_checkpoint", message);
  if (origin !== originOf(manifest.chain)) {
    blame(`The file is of chain ${manifest.chain}, but its checkpoint is of ${origin}.`);
  }
  if (size !== manifest.tree_size) {
    blame(`The file claims ${manifest.tree_size} artifacts in the chain; its checkpoint says ${size}.`);
  }
  if (formatHash(root) !== manifest.root_hash) blame("The file claims another root than its checkpoint.");
  return opened;
}
function originOf(chain) {
  try {
    return checkpointOrigin(chain);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return null;
  }
}
function openKeptCheckpoint(note, keys2, manifest, problems) {
  const checkpoint = peek(note);
  const refused = (message) => ({
    checkpoint,
    opened: null,
    verdict: { outcome: "not_comparable", size: checkpoint?.size ?? null, message }
  });
  if (checkpoint === null) return refused("The checkpoint that you kept can not be read.");
  if (checkpoint.origin !== originOf(manifest.chain)) {
    return refused(
      `The checkpoint that you kept is of ${checkpoint.origin}, and the file is of another chain.`
    );
  }
  const opened = openCheckpoint(note, keys2);
  if (opened.fault !== null) {
    const message = `The checkpoint that you kept is not signed by a key of this file: ${opened.fault.message}`;
    problems.add(null, "foreign_log", message);
    return refused(message);
  }
  if (checkpoint.size > manifest.tree_size) {
    return refused(
      `The checkpoint that you kept is newer than the file: it has ${checkpoint.size} artifacts, the file's chain ${manifest.tree_size}.`
    );
  }
  return { checkpoint, opened, verdict: null };
}
function peek(note) {
  try {
    return parseCheckpoint(note.slice(0, note.lastIndexOf("\n\n") + 1));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return null;
  }
}
function segmentNeeded({ checkpoint, verdict }) {
  if (checkpoint === null || verdict !== null || checkpoint.size % TILE_WIDTH === 0) return null;
  return Math.floor(checkpoint.size / TILE_WIDTH);
}
function compareTrees(kept, tree, problems) {
  const { checkpoint, verdict } = kept;
  if (verdict !== null) return verdict;
  if (checkpoint === null) return { outcome: "not_comparable", size: null, message: "" };
  const { size, root } = checkpoint;
  const own = tree.rootAt(size);
  if (own === null) {
    const message2 = `The file lacks the segment in which the ${size} artifacts of the checkpoint that you kept end; an export without a filter has it.`;
    return { outcome: "not_comparable", size, message: message2 };
  }
  if (sameHash(own, root)) {
    return {
      outcome: "consistent",
      size,
      message: `The first ${size} artifacts are those of the checkpoint that you kept.`
    };
  }
  const message = `The history was rewritten: the first ${size} artifacts are not those of the checkpoint that you kept.`;
  problems.add(null, "history_rewritten", message);
  return { outcome: "rewritten", size, message };
}
function haveSignerInCommon(one, other) {
  if (one === null || other === null) return false;
  return one.verified.some(
    (mine) => other.verified.some(({ name, keyId: keyId2 }) => name === mine.name && keyId2 === mine.keyId)
  );
}

// tree/merkle-plan.ts
function rootPlan(size) {
  requireTreeSize(size);
  return subtrees(0, size);
}
function carryOut(plan, hashAt) {
  return plan.map((nodes) => joinSubtrees(nodes.map(({ level, index }) => hashAt(level, index))));
}
function rootOf(size, hashAt) {
  return carryOut([rootPlan(size)], hashAt)[0] ?? EMPTY_ROOT;
}
function joinSubtrees(hashes) {
  if (hashes.length === 0) return EMPTY_ROOT;
  return hashes.map(requireHash).reduceRight((right, left) => nodeHash(left, right));
}
function subtrees(start, count) {
  const nodes = [];
  let [next, left] = [start, count];
  while (left > 0) {
    const level = levelWithin(left);
    const width = 2 ** level;
    nodes.push({ level, index: next / width });
    next += width;
    left -= width;
  }
  return nodes;
}
function levelWithin(count) {
  let level = 0;
  while (2 ** (level + 1) <= count) level += 1;
  return level;
}

// export/tree.ts
var ExportTree = class {
  #size;
  #tiles = /* @__PURE__ */ new Map();
  /** The leaves of the segment in which a smaller tree ends, whose root will be requested. */
  #kept = null;
  constructor(size) {
    this.#size = size;
  }
  /** @throws {SyntaxError} on a tile that a tree of this size hasn't, or hasn't any more. */
  add({ level, index, hashes }) {
    const bytes = typeof hashes === "string" ? decodeBase64(hashes) : null;
    if (!isTreeSize(level) || !isTreeSize(index) || bytes === null) {
      throw new SyntaxError("A tile has level, index, and hashes in base64");
    }
    const width = tileWidth(this.#size, level, index);
    const isWanted = level > 0 ? width > 0 : width > 0 && width < TILE_WIDTH;
    if (!isWanted) throw new SyntaxError(`The file has no place for tile ${index} of level ${level}`);
    const key = `${level}/${index}`;
    if (this.#tiles.has(key)) throw new SyntaxError(`Tile ${index} of level ${level} is there twice`);
    if (bytes.length !== width * HASH_BYTES) {
      throw new SyntaxError(`Tile ${index} of level ${level} has ${width} hashes of 32 bytes`);
    }
    this.#tiles.set(key, { level, index, width, bytes });
  }
  /** All tiles are there. Returns what is wrong with them, in a sentence; null where they are those of this root. */
  faultAgainst(root) {
    const expected = countOfTiles(this.#size);
    if (this.#tiles.size !== expected) {
      return `The file has ${this.#tiles.size} tiles of the tree instead of ${expected}.`;
    }
    for (const { level, index, width, bytes } of this.#tiles.values()) {
      if (width < TILE_WIDTH) continue;
      const above = this.#hashOf(level, index);
      if (above === null || !sameHash(treeRoot(hashesOfTile(bytes)), above)) {
        return `Tile ${index} of level ${level} of the tree was altered, or the one above it.`;
      }
    }
    const own = rootOf(this.#size, hashesFromTiles(this.#partial(this.#size)));
    return sameHash(own, root) ? null : "The tiles of the tree do not give the root of the checkpoint.";
  }
  /**
   * The leaves of a segment, or a sentence on what is wrong with them.
   */
  leaves(segment, base64) {
    const bytes = typeof base64 === "string" ? decodeBase64(base64) : null;
    const width = tileWidth(this.#size, 0, segment);
    if (bytes === null || width === 0 || bytes.length !== width * HASH_BYTES) {
      return `Segment ${segment} does not have the ${width} leaf hashes that it has in the tree.`;
    }
    const isAsInTree = width === TILE_WIDTH ? this.#isBelow(segment, bytes) : sameHash(bytes, this.#tiles.get(`0/${segment}`)?.bytes ?? new Uint8Array());
    return isAsInTree ? { leaves: bytes } : `The leaf hashes of segment ${segment} are not those of the tree.`;
  }
  #isBelow(segment, bytes) {
    const above = this.#hashOf(0, segment);
    return above !== null && sameHash(treeRoot(hashesOfTile(bytes)), above);
  }
  /** To be kept, where `rootAt` will be asked for a tree that ends in this segment. */
  keep(segment, bytes) {
    this.#kept = { level: 0, index: segment, width: bytes.length / HASH_BYTES, bytes };
  }
  /** The root of the first `size` leaves; null where the file lacks the segment in which they end. */
  rootAt(size) {
    const tiles = this.#partial(size);
    if (size % TILE_WIDTH > 0 && !tiles.some(({ level }) => level === 0)) return null;
    return rootOf(size, hashesFromTiles(tiles));
  }
  /** Of a tree of this size, which this one begins with, the tiles that its root is made of. */
  #partial(size) {
    const tiles = rootPlan(size).flatMap((node2) => {
      const { level, index } = tilePlace(node2);
      return this.#tiles.get(`${level}/${index}`) ?? [];
    });
    const isKept = this.#kept?.index === Math.floor(size / TILE_WIDTH);
    return this.#kept !== null && isKept ? [...tiles, this.#kept] : tiles;
  }
  /** What stands for a full tile in the level above. */
  #hashOf(level, index) {
    const tile = this.#tiles.get(`${level + 1}/${Math.floor(index / TILE_WIDTH)}`);
    const start = index % TILE_WIDTH * HASH_BYTES;
    return tile?.bytes.subarray(start, start + HASH_BYTES) ?? null;
  }
};
function countOfTiles(size) {
  const partialLeaves = partialTilesOf(size).filter(({ level }) => level === 0).length;
  let count = partialLeaves;
  for (let hashes = Math.floor(size / TILE_WIDTH); hashes > 0; hashes = Math.floor(hashes / TILE_WIDTH)) {
    count += Math.ceil(hashes / TILE_WIDTH);
  }
  return count;
}

// export/verdict.ts
function conclude(findings) {
  const { problems, manifest, artifacts, opened, isWholeFile } = findings;
  if (isWholeFile && manifest !== null && artifacts !== null) finishCounting(findings, manifest, artifacts);
  const withheld = explainWithheld(findings);
  const trustedCheckpoint = compareWithKept(findings);
  const keyVouchedBy = whoVouches(findings);
  return {
    verdict: verdictOf(findings, trustedCheckpoint),
    problems: problems.first,
    problemCount: problems.count,
    manifest,
    checkpoint: opened && {
      origin: opened.checkpoint.origin,
      size: opened.checkpoint.size,
      root: formatHash(opened.checkpoint.root),
      signedBy: opened.verified.map(({ name, keyId: keyId2 }) => `${name}+${keyId2.toString(16).padStart(8, "0")}`)
    },
    keysFit: findings.keysFit,
    keyVouchedBy,
    trusted: keyVouchedBy !== "nobody",
    trustedCheckpoint,
    artifacts: {
      total: artifacts?.total ?? 0,
      verified: artifacts?.verified ?? 0,
      withheld: artifacts?.withheld.count ?? 0,
      faulty: artifacts?.faulty ?? 0
    },
    withheld,
    restores: restoresOf(findings),
    isWhole: manifest !== null && !isFiltered(manifest.filter),
    period: artifacts?.first && artifacts.last ? { first: artifacts.first, last: artifacts.last } : null,
    rewrittenPayloads: artifacts?.rewrittenPayloads ?? 0,
    ignoredMembers: findings.ignored,
    bytes: findings.bytes
  };
}
function finishCounting({ end, problems }, manifest, artifacts) {
  artifacts.finish();
  const counts = [
    ["The manifest claims", manifest.artifact_count, artifacts.total],
    ["The end of the file claims", end?.artifact_count, artifacts.total],
    [
      "Of artifacts without payload, the end of the file claims",
      end?.withheld_count,
      artifacts.withheld.count
    ]
  ];
  for (const [who, claimed, counted] of counts) {
    if (claimed !== counted)
      problems.add(null, "wrong_count", `${who} ${claimed}, but there are ${counted}.`);
  }
}
function explainWithheld({ artifacts, manifest, problems, isWholeFile }) {
  const none = { redacted: 0, pruned: 0, claimed: 0, unexplained: 0 };
  if (artifacts === null || manifest === null) return none;
  const { firstUnexplained, ...counts } = artifacts.withheld.explain(manifest.removals);
  if (firstUnexplained !== null && isWholeFile && !isFiltered(manifest.filter)) {
    const message = `Payloads of ${counts.unexplained} artifacts are missing, from artifact ${firstUnexplained} on, and nothing states that they were removed.`;
    problems.add(firstUnexplained, "unexplained_removal", message);
  }
  return counts;
}
function restoresOf({ artifacts, manifest }) {
  const shown3 = artifacts?.restores ?? [];
  const claimed = (manifest?.restores ?? []).filter(({ id }) => !shown3.some((restore) => restore.id === id));
  return [
    ...shown3.map((restore) => ({ ...restore, isShown: true })),
    ...claimed.map((restore) => ({ ...restore, isShown: false }))
  ].sort((one, other) => one.index - other.index);
}
function compareWithKept(findings) {
  const compared = compare(findings);
  if (compared === null || compared.size === null || compared.outcome === "consistent") return compared;
  const { size, message } = compared;
  const reasons = restoresOf(findings).filter((restore) => mayHaveLost(restore, size));
  return { ...compared, message: [message, ...reasons.map(restoreSentence)].join(" ") };
}
function compare({ options, kept, tree, problems }) {
  if (options.trustedCheckpoint === void 0) return null;
  if (kept?.verdict) return kept.verdict;
  if (kept !== null && tree !== null) return compareTrees(kept, tree, problems);
  return { outcome: "not_comparable", size: kept?.checkpoint?.size ?? null, message: NOTHING_TO_COMPARE };
}
var NOTHING_TO_COMPARE = "The file has no sound tree that the checkpoint which you kept could be held against.";
function whoVouches({ options, keysFit, opened, kept }) {
  if (opened === null) return "nobody";
  if (keysFit && (options.verifierKeys ?? []).length > 0) return "given_key";
  return haveSignerInCommon(opened, kept?.opened ?? null) ? "kept_checkpoint" : "nobody";
}
function verdictOf({ isExport, isWholeFile, problems, keysFit }, compared) {
  if (!isExport) return "unchecked";
  if (problems.count > 0 || !isWholeFile) return "unsound";
  const isChecked = keysFit && (compared === null || compared.outcome === "consistent");
  return isChecked ? "sound" : "unchecked";
}

// export/verifier.ts
function exportVerifier(options = {}) {
  return new Verifier(options);
}
var Verifier = class {
  #options;
  #problems = new ProblemList();
  #stream = new JsonStream({ enter: () => this.#fileVisitor(), take: () => void 0 });
  #ignored = /* @__PURE__ */ new Set();
  #bytes = 0;
  #isExport = false;
  #isBroken = false;
  /** How many of EXPORT_MEMBERS were there. */
  #members = 0;
  #manifest = null;
  #note = "";
  #keysFit = true;
  #checkpoint = null;
  #kept = null;
  #tree = new ExportTree(0);
  #isTreeSound = false;
  #artifacts = null;
  #end = null;
  constructor(options) {
    this.#options = options;
  }
  get progress() {
    return { artifacts: this.#artifacts?.total ?? 0, of: this.#manifest?.artifact_count ?? 0 };
  }
  push(chunk) {
    this.#bytes += chunk.length;
    this.#attempt(() => this.#stream.push(chunk));
  }
  finish() {
    this.#attempt(() => {
      this.#stream.finish();
      if (this.#members < EXPORT_MEMBERS.length) refuse(`The file has no "${EXPORT_MEMBERS[this.#members]}"`);
    });
    return this.#report();
  }
  #attempt(read) {
    if (this.#isBroken) return;
    try {
      read();
    } catch (error) {
      this.#isBroken = true;
      const isOfTheFile = error instanceof NotJson || error instanceof Unreadable || error instanceof SyntaxError;
      if (!isOfTheFile) throw error;
      const where = error instanceof NotJson ? `At byte ${error.at}: ` : "";
      const problem = this.#isExport ? "malformed_file" : "not_an_export";
      this.#problems.add(null, problem, `${where}${error.message}.`);
    }
  }
  #fileVisitor() {
    return {
      enter: (key) => this.#sectionVisitor(key),
      take: (key, value2) => {
        if (this.#expect(String(key))) this.#takeMember(String(key), jsonOf(value2));
      }
    };
  }
  #sectionVisitor(key) {
    if (key === "tiles" && this.#expect(key)) {
      return {
        take: (_, value2) => this.#tree.add(objectOf(jsonOf(value2), "A tile")),
        leave: () => this.#checkTiles()
      };
    }
    if (key === "segments" && this.#expect(key)) {
      return this.#segments();
    }
    return void 0;
  }
  #segments() {
    const artifacts = this.#artifacts ?? refuse("There is no manifest");
    const tree = this.#isTreeSound ? this.#tree : null;
    const kept = this.#kept === null ? null : segmentNeeded(this.#kept);
    return segmentsVisitor({ tree, artifacts, kept, problems: this.#problems });
  }
  /** Whether the member is one of the format's, whose turn it is. */
  #expect(key) {
    const known = EXPORT_MEMBERS;
    if (!known.includes(key)) {
      this.#ignored.add(key);
      return false;
    }
    if (key !== known[this.#members]) {
      return refuse(
        `"${key}" stands where "${known[this.#members] ?? "the end"}" belongs; the file can't be verified in this order`
      );
    }
    this.#members += 1;
    return true;
  }
  #takeMember(key, value2) {
    switch (key) {
      case "format":
        if (value2 !== EXPORT_FORMAT) refuse(`The file is not of the format ${EXPORT_FORMAT}`);
        this.#isExport = true;
        return;
      case "manifest":
        this.#takeManifest(value2);
        return;
      case "checkpoint":
        this.#note = typeof value2 === "string" ? value2 : refuse("The checkpoint is no text");
        return;
      case "verifier_keys":
        this.#takeKeys(readKeyList(value2));
        return;
      case "end":
        this.#end = readEnd(value2);
        return;
      default:
        refuse(`"${key}" is not a list`);
    }
  }
  #takeManifest(value2) {
    const { manifest, unknown } = readManifest(value2);
    for (const name of unknown) this.#ignored.add(`manifest.${name}`);
    this.#manifest = manifest;
    this.#tree = new ExportTree(manifest.tree_size);
    this.#artifacts = new ArtifactChecker(manifest, this.#problems);
  }
  #takeKeys(texts) {
    const manifest = this.#manifest ?? refuse("There is no manifest");
    const { verifierKeys = [], trustedCheckpoint } = this.#options;
    const inFile = readKeys(texts, this.#problems);
    this.#keysFit = verifierKeys.length === 0 || canVerify(verifierKeys, this.#note);
    const keys2 = verifierKeys.length > 0 && this.#keysFit ? verifierKeys : inFile;
    this.#checkpoint = openFileCheckpoint(this.#note, keys2, manifest, this.#problems);
    if (trustedCheckpoint === void 0) return;
    this.#kept = openKeptCheckpoint(trustedCheckpoint, keys2, manifest, this.#problems);
  }
  #checkTiles() {
    const fault = this.#tree.faultAgainst(parseHash(this.#manifest?.root_hash ?? ""));
    this.#isTreeSound = fault === null;
    if (fault !== null) this.#problems.add(null, "wrong_tiles", fault);
  }
  #report() {
    const isWholeFile = !this.#isBroken && this.#members === EXPORT_MEMBERS.length;
    return conclude({
      isExport: this.#isExport,
      isWholeFile,
      problems: this.#problems,
      manifest: this.#manifest,
      end: this.#end,
      artifacts: this.#artifacts,
      keysFit: this.#keysFit,
      opened: this.#checkpoint,
      kept: this.#kept,
      tree: this.#isTreeSound ? this.#tree : null,
      options: this.#options,
      ignored: [...this.#ignored],
      bytes: this.#bytes
    });
  }
};

// export/words.ts
var VERDICTS = {
  sound: "SOUND: every record in this file is unaltered and stands in its place.",
  unsound: "NOT SOUND: this file must not be relied on.",
  unchecked: "NOT CHECKED: this is no yes. What was asked for could not be checked."
};
var OTHER_KEY = "NOT CHECKED: this key can not verify this file. None of the keys that you gave has signed it.";
function wordsOf(report) {
  const { manifest } = report;
  const facts = manifest === null ? [] : factsOf(report);
  const isOfOtherKey = report.verdict === "unchecked" && !report.keysFit;
  const lines = [
    isOfOtherKey ? OTHER_KEY : VERDICTS[report.verdict],
    "",
    ...facts,
    ...faultsOf(report),
    ...limitsOf(report)
  ];
  return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
}
function factsOf(report) {
  const { manifest, period, trustedCheckpoint } = report;
  const rows = [
    ["File", `export ${manifest?.export_id} of chain ${manifest?.chain}`],
    [
      "",
      `(as it says itself: tenant ${manifest?.tenant}, ${manifest?.environment}, made ${manifest?.created_at})`
    ],
    ["Records", ...recordLines(report)],
    ["Period", period === null ? "no records" : `${period.first} to ${period.last}`],
    ["Contents", ...contentLines(report)],
    ...report.restores.length > 0 ? [["RESTORED", ...restoreLines(report)]] : [],
    ["Signed by", ...signatureLines(report)]
  ];
  if (trustedCheckpoint !== null) rows.push(["Kept checkpoint", trustedCheckpoint.message]);
  return [
    ...rows.flatMap(([title, ...lines]) => lines.map((line, at) => row(at === 0 ? title : "", line))),
    ""
  ];
}
function row(title, line) {
  return `${title.padEnd(17)}${line}`;
}
function recordLines({ artifacts, manifest, isWhole }) {
  const size = manifest?.tree_size ?? 0;
  const counted = `${artifacts.total} of the ${size} that the chain had`;
  if (isWhole) return [`${counted}; the file is to have them all`];
  const { from_date, to_date, artifact_types } = manifest?.filter ?? {};
  const conditions = [
    from_date ? `from ${from_date}` : "",
    to_date ? `before ${to_date}` : "",
    artifact_types ? `of type ${artifact_types.join(", ")}` : ""
  ];
  return [counted, `chosen ${conditions.filter((condition) => condition !== "").join(", ")}`];
}
function contentLines({ artifacts, withheld, rewrittenPayloads }) {
  const lines = [`${artifacts.verified} there and unaltered`];
  const reasons = [
    [withheld.redacted, "redacted, as a record in this file states"],
    [withheld.pruned, "removed when their retention ended, as a record in this file states"],
    [withheld.claimed, "removed, as the file says without showing the record that states it"],
    [withheld.unexplained, "not there, and this file does not say why"]
  ];
  for (const [count, reason] of reasons) if (count > 0) lines.push(`${count} ${reason}`);
  if (rewrittenPayloads > 0) {
    lines.push(`(${rewrittenPayloads} checked by their value: a program has reformatted this file)`);
  }
  return lines;
}
function restoreLines({ restores }) {
  const lines = restores.map(
    (restore) => restore.isShown ? restoreSentence(restore) : `As the file says without showing it: ${restoreSentence(restore)}`
  );
  return [...lines, "What was signed before and is missing is in no later file of this chain."];
}
function signatureLines({ checkpoint, keysFit, keyVouchedBy }) {
  if (checkpoint === null) return ["no signature could be verified"];
  const lines = checkpoint.signedBy;
  switch (keyVouchedBy) {
    case "given_key":
      return [...lines, "This is a key that you gave: the file is from its holder."];
    case "kept_checkpoint":
      return [...lines, "The same key signed the checkpoint that you kept."];
    case "nobody":
      return [
        ...lines,
        ...keysFit ? [] : ["This is none of the keys that you gave."],
        "NOTHING VOUCHES FOR THIS KEY. It came with the file: the author of the file may have made the key.",
        "Give the key that you have from the service itself (--key), or a checkpoint that you kept."
      ];
  }
}
function faultsOf({ problems, problemCount, ignoredMembers }) {
  const lines = problems.map(({ problem, message }) => `- ${message} (${problem})`);
  if (problemCount > problems.length) lines.push(`- and ${problemCount - problems.length} more`);
  const faults = lines.length === 0 ? [] : ["What is wrong", ...lines, ""];
  if (ignoredMembers.length === 0) return faults;
  return [
    ...faults,
    `Not looked at, because this program does not know it: ${ignoredMembers.join(", ")}`,
    ""
  ];
}
function limitsOf({ verdict, isWhole, checkpoint }) {
  if (verdict !== "sound") return [];
  return [
    "What this does not prove",
    "- that what was recorded is true, or that everything that happened was recorded",
    `- that nothing was recorded after record ${(checkpoint?.size ?? 0) - 1}, where this file ends`,
    ...isWhole ? [] : [
      "- that no other record was to be chosen: a file of a selection can leave some out",
      "- that no older database was ever put back: only a file of the whole chain shows each record of it"
    ],
    "- who the tenant is and when the file was made: that is only what the file says"
  ];
}
function reportJson(report) {
  return inSnakeCase(report);
}
function inSnakeCase(value2) {
  if (Array.isArray(value2)) return value2.map(inSnakeCase);
  if (typeof value2 !== "object" || value2 === null) return value2;
  const members = Object.entries(value2).map(([key, member]) => [
    key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    inSnakeCase(member)
  ]);
  return Object.fromEntries(members);
}

// verify-file.ts
var VERIFY_EXIT = { sound: 0, unreadable: 1, usage: 2, unsound: 3, otherKey: 4 };
async function verifyFile({
  file,
  trustedCheckpoint,
  keys: keys2,
  json
}) {
  let verifierKeys;
  try {
    verifierKeys = keys2.map(parseVerifierKey);
  } catch (error) {
    return fail(VERIFY_EXIT.usage, `--key: ${messageOf(error)}`);
  }
  let report;
  try {
    const kept = trustedCheckpoint === void 0 ? void 0 : await readFile(trustedCheckpoint, "utf8");
    report = await readAll(
      file,
      exportVerifier(kept === void 0 ? { verifierKeys } : { verifierKeys, trustedCheckpoint: kept })
    );
  } catch (error) {
    if (!isOfTheSystem(error)) throw error;
    return fail(VERIFY_EXIT.unreadable, messageOf(error));
  }
  if (json) printJsonText(shownJson(reportJson(report), 2));
  else printLines(wordsOf(report));
  return exitOf(report);
}
function exitOf({ verdict, keysFit }) {
  if (verdict === "sound") return VERIFY_EXIT.sound;
  return verdict === "unchecked" && !keysFit ? VERIFY_EXIT.otherKey : VERIFY_EXIT.unsound;
}
var CHUNK_BYTES = 1024 * 1024;
async function readAll(file, verifier) {
  if (file === "-") {
    for await (const chunk of process.stdin) verifier.push(chunk);
    return verifier.finish();
  }
  const handle = await open(file);
  try {
    return await readHandle(handle, verifier);
  } finally {
    await handle.close();
  }
}
async function readHandle(handle, verifier) {
  const { size } = await handle.stat();
  const buffer = new Uint8Array(CHUNK_BYTES);
  let done = 0;
  for (; ; ) {
    const { bytesRead } = await handle.read(buffer, 0, buffer.length);
    if (bytesRead === 0) return verifier.finish();
    verifier.push(buffer.subarray(0, bytesRead));
    done += bytesRead;
    showProgress(done, size, verifier);
  }
}
var MB = 1e6;
var MAX_STEPS = 500;
function showProgress(done, size, { progress }) {
  const everyBytes = Math.max(CHUNK_BYTES, size / MAX_STEPS);
  if (done < size && done % everyBytes >= CHUNK_BYTES) return;
  const percent = size === 0 ? 100 : Math.floor(100 * done / size);
  const line = `${percent} % of ${(size / MB).toFixed(1)} MB, ${progress.artifacts} of ${progress.of} records`;
  showProgressLine(done < size ? line : "");
}
function fail(code, message) {
  printErrorLines([message]);
  return code;
}
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
function isOfTheSystem(error) {
  return error instanceof Error && "code" in error;
}

// assize-verify.ts
var HELP = `Usage: assize-verify FILE [options]

Verifies an evidence export (JSON) offline. FILE may be - for the standard input.

Options:
  --trusted-checkpoint FILE  a checkpoint that you have kept: the history in the file must begin with it
  --key VKEY                 a verifier key that you have from the service itself; may be given more than once
  --json                     print the report as JSON
  --help                     print this

Exits with 0 where the file is sound, 1 where it can't be read, 2 on wrong usage, 3 where it is not sound
or something that was asked for could not be checked, and 4 where nothing is wrong with it, but none of the
keys given has signed it: they can't verify this file.`.split("\n");
var OPTIONS = {
  "trusted-checkpoint": { type: "string" },
  key: { type: "string", multiple: true, default: [] },
  json: { type: "boolean", default: false },
  help: { type: "boolean", default: false }
};
var BROKEN_PIPE = 141;
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => process.exit(BROKEN_PIPE));
process.exitCode = await main();
async function main() {
  const parsed = parse();
  if (typeof parsed === "string") return misused(parsed);
  const { values, positionals } = parsed;
  if (values.help) {
    printLines(HELP);
    return VERIFY_EXIT.sound;
  }
  const [file, ...others] = positionals;
  if (file === void 0 || others.length > 0) return misused("Name one file.");
  return verifyFile({
    file,
    trustedCheckpoint: values["trusted-checkpoint"],
    keys: values.key,
    json: values.json
  });
}
function parse() {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return error.message;
  }
}
function misused(message) {
  printErrorLines([message, "", ...HELP]);
  return VERIFY_EXIT.usage;
}
