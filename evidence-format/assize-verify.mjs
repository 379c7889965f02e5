#!/usr/bin/env node
// assize-verify 0.1.0, in one file; Apache-2.0. Written by `npm run build:verifier`: change its sources instead.
import { parseArgs, styleText } from "node:util";
import { open, readFile } from "node:fs/promises";
import { createPublicKey, hash, verify } from "node:crypto";
// canonical/shown.ts
/**
* Foreign text, made harmless where a person reads it. What the reader could not see, and what moves a cursor or turns
* the direction of writing, is written as an escape; everything else stays as it is.
*/
/**
* Controls, formats (the marks of direction among them), odd spaces, fillers, what is unassigned, private, or half a
* character. All except the ordinary space.
*/
const UNSEEN$1 = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/u;
const EACH_UNSEEN = new RegExp(UNSEEN$1, "gu");
/** The line feeds of JSON stand between its values, as it is indented; inside a text it has escapes for them. */
const EACH_UNSEEN_OF_JSON = new RegExp(`(?!\\n)(?:${UNSEEN$1.source})`, "gu");
const SHORT_ESCAPES = {
	"\n": "\\n",
	"\r": "\\r",
	"	": "\\t"
};
/** Always one line. Applying it twice changes nothing more. */
function shown$1(text) {
	return text.replace(EACH_UNSEEN, escapeOf);
}
/** As in JSON up to U+FFFF, in braces above. */
function escapeOf(character) {
	const digits = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
	return SHORT_ESCAPES[character] ?? (digits.length > 4 ? `\\u{${digits}}` : `\\u${digits}`);
}
/** JSON that is the same to a program, and does nothing to a terminal. @param indent as of JSON.stringify. */
function shownJson(value, indent) {
	return harmlessJson(JSON.stringify(value, null, indent));
}
/** The same of what is JSON already, or a double-quoted scalar of YAML: anything but line feeds that none can see. */
function harmlessJson(json) {
	return json.replace(EACH_UNSEEN_OF_JSON, (character) => Array.from({ length: character.length }, (_, at) => unitEscape(character.charCodeAt(at))).join(""));
}
function unitEscape(unit) {
	return `\\u${unit.toString(16).padStart(4, "0")}`;
}
// terminal.ts
/**
* The way to a terminal, for every command: line by line, with {@link shown} over each. So no text of a file or of a
* caller can move the cursor, begin a line of its own, or read otherwise than it is. For Node.
*/
/**
* @param written is called once the stream has taken them, with the error where it did not.
* @returns whether there is room for more; where there is not, wait for the `drain` of the stream.
*/
function printLines(lines, stream = process.stdout, written) {
	return stream.write(lines.map((line) => `${lineText(line, stream)}\n`).join(""), written);
}
function printErrorLines(lines) {
	printLines(lines, process.stderr);
}
function lineText(line, stream) {
	if (typeof line === "string") return shown$1(line);
	return line.map((part) => typeof part === "string" ? shown$1(part) : styleText(part.colour, shown$1(part.text), { stream })).join("");
}
/** JSON that was written already, line feeds and all; see `shownJson`. */
function printJsonText(json) {
	return printLines(json.split("\n"));
}
/**
* Writes over the last line, and leaves the cursor on it; writes nothing if the output is not a terminal. An empty text
* clears it.
*/
function showProgressLine(text, stream = process.stderr) {
	if (stream.isTTY) stream.write(`\r${shown$1(text)}\u001b[K`);
}
// canonical/json-members.ts
/** The members of a JSON object in bytes: whether their keys are distinct, and what text bytes are. */
/** What is no JSON, and the place in the bytes. */
var NotJson$1 = class extends Error {
	name = "NotJson";
	at;
	constructor(at, reason) {
		super(reason);
		this.at = at;
	}
};
/** Below 0 where the bytes of the last of these keys come before those of the other one, 0 where they are the same. */
function compareLastKey(bytes, keys, keyStart, keyEnd) {
	const start = keys[keys.length - 2];
	const length = Math.min(keys[keys.length - 1] - start, keyEnd - keyStart);
	for (let place = 0; place < length; place += 1) {
		const difference = bytes[start + place] - bytes[keyStart + place];
		if (difference !== 0) return difference;
	}
	return 0;
}
/**
* The keys from `first` on in this list of where each begins and ends. @throws {NotJson} where two of them are the
* same, in any spelling.
*/
function requireDistinct(bytes, keys, first, anyEscape) {
	const areFew = !anyEscape && keys.length - first <= 48;
	const seen = /* @__PURE__ */ new Set();
	for (let at = first; at < keys.length; at += 2) {
		const [start = 0, end = 0] = [keys[at], keys[at + 1]];
		let isSeen = false;
		if (areFew) for (let before = first; before < at && !isSeen; before += 2) isSeen = areSame(bytes, keys, before, at);
		else {
			const key = JSON.parse(decodeUtf8$1(bytes, start, end));
			isSeen = seen.has(key);
			seen.add(key);
		}
		if (isSeen) throw new NotJson$1(start, "a key that this object has stated already");
	}
}
function areSame(bytes, keys, one, other) {
	const start = keys[one];
	const otherStart = keys[other];
	const length = keys[one + 1] - start;
	if (length !== keys[other + 1] - otherStart) return false;
	for (let place = 0; place < length; place += 1) if (bytes[start + place] !== bytes[otherStart + place]) return false;
	return true;
}
const decoder = new TextDecoder("utf-8", {
	fatal: true,
	ignoreBOM: true
});
/** The text of these bytes. @throws {NotJson} where they are not UTF-8. */
function decodeUtf8$1(bytes, from, to) {
	try {
		return decoder.decode(bytes.subarray(from, to));
	} catch {
		throw new NotJson$1(from, "a text that is not UTF-8");
	}
}
// canonical/canonical.ts
/** The deepest nesting of arrays and objects that is written. Anything deeper, a cycle included, is refused. */
const MAX_NESTING = 1e3;
/**
* The canonical text of a JSON value (RFC 8785): members sorted by UTF-16 code units (section 3.2.3), strings
* and numbers as ECMAScript writes them (sections 3.2.2.2 and 3.2.2.3), no white space (section 3.2.1). An
* object's undefined members are left out, as JSON.stringify does.
*
* Throws a TypeError that names the place, as `$.a[0]`, on a number that isn't finite, a bigint, function,
* symbol, lone surrogate (section 3.2.2.2 forbids it), undefined outside an object, an object that isn't plain
* (a Date, a Map, anything with `toJSON`), and on nesting beyond MAX_NESTING.
*/
function canonicalJson(value) {
	const arranged = arrange(value, 0);
	if (arranged !== BY_HAND) {
		const text = JSON.stringify(arranged);
		if (!text.includes("\\ud")) return text;
	}
	return build(value, []);
}
const BY_HAND = Symbol("not for JSON.stringify");
/**
* A value of which JSON.stringify, several times faster than any writing by hand, writes the canonical text: the
* value itself where its keys already stand in order, else a copy of the parts where they don't. BY_HAND where
* there is none, which doesn't yet say that the value is at fault.
*/
function arrange(value, depth) {
	switch (typeof value) {
		case "string":
		case "boolean": return value;
		case "number": return Number.isFinite(value) ? value : BY_HAND;
		case "object":
			if (value === null) return value;
			if (depth === 1e3 || !isPlain(value)) return BY_HAND;
			return Array.isArray(value) ? arrangeArray(value, depth + 1) : arrangeObject(value, depth + 1);
		default: return BY_HAND;
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
	const keys = Object.keys(members);
	const inOrder = isInOrder(keys);
	if (!inOrder) {
		if (keys.some(beginsWithDigit)) return BY_HAND;
		sortKeys(keys);
	}
	let copy = inOrder ? void 0 : {};
	for (const key of keys) {
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
function isInOrder(keys) {
	let previous = "";
	for (const key of keys) {
		if (key < previous) return false;
		previous = key;
	}
	return true;
}
function beginsWithDigit(key) {
	const first = key.charCodeAt(0);
	return first >= 48 && first <= 57;
}
/** Sorts in place by UTF-16 code units (RFC 8785 section 3.2.3). */
function sortKeys(keys) {
	if (keys.length > 24) {
		keys.sort();
		return;
	}
	for (let i = 1; i < keys.length; i += 1) {
		const key = keys[i];
		let at = i;
		for (; at > 0 && keys[at - 1] > key; at -= 1) keys[at] = keys[at - 1];
		keys[at] = key;
	}
}
/** Writes the text member by member, and names the place of a value that can't be written. */
function build(value, trail) {
	switch (typeof value) {
		case "string": return quote$1(value, trail);
		case "number":
			if (!Number.isFinite(value)) throw refusal(`the number ${value}`, trail);
			return JSON.stringify(value);
		case "boolean": return value ? "true" : "false";
		case "object":
			if (value === null) return "null";
			if (trail.length >= 1e3) throw refusal(`nesting deeper than ${MAX_NESTING}, or a cycle,`, trail);
			if (!isPlain(value)) throw refusal("an object that is neither plain nor an array", trail);
			return Array.isArray(value) ? buildArray(value, trail) : buildObject(value, trail);
		default: throw refusal(typeof value === "undefined" ? "undefined" : `a ${typeof value}`, trail);
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
		text += `${quote$1(key, trail)}:${build(member, trail)}`;
		trail.pop();
	}
	return `${text}}`;
}
function quote$1(text, trail) {
	if (!text.isWellFormed()) throw refusal("a lone surrogate", trail);
	return JSON.stringify(text);
}
/** Plain data only: JSON.stringify would let anything else choose its own text. */
function isPlain(value) {
	const prototype = Object.getPrototypeOf(value);
	if (prototype !== (Array.isArray(value) ? Array.prototype : Object.prototype) && (prototype !== null || Array.isArray(value))) return false;
	return typeof value.toJSON !== "function";
}
function refusal(what, trail) {
	return /* @__PURE__ */ new TypeError(`JSON can't hold ${what} (at ${pathOf(trail)})`);
}
function pathOf(trail) {
	return `$${trail.map((step) => typeof step === "string" && /^[A-Za-z_]\w*$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`).join("")}`;
}
const QUOTE = 34;
const BACKSLASH$1 = 92;
const MINUS = 45;
const LITERALS = /* @__PURE__ */ new Map([
	[116, "true"],
	[102, "false"],
	[110, "null"]
]);
let hasEscape = false;
let highBits = 0;
let outermost = [];
/** Where the keys of the objects that are open begin and end, two numbers for each. */
const keys = [];
/** The members of the object that `skipValue` was last over with; none where that was no object. */
function lastMembers() {
	return outermost;
}
/**
* Where the value that begins at `from` ends, or UNFINISHED where it isn't over before `to`. A number that ends with
* the bytes may go on. @throws {NotJson}
*/
function skipValue(bytes, from, to) {
	highBits = 0;
	outermost = [];
	keys.length = 0;
	const end = value(bytes, from, to, 0);
	if (end !== -1 && highBits > 127) decodeUtf8$1(bytes, from, end);
	return end;
}
/** Where the string that begins at `from` ends; otherwise as `skipValue`. */
function skipString(bytes, from, to) {
	if (bytes[from] !== QUOTE) throw new NotJson$1(from, "expected a key in quotes");
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
	if (from >= to) return -1;
	const first = bytes[from];
	if (first === QUOTE) return string(bytes, from, to);
	if (first === 123) return object(bytes, from, to, deeper(from, depth));
	if (first === 91) return array(bytes, from, to, deeper(from, depth));
	if (first === MINUS || isDigit(first)) return number(bytes, from, to);
	const word = LITERALS.get(first);
	if (word === void 0) throw new NotJson$1(from, "expected a value");
	for (let place = 0; place < word.length; place += 1) {
		if (from + place >= to) return -1;
		if (bytes[from + place] !== word.charCodeAt(place)) throw new NotJson$1(from, "expected a value");
	}
	return from + word.length;
}
function deeper(at, depth) {
	if (depth < 1e3) return depth + 1;
	throw new NotJson$1(at, `nested deeper than ${MAX_NESTING}`);
}
function object(bytes, from, to, depth) {
	const firstKey = keys.length;
	let isAscending = true;
	let anyEscape = false;
	let at = skipWhitespace(bytes, from + 1, to);
	while (at < to && (keys.length > firstKey || bytes[at] !== 125)) {
		const keyStart = at;
		if (bytes[at] !== QUOTE) throw new NotJson$1(at, "expected a key in quotes");
		hasEscape = false;
		const keyEnd = string(bytes, at, to);
		if (keyEnd === -1) return -1;
		anyEscape ||= hasEscape;
		isAscending &&= keys.length === firstKey || compareLastKey(bytes, keys, keyStart, keyEnd) < 0;
		keys.push(keyStart, keyEnd);
		at = skipWhitespace(bytes, keyEnd, to);
		if (at >= to) return -1;
		if (bytes[at] !== 58) throw new NotJson$1(at, "expected ':' after a key");
		const start = skipWhitespace(bytes, at + 1, to);
		at = value(bytes, start, to, depth);
		if (at === -1) return -1;
		if (depth === 1) outermost.push({
			keyStart,
			keyEnd,
			start,
			end: at
		});
		at = skipWhitespace(bytes, at, to);
		if (at >= to) return -1;
		if (bytes[at] === 125) break;
		at = skipWhitespace(bytes, afterComma(bytes, at, "}"), to);
	}
	if (at >= to) return -1;
	if (anyEscape || !isAscending) requireDistinct(bytes, keys, firstKey, anyEscape);
	keys.length = firstKey;
	return at + 1;
}
function array(bytes, from, to, depth) {
	let at = skipWhitespace(bytes, from + 1, to);
	if (bytes[at] === 93 && at < to) return at + 1;
	while (at < to) {
		const end = value(bytes, at, to, depth);
		if (end === -1) return -1;
		at = skipWhitespace(bytes, end, to);
		if (at >= to) return -1;
		if (bytes[at] === 93) return at + 1;
		at = skipWhitespace(bytes, afterComma(bytes, at, "]"), to);
	}
	return -1;
}
function afterComma(bytes, at, closing) {
	if (bytes[at] === 44) return at + 1;
	throw new NotJson$1(at, `expected ',' or '${closing}'`);
}
function string(bytes, from, to) {
	let at = from + 1;
	let high = 0;
	while (at < to) {
		const byte = bytes[at];
		if (byte > BACKSLASH$1 || byte > QUOTE && byte < BACKSLASH$1) {
			high |= byte;
			at += 1;
		} else if (byte === QUOTE) {
			highBits |= high;
			return at + 1;
		} else if (byte === BACKSLASH$1) {
			hasEscape = true;
			at = afterEscape(bytes, at, to);
			if (at === -1) return -1;
		} else if (byte < 32) throw new NotJson$1(at, "control characters in a string must be escaped");
		else at += 1;
	}
	return -1;
}
function afterEscape(bytes, at, to) {
	if (at + 1 >= to) return -1;
	const letter = bytes[at + 1];
	if (letter !== 117) {
		if ("\"\\/bfnrt".includes(String.fromCharCode(letter))) return at + 2;
		throw new NotJson$1(at, "not an escape sequence");
	}
	for (let place = at + 2; place < at + 6; place += 1) {
		if (place >= to) return -1;
		const digit = bytes[place] | 32;
		if (!isDigit(bytes[place]) && (digit < 97 || digit > 102)) throw new NotJson$1(at, "not an escape sequence");
	}
	return at + 6;
}
function number(bytes, from, to) {
	let at = bytes[from] === MINUS ? from + 1 : from;
	const whole = at;
	at = skipDigits(bytes, at, to);
	if (at > whole + 1 && bytes[whole] === 48) throw new NotJson$1(from, "a number has no leading zero");
	let digits = at - whole;
	if (at < to && bytes[at] === 46 && digits > 0) {
		const fraction = at + 1;
		at = skipDigits(bytes, fraction, to);
		digits = at - fraction;
	}
	if (at < to && (bytes[at] | 32) === 101 && digits > 0) {
		const sign = bytes[at + 1];
		const exponent = sign === MINUS || sign === 43 ? at + 2 : at + 1;
		at = skipDigits(bytes, Math.min(exponent, to), to);
		digits = at - exponent;
	}
	if (at >= to) return -1;
	if (digits <= 0) throw new NotJson$1(from, "not a number");
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
/**
* Reads one JSON document from bytes that come in pieces, cut anywhere, and holds no more of it than one value. A
* visitor says which objects and arrays are gone through member by member; everything else is handed out whole, as
* the bytes that stand there.
*/
/** One that is larger than this is refused: it would have to be held in memory as a whole. */
const MAX_BYTES_OF_A_VALUE = 33554432;
var JsonStream = class {
	/** The bytes not yet done with are those from #at up to #end. */
	#bytes = /* @__PURE__ */ new Uint8Array(65536);
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
		if (rest >= this.#enough || rest > 33554432) this.#read();
	}
	/** There are no more bytes. Throws as `push` does. */
	finish() {
		this.#read();
		if (!this.#isOver) throw new NotJson$1(this.#before + this.#end, "the file ends before its end");
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
			while (this.#step());
		} catch (error) {
			if (error instanceof NotJson$1) throw new NotJson$1(this.#before + error.at, error.message);
			throw error;
		}
		const rest = this.#end - this.#at;
		if (rest > 33554432) throw new NotJson$1(this.offset, `a value of more than ${MAX_BYTES_OF_A_VALUE} bytes`);
		this.#enough = 2 * rest;
	}
	/** Does with the next member, or the end of an object or array; false where there are too few bytes for that. */
	#step() {
		this.#at = skipWhitespace(this.#bytes, this.#at, this.#end);
		if (this.#at === this.#end) return false;
		const frame = this.#open.at(-1);
		if (this.#isOver) throw new NotJson$1(this.#at, "unexpected text after the document");
		if (frame === void 0) return this.#member(this.#root, "", this.#at);
		const byte = this.#bytes[this.#at];
		if (byte === (frame.isArray ? 93 : 125)) return this.#leave(frame);
		let at = this.#at;
		if (frame.count > 0) {
			if (byte !== 44) throw new NotJson$1(at, `expected ',' or '${frame.isArray ? "]" : "}"}'`);
			at = skipWhitespace(this.#bytes, at + 1, this.#end);
		}
		return frame.isArray ? this.#member(frame.visitor, frame.count, at) : this.#keyed(frame, at);
	}
	#keyed(frame, from) {
		if (from >= this.#end) return false;
		const keyEnd = skipString(this.#bytes, from, this.#end);
		if (keyEnd === -1) return false;
		const colon = skipWhitespace(this.#bytes, keyEnd, this.#end);
		if (colon >= this.#end) return false;
		if (this.#bytes[colon] !== 58) throw new NotJson$1(colon, "expected ':' after a key");
		const key = JSON.parse(decodeUtf8$1(this.#bytes, from, keyEnd));
		if (frame.keys.has(key)) throw new NotJson$1(from, "a key that this object has stated already");
		const start = skipWhitespace(this.#bytes, colon + 1, this.#end);
		const isDone = this.#member(frame.visitor, key, start);
		if (isDone) frame.keys.add(key);
		return isDone;
	}
	#member(visitor, key, start) {
		if (start >= this.#end) return false;
		const first = this.#bytes[start];
		const inner = first === 123 || first === 91 ? visitor.enter?.(key) : void 0;
		const frame = this.#open.at(-1);
		if (inner !== void 0) {
			if (frame !== void 0) frame.count += 1;
			this.#open.push({
				visitor: inner,
				isArray: first === 91,
				count: 0,
				keys: /* @__PURE__ */ new Set()
			});
			this.#at = start + 1;
			return true;
		}
		const end = skipValue(this.#bytes, start, this.#end);
		if (end === -1) return false;
		this.#at = end;
		if (frame === void 0) this.#isOver = true;
		else frame.count += 1;
		const bytes = this.#bytes.subarray(start, end);
		visitor.take(key, {
			bytes,
			offset: this.#before + start,
			members: lastMembers(),
			from: start
		});
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
// platform/platform.ts
/** A lone surrogate has no UTF-8 form: two texts with one would share a hash. Throws a TypeError. */
function requireWellFormed(text) {
	if (!text.isWellFormed()) throw new TypeError("A text with a lone surrogate has no UTF-8 form");
}
// platform/platform-node.ts
/**
* The platform of this package under Node: its own cryptography and its buffers, which are several times faster than
* anything written in JavaScript. The only file of this package that may touch either.
*/
function sha256(...parts) {
	const [only] = parts;
	if (parts.length === 1 && only !== void 0) return digest(only);
	return digest(Buffer.concat(parts.map((part) => typeof part === "string" ? utf8(part) : part)));
}
Buffer.allocUnsafeSlow(65536);
function sha256Hex(data) {
	if (typeof data === "string") requireWellFormed(data);
	return hash("sha256", data, "hex");
}
function toHex(bytes) {
	return (Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)).toString("hex");
}
function fromHex(hex) {
	return Buffer.from(hex, "hex");
}
const SPKI_PREFIX = Uint8Array.of(48, 42, 48, 5, 6, 3, 43, 101, 112, 3, 33, 0);
function ed25519Verify$1(publicKey, message, signature) {
	const der = Buffer.concat([SPKI_PREFIX, publicKey]);
	return verify(null, message, createPublicKey({
		key: der,
		format: "der",
		type: "spki"
	}), signature);
}
function digest(data) {
	if (typeof data === "string") requireWellFormed(data);
	return Buffer.from(hash("sha256", data, "hex"), "hex");
}
function utf8(text) {
	requireWellFormed(text);
	return Buffer.from(text, "utf8");
}
const PREFIX = "sha256:";
const HASH_TEXT = /^sha256:[0-9a-f]{64}$/;
/**
* SHA-256 of bytes, or of a text's UTF-8 bytes, as `sha256:` and hex. Throws a TypeError on a lone surrogate.
*/
function sha256Text(data) {
	return PREFIX + sha256Hex(data);
}
/** The text form of a 32-byte hash: `sha256:` and 64 lower-case hex digits. Throws a TypeError on any other length. */
function formatHash(bytes) {
	if (!(bytes instanceof Uint8Array)) throw new TypeError("A SHA-256 hash is written from its bytes");
	if (bytes.length !== 32) throw new TypeError(`A SHA-256 hash has 32 bytes, not ${bytes.length}`);
	return PREFIX + toHex(bytes);
}
/** Whether this is the text form of a hash. */
function isHashText(text) {
	return typeof text === "string" && HASH_TEXT.test(text);
}
/** The 32 bytes of a hash's text form. Throws a TypeError on anything but `sha256:` and 64 lower-case hex digits. */
function parseHash(text) {
	if (!HASH_TEXT.test(text)) throw new TypeError("A hash is written as \"sha256:\" and 64 lower-case hex digits");
	return fromHex(text.slice(7));
}
/** Whether two hashes are the same bytes. Not constant in time: the hashes of evidence are no secrets. */
function sameHash(one, other) {
	if (one.length !== other.length) return false;
	for (let i = 0; i < one.length; i += 1) if (one[i] !== other[i]) return false;
	return true;
}
// canonical/exact-number.ts
/**
* Whether a program that keeps numbers as doubles reads a number exactly as it is written (I-JSON, RFC 7493 section
* 2.2, and the canonical form, RFC 8785 section 3.2.2.3). Assize judges and records doubles, so an integer that a
* double only approximates would be another number than its writer meant.
*/
/** `-`, the digits before and after the point, and the exponent, of a JSON number (RFC 8259 section 6). */
const NUMBER$1 = /^-?([0-9]+)(?:\.([0-9]*))?(?:[eE]([+-]?[0-9]+))?$/;
/**
* True of a fraction, which is read as the nearest double; of an integer up to 2^53 - 1 on either side of zero; and,
* beyond, of one that is written with an exponent and that a double holds exactly. One that is written in digits alone
* is not taken there: its neighbours are read as the same double, and its sender may have rounded it already.
*
* @param text a JSON number, or one that is written much like it; false of everything else.
*/
function isExactNumber(text) {
	const value = Number(text);
	const written = NUMBER$1.exec(text);
	if (written === null || !Number.isFinite(value)) return false;
	if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return true;
	const [, whole = "", fraction = "", exponent] = written;
	const digits = withoutLastZeros(`${whole}${fraction}`);
	const power = Number(exponent ?? 0) + whole.length - digits.length;
	if (power < 0) return true;
	return exponent !== void 0 && BigInt(digits) * 10n ** BigInt(power) === BigInt(Math.abs(value));
}
/** No pattern does it: one would go over a long row of zeros again and again if another digit follows. */
function withoutLastZeros(digits) {
	let end = digits.length;
	while (digits[end - 1] === "0") end -= 1;
	return digits.slice(0, end);
}
// canonical/scan.ts
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const LITERAL = /true|false|null/y;
const NOT_A_NUMBER = /-?(?:NaN|Infinity)/y;
const WHITESPACE = /[ \t\n\r]*/y;
/** The last of those characters: what comes after it is none of them. */
const SPACE = 32;
const ORDINARY = {
	writable: true,
	enumerable: true,
	configurable: true
};
const PLAIN_CHARACTERS = /[^"\\\u0000-\u001f]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;
function scanJson(text, limits) {
	const scanner = new Scanner(text, limits);
	try {
		let expected = "value";
		while (expected !== "end") expected = scanner.step(expected);
		return scanner.found();
	} catch (error) {
		if (!(error instanceof NotJson)) throw error;
		return {
			...scanner.found(),
			error: {
				offset: error.offset,
				reason: error.message
			}
		};
	}
}
var NotJson = class extends Error {
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
		return {
			value: this.#value,
			duplicates: [...this.#duplicates.values()],
			inexact: this.#inexact
		};
	}
	step(expected) {
		this.#skipWhitespace();
		switch (expected) {
			case "first-item": return this.#takeCharacter("]") ? this.#close() : this.#readValue();
			case "first-key": return this.#takeCharacter("}") ? this.#close() : this.#key();
			case "key": return this.#key();
			case "after-value": return this.#afterValue();
			default: return this.#readValue();
		}
	}
	#readValue() {
		const start = this.#at;
		if (this.#takeCharacter("{")) return this.#enter({});
		if (this.#takeCharacter("[")) return this.#enter([]);
		if (this.#text[start] === "\"") this.#place(unescaped(this.#string()));
		else if (this.#take(NUMBER)) this.#place(this.#number(this.#text.slice(start, this.#at)));
		else if (this.#take(LITERAL)) this.#place(JSON.parse(this.#text.slice(start, this.#at)));
		else this.#refuseValue();
		return "after-value";
	}
	#enter(container) {
		this.#place(container);
		if (this.#open.length === this.#limits.depth) return "end";
		const isArray = Array.isArray(container);
		this.#open.push({
			container,
			keys: /* @__PURE__ */ new Set(),
			position: isArray ? 0 : ""
		});
		return isArray ? "first-item" : "first-key";
	}
	#place(value) {
		const frame = this.#open.at(-1);
		if (frame === void 0) this.#value = value;
		else if (Array.isArray(frame.container)) frame.container.push(value);
		else if (frame.position !== "__proto__") frame.container[frame.position] = value;
		else Object.defineProperty(frame.container, "__proto__", {
			value,
			...ORDINARY
		});
	}
	#refuseValue() {
		if (this.#text.startsWith("﻿")) throw new NotJson(0, "begins with a byte order mark");
		const at = this.#at;
		if (this.#take(NOT_A_NUMBER)) throw new NotJson(at, "NaN and Infinity are not JSON numbers");
		throw new NotJson(at, "expected a value");
	}
	#key() {
		const frame = this.#open.at(-1);
		if (this.#text[this.#at] !== "\"" || frame === void 0) throw new NotJson(this.#at, "expected a key in quotes");
		const key = unescaped(this.#string());
		frame.position = key;
		if (frame.keys.has(key)) this.#noteDuplicate();
		frame.keys.add(key);
		this.#skipWhitespace();
		if (!this.#takeCharacter(":")) throw new NotJson(this.#at, "expected ':' after a key");
		return "value";
	}
	#afterValue() {
		const frame = this.#open.at(-1);
		if (frame === void 0) {
			if (this.#at < this.#text.length) throw new NotJson(this.#at, "unexpected text after the document");
			return "end";
		}
		const isArray = Array.isArray(frame.container);
		if (this.#takeCharacter(",")) {
			if (typeof frame.position === "number") frame.position++;
			return isArray ? "value" : "key";
		}
		const closing = isArray ? "]" : "}";
		if (this.#takeCharacter(closing)) return this.#close();
		throw new NotJson(this.#at, `expected ',' or '${closing}'`);
	}
	#close() {
		this.#open.pop();
		return "after-value";
	}
	/** Reads a string and returns it as written, quotes included. */
	#string() {
		const start = this.#at++;
		for (;;) {
			this.#take(PLAIN_CHARACTERS);
			if (this.#takeCharacter("\"")) return this.#text.slice(start, this.#at);
			if (this.#at >= this.#text.length) throw new NotJson(start, "the string does not end");
			if (this.#text[this.#at] !== "\\") throw new NotJson(this.#at, "control characters in a string must be escaped");
			if (!this.#take(ESCAPE)) throw new NotJson(this.#at, "not an escape sequence");
		}
	}
	#noteDuplicate() {
		if (this.#duplicates.size >= this.#limits.duplicates) return;
		const path = this.#path();
		this.#duplicates.set(JSON.stringify(path), path);
	}
	#number(text) {
		const value = Number(text);
		const { inexact } = this.#limits;
		if (inexact === void 0) return value;
		if (!(Math.abs(value) <= Number.MAX_SAFE_INTEGER) && Number.isFinite(value) && this.#inexact.length < inexact && !isExactNumber(text)) this.#inexact.push(this.#path());
		return value + 0;
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
/** @param written with its quotes. */
function unescaped(written) {
	return written.includes("\\") ? JSON.parse(written) : written.slice(1, -1);
}
/**
* Reads stored JSON. The native parser does, except if a key is spelled with an escape: after V8 13 has read a key that
* ends in a backslash, it can read another one as that key (nodejs/node#63785), and a record's content must not depend
* on what was read before. Accepts and reads exactly what the native parser should, at any depth. @throws {SyntaxError}
*/
function parseJson(text) {
	if (!text.includes("\\")) return JSON.parse(text);
	const { value, error } = scanJson(text, {
		depth: Number.POSITIVE_INFINITY,
		duplicates: 0
	});
	if (error !== void 0) throw new SyntaxError(`${error.reason} at ${error.offset}`);
	return value;
}
// chain/leaf.ts
/**
* The leaf of an evidence record: the text whose hash stands both in the chain and in the Merkle tree. It holds
* a commitment to the payload and not the payload, so a payload can be withheld later and every hash still holds.
*/
/** The previous hash of a chain's first record: 32 zero bytes. */
const GENESIS_HASH = /* @__PURE__ */ new Uint8Array(32);
/** The same text as `leafText`, of the same leaf. Time and hashes are taken as they are: look at them before. */
function writtenLeafText(leaf) {
	return writeLeaf(leaf, leaf.created_at, leaf.payload_commitment, leaf.previous_hash);
}
/** The members stand in the order of RFC 8785 section 3.2.3, which spares sorting and a walk over the object. */
function writeLeaf(fields, createdAt, commitment, previousHash) {
	return `{"action":${quoteOrNull(fields.action)},"actor":${quote(fields.actor)},"artifact_type":${quote(fields.artifact_type)},"chain":${quote(fields.chain)},"created_at":"${createdAt}","id":${quote(fields.id)},"index":${fields.index},"payload_commitment":"${commitment}","previous_hash":"${previousHash}","v":1,"verdict":${quoteOrNull(fields.verdict)}}`;
}
const NEEDS_NO_ESCAPE = /^[ !#-[\]-~]*$/;
function quote(text) {
	if (typeof text !== "string") throw new TypeError(`A leaf holds text here, not ${typeof text}`);
	if (NEEDS_NO_ESCAPE.test(text)) return `"${text}"`;
	if (!text.isWellFormed()) throw new TypeError("A leaf can't hold a lone surrogate");
	return JSON.stringify(text);
}
function quoteOrNull(text) {
	return text === null ? "null" : quote(text);
}
Array.from({ length: 60 }, (_, value) => String(value).padStart(2, "0"));
// tree/merkle.ts
/**
* The Merkle tree of RFC 6962 section 2.1 over leaf hashes, and the verification of its proofs. A leaf hash is
* SHA-256(0x00 ‖ leaf), which is the hash in the chain as well. Sizes and indices go up to 2^53 − 1, so nothing here
* may use the operators that work on 32 bits.
*/
/** The root of the tree without leaves: the hash of nothing (RFC 6962 section 2.1). */
const EMPTY_ROOT = sha256();
const node = /* @__PURE__ */ new Uint8Array(65);
node[0] = 1;
/**
* The hash of an inner node: SHA-256(0x01 ‖ left ‖ right), RFC 6962 section 2.1. Returns 32 bytes. Throws a TypeError
* on a child that hasn't 32 bytes: at other lengths, bytes could pass from one child to the other.
*/
function nodeHash(left, right) {
	requireHash(left);
	requireHash(right);
	node.set(left, 1);
	node.set(right, 33);
	return sha256(node);
}
/**
* The root of the tree over these leaf hashes: MTH of RFC 6962 section 2.1. Returns 32 bytes. Holds a hash for every
* second leaf; `treeBuilder` takes them one after another. Throws a TypeError on a hash that hasn't 32 bytes.
*/
function treeRoot(leafHashes) {
	let row = leafHashes;
	while (row.length > 1) row = rowAbove(row);
	return row.length === 0 ? EMPTY_ROOT : requireHash(row[0]);
}
/** A node without a sibling rises as it is: that is the same tree as splitting at the largest power of two. */
function rowAbove(row) {
	const above = [];
	for (let place = 0; place < row.length; place += 2) {
		const left = requireHash(row[place]);
		above.push(place + 1 < row.length ? nodeHash(left, requireHash(row[place + 1])) : left);
	}
	return above;
}
/** Whether this is a number of leaves, or a leaf's index, that can be counted exactly. */
function isTreeSize(size) {
	return Number.isSafeInteger(size) && Number(size) >= 0;
}
function isHash(bytes) {
	return bytes instanceof Uint8Array && bytes.length === 32;
}
/** The hash itself. Throws a TypeError on anything but 32 bytes. */
function requireHash(bytes) {
	if (isHash(bytes)) return bytes;
	throw new TypeError(`A hash in a tree has 32 bytes`);
}
/** Throws a RangeError on what `isTreeSize` denies. */
function requireTreeSize(size, what = "size") {
	if (isTreeSize(size)) return;
	throw new RangeError(`The ${what} in a tree is an integer from 0 to 2^53 − 1, not ${String(size)}`);
}
/**
* How many hashes of a tile a tree of this size has (C2SP tlog-tiles, Partial Tiles): 256 where it is full, 0 where
* the tree has no such tile.
*/
function tileWidth(size, level, index) {
	const hashesOfTheLevel = Math.floor(size / 256 ** level);
	return Math.min(256, Math.max(0, hashesOfTheLevel - index * 256));
}
/** The partial tiles of a tree of this size, at most one of each level. Throws a RangeError on what is no size. */
function partialTilesOf(size) {
	requireTreeSize(size);
	const tiles = [];
	for (let hashes = size, level = 0; hashes > 0; hashes = Math.floor(hashes / 256), level += 1) {
		const width = hashes % 256;
		if (width > 0) tiles.push({
			level,
			index: Math.floor(hashes / 256),
			width
		});
	}
	return tiles;
}
/** The hashes of a tile, as views of its bytes. Throws a TypeError where these are no whole number from 1 to 256. */
function hashesOfTile(bytes) {
	const width = bytes.length / 32;
	if (!Number.isInteger(width) || width < 1 || width > 256) throw new TypeError(`A tile has from 1 to 256 hashes of 32 bytes, not ${width}`);
	return Array.from({ length: width }, (_, place) => bytes.subarray(place * 32, (place + 1) * 32));
}
/** The place of the hash of a complete subtree. In every tree with this subtree, its tile has at least these hashes. */
function tilePlace({ level, index }) {
	const count = 2 ** (level % 8);
	const first = index * count;
	return {
		level: Math.floor(level / 8),
		index: Math.floor(first / 256),
		start: first % 256,
		count
	};
}
/**
* The hashes of the nodes found in these tiles, as `carryOut` and `rootOf` ask for them. The reader throws a
* RangeError on a node that is in none of them.
*/
function hashesFromTiles(tiles) {
	const hashes = /* @__PURE__ */ new Map();
	for (const { level, index, bytes } of tiles) hashes.set(`${level}/${index}`, hashesOfTile(bytes));
	return (level, index) => {
		const place = tilePlace({
			level,
			index
		});
		const found = hashes.get(`${place.level}/${place.index}`)?.slice(place.start, place.start + place.count);
		if (found?.length === place.count) return treeRoot(found);
		throw new RangeError(`Node ${index} at level ${level} is in none of these tiles`);
	};
}
// export/artifact.ts
/**
* Reads one artifact of an exported file, and checks all of it that it is enough to see itself for: whether its fields
* give its hash, and salt and payload the commitment in its leaf.
*/
const MEMBERS = [...[
	"index",
	"id",
	"artifact_type",
	"action",
	"verdict",
	"actor",
	"payload_commitment",
	"created_at"
], ...[
	"previous_hash",
	"hash",
	"salt",
	"payload"
]];
const PAYLOAD = new TextEncoder().encode("\"payload\"");
/** Which only null begins with. */
const LETTER_N = 110;
const BACKSLASH = 92;
const TIME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z$/;
/**
* The artifact; or a sentence on what makes it none. A member that the format doesn't know makes it none too: nothing
* would vouch for it, and who reads the file would take it for evidence.
*/
function readArtifact({ bytes, members, from }, chain) {
	if (members.length !== MEMBERS.length) return `it has ${members.length} members instead of ${MEMBERS.length}`;
	const place = members.find(({ keyStart, keyEnd }) => isPayload(bytes, keyStart - from, keyEnd - from));
	if (place === void 0) return "it has no payload, not even null";
	const [start, end] = [place.start - from, place.end - from];
	const text = `${decodeUtf8$1(bytes, 0, start)}null${decodeUtf8$1(bytes, end, bytes.length)}`;
	const fields = members.every((member) => hasPlainKey(bytes, member, from)) ? JSON.parse(text) : parseJson(text);
	const missing = MEMBERS.find((name) => !Object.hasOwn(fields, name));
	if (missing !== void 0) return `it has no ${missing}`;
	fields.chain = chain;
	fields.payload = bytes[start] === LETTER_N ? null : bytes.subarray(start, end);
	return refusalOf(fields) ?? fields;
}
function isPayload(bytes, keyStart, keyEnd) {
	if (keyEnd - keyStart !== PAYLOAD.length) return false;
	for (let place = 0; place < PAYLOAD.length; place += 1) if (bytes[keyStart + place] !== PAYLOAD[place]) return false;
	return true;
}
/** Without an escape in the key, or anything in the value that has keys. */
function hasPlainKey(bytes, { keyStart, keyEnd, start }, from) {
	for (let at = keyStart - from; at < keyEnd - from; at += 1) if (bytes[at] === BACKSLASH) return false;
	const first = bytes[start - from];
	return first !== 123 && first !== 91 || isPayload(bytes, keyStart - from, keyEnd - from);
}
function refusalOf(fields) {
	const { index, id, artifact_type, action, verdict, actor, created_at, salt } = fields;
	if (!isTreeSize(index)) return "its index is no whole number";
	if (typeof id !== "string" || typeof artifact_type !== "string" || typeof actor !== "string") return "its id, type or actor is no text";
	if (!isTextOrNull(action) || !isTextOrNull(verdict)) return "its action or verdict is no text";
	if (typeof created_at !== "string" || !isTime(created_at)) return "its time is none";
	if (![
		fields.payload_commitment,
		fields.previous_hash,
		fields.hash
	].every(isText)) return "one of its hashes is no text";
	if (!isTextOrNull(salt)) return "its salt is no text";
	return null;
}
function isText(value) {
	return typeof value === "string";
}
function isTextOrNull(value) {
	return value === null || typeof value === "string";
}
let lastMinute = "";
function isTime(text) {
	if (!TIME.test(text)) return false;
	const minute = text.slice(0, 16);
	if (minute !== lastMinute) {
		const ms = Date.parse(`${minute}:00.000Z`);
		if (Number.isNaN(ms) || !new Date(ms).toISOString().startsWith(minute)) return false;
		lastMinute = minute;
	}
	return text.slice(minute.length + 1, minute.length + 3) < "60";
}
/**
* The leaf hash that the artifact's fields give, as text; null where a field is none that a leaf can hold. Whether the
* hashes among the fields look like hashes isn't checked, which would be costly: only one artifact gives the text of a
* leaf, for a text that is no hash would have to bring a second `","previous_hash":"` into it.
*/
function hashOf(artifact) {
	try {
		return sha256Text(`\u0000${writtenLeafText(artifact)}`);
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		return null;
	}
}
/**
* Whether payload and salt are those that the leaf commits to: the bytes as they stand, or, where a program has written
* the file anew, the canonical form of what they say. That form is one for each value, so the value is unaltered then.
*/
function payloadState({ salt, payload, payload_commitment }) {
	if (payload === null) return salt === null ? "withheld" : "salt_without_payload";
	if (salt === null) return "payload_without_salt";
	const saltBytes = salt.length === 64 ? fromHex(salt) : /* @__PURE__ */ new Uint8Array();
	if (toHex(saltBytes) !== salt) return "wrong_commitment";
	if (commit(saltBytes, payload) === payload_commitment) return "exact";
	const canonical = canonicalBytes(payload);
	return canonical !== null && commit(saltBytes, canonical) === payload_commitment ? "canonical" : "wrong_commitment";
}
let scratch = /* @__PURE__ */ new Uint8Array(65536);
function commit(salt, payload) {
	const length = salt.length + payload.length;
	if (length > scratch.length) scratch = new Uint8Array(2 * length);
	scratch.set(salt);
	scratch.set(payload, salt.length);
	return sha256Text(scratch.subarray(0, length));
}
function canonicalBytes(payload) {
	try {
		return new TextEncoder().encode(canonicalJson(parseJson(decodeUtf8$1(payload, 0, payload.length))));
	} catch (error) {
		if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
		return null;
	}
}
// export/removal.ts
/** The actions of the records that state a removal. Their own payloads are never removed. */
const REMOVAL_ACTIONS = {
	redaction: "evidence.redact",
	retention: "evidence.prune"
};
/**
* The removal that a record states, from its action and its payload `{action, by, change: {index, …}}` (redaction) or
* `{action, by, change: {from_index, to_index, …}}` (retention). Null where it states none. A record states removals of
* earlier records only: compare `end` with its index.
*/
function readRemoval(action, payload) {
	const { change } = payload;
	if (typeof change !== "object" || change === null || Array.isArray(change)) return null;
	if (action === REMOVAL_ACTIONS.redaction) {
		const { index } = change;
		return isTreeSize(index) ? {
			kind: "redaction",
			first: index,
			end: index + 1
		} : null;
	}
	if (action === REMOVAL_ACTIONS.retention) {
		const { from_index: first, to_index: end } = change;
		if (!isTreeSize(first) || !isTreeSize(end) || end <= first) return null;
		return {
			kind: "retention",
			first,
			end
		};
	}
	return null;
}
// export/restore.ts
/** The action of the record that states a restore. */
const RESTORE_ACTION = "evidence.restored";
/** Actions of the records whose own payloads are never removed: the history can't be judged without them. */
const PERMANENT_ACTIONS = [...Object.values(REMOVAL_ACTIONS), RESTORE_ACTION];
/** Whether a record is of the kind that states removals or a restore, regardless of its content. */
function isStatement(artifactType, action) {
	return artifactType === "governance_change" && PERMANENT_ACTIONS.includes(action);
}
/**
* Where the knowledge of what was signed came from: the signing folder that was in use, a copy of it, or neither, where
* all of it was lost. A copy knows nothing of what was signed after it.
*/
const SIGNING_SOURCES = [
	"kept",
	"copy",
	"lost"
];
/**
* The restores that a record states, from its payload `{action, by, change: {last_signed_size, …, earlier: […]}}`: its
* own, and earlier ones whose records it replaces. Empty where it states none that can be read.
*/
function readRestores(record, payload) {
	const change = memberOf(payload, "change");
	const own = restoreOf(change);
	if (own === null) return [];
	const listed = memberOf(change, "earlier");
	return [...(Array.isArray(listed) ? listed : []).flatMap((item) => {
		const restore = readStatedRestore(item);
		return restore === null ? [] : [{
			...restore,
			isRepeated: true
		}];
	}), {
		...own,
		...record,
		isRepeated: false
	}];
}
/** The same from the bytes of a payload. */
function restoresIn(record, payload) {
	try {
		return readRestores(record, parseJson(payload));
	} catch (error) {
		if (error instanceof SyntaxError) return [];
		throw error;
	}
}
/** What {@link statedRestoreFields} made; null where it is none. */
function readStatedRestore(value) {
	const restore = restoreOf(value);
	const [index, id, at, repeated] = [
		"index",
		"id",
		"at",
		"repeated"
	].map((name) => memberOf(value, name));
	if (restore === null || !isTreeSize(index) || typeof id !== "string" || typeof at !== "string") return null;
	return {
		...restore,
		index,
		id,
		at,
		isRepeated: repeated === true
	};
}
/** One sentence for a person. */
function restoreSentence(restore) {
	const { index, at, by, reason, lastSignedSize, foundSize, provenSize, isRepeated } = restore;
	return `${isRepeated ? `What was record ${index} stated` : `Record ${index} states`} that an older database was put back${restore.backupAt === null ? "" : ` from the backup of ${shown(restore.backupAt)}`} (${shown(at)}, by ${shown(by)}: ${shown(reason)}). ${lastSignedSize} records ${restore.signing === "kept" ? "had been signed" : "are known to have been signed"}; ${foundSize} were there, of which the first ${provenSize} are proven to be the same.${unknownSince(restore)}`;
}
function unknownSince({ signing, signingAt }) {
	if (signing === "kept") return "";
	return ` ${signing === "copy" && signingAt !== null ? `The record of what was signed is a copy of ${shown(signingAt)}` : "The record of what was signed was lost"}: how many more records were signed after that, and are missing, is not known.`;
}
/** Whether a checkpoint of this size may cover records that were lost in the restore. */
function mayHaveLost({ lastSignedSize, provenSize, signing }, size) {
	return size > provenSize && (size <= lastSignedSize || signing !== "kept");
}
/** A file may come from a stranger, and what it says must not steer a terminal. */
function shown(text) {
	const harmless = text.replace(UNSEEN, (sign) => `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`);
	return harmless.length > MAX_SHOWN ? `${harmless.slice(0, MAX_SHOWN)}…` : harmless;
}
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;
const MAX_SHOWN = 500;
function restoreOf(value) {
	const [lastSignedSize, foundSize, provenSize] = [
		"last_signed_size",
		"found_size",
		"proven_size"
	].map((name) => memberOf(value, name));
	const [lastSigned, by, reason] = [
		"last_signed",
		"by",
		"reason"
	].map((name) => memberOf(value, name));
	if (!isTreeSize(lastSignedSize) || !isTreeSize(foundSize) || !isTreeSize(provenSize)) return null;
	if (typeof lastSigned !== "string" || typeof by !== "string" || typeof reason !== "string") return null;
	return {
		lastSignedSize,
		lastSigned,
		foundSize,
		provenSize,
		by,
		reason,
		...readRestoreOrigin(value)
	};
}
/**
* What {@link restoreOriginFields} made. Records of earlier versions don't state it: they were only written where the
* folder itself was there.
*/
function readRestoreOrigin(value) {
	const [backupAt, signing, signingAt] = [
		"backup_at",
		"signing",
		"signing_at"
	].map((name) => memberOf(value, name));
	return {
		backupAt: typeof backupAt === "string" ? backupAt : null,
		signing: SIGNING_SOURCES.find((source) => source === signing) ?? "kept",
		signingAt: typeof signingAt === "string" ? signingAt : null
	};
}
function memberOf(value, name) {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
	return value[name] ?? null;
}
// export/format.ts
const EXPORT_FORMAT = "assize-evidence-export/1";
/** The members of the file, all of them there, and in this order. Others may stand between: they prove nothing. */
const EXPORT_MEMBERS = [
	"format",
	"manifest",
	"checkpoint",
	"verifier_keys",
	"tiles",
	"segments",
	"end"
];
const MANIFEST_MEMBERS = [...[
	"export_id",
	"tenant",
	"environment",
	"chain",
	"filter",
	"created_at"
], ...[
	"tree_size",
	"root_hash",
	"artifact_count",
	"removals",
	"restores"
]];
const FILTER_MEMBERS = [
	"from_date",
	"to_date",
	"artifact_types"
];
/** The manifest, and the names of members that this version doesn't know. @throws {SyntaxError} on what is none. */
function readManifest(value) {
	const members = objectOf(value, "The manifest");
	const { chain, tree_size, root_hash, artifact_count } = members;
	const texts = [
		"export_id",
		"tenant",
		"environment",
		"chain",
		"created_at"
	];
	if (!texts.every((name) => typeof members[name] === "string") || chain === "") throw new SyntaxError(`The manifest states as text: ${texts.join(", ")}`);
	if (!isTreeSize(tree_size) || !isTreeSize(artifact_count)) throw new SyntaxError("The manifest states as whole numbers: tree_size, artifact_count");
	if (!isHashText(root_hash)) throw new SyntaxError("The manifest states root_hash as a hash");
	const filter = readFilter(members.filter ?? null);
	const removals = readRemovals(members.removals ?? null);
	const restores = readRestoreClaims(members.restores ?? []);
	return {
		manifest: {
			...members,
			filter,
			removals,
			restores
		},
		unknown: Object.keys(members).filter((name) => !MANIFEST_MEMBERS.includes(name))
	};
}
/** An unknown member would narrow the filter in an unknown way, so it is refused. */
function readFilter(value) {
	const members = objectOf(value, "The filter");
	const { from_date = null, to_date = null, artifact_types = null } = members;
	const isTime = (it) => it === null || typeof it === "string" && !Number.isNaN(Date.parse(it));
	const areTypes = artifact_types === null || Array.isArray(artifact_types) && artifact_types.every((it) => typeof it === "string");
	if (!isTime(from_date) || !isTime(to_date) || !areTypes) throw new SyntaxError("The filter has two times and a list of artifact types, or null");
	const unknown = Object.keys(members).filter((name) => !FILTER_MEMBERS.includes(name));
	if (unknown.length > 0) throw new SyntaxError(`This program doesn't know the filter ${unknown.join(", ")}`);
	return {
		from_date,
		to_date,
		artifact_types
	};
}
function readRemovals(value) {
	if (!Array.isArray(value)) throw new SyntaxError("The manifest has a list of removals");
	return value.map((item) => {
		const { kind, from_index, to_index, evidence_id } = objectOf(item, "A removal");
		if (!(isTreeSize(from_index) && isTreeSize(to_index) && from_index < to_index) || typeof kind !== "string" || typeof evidence_id !== "string") throw new SyntaxError("A removal has kind, from_index, to_index and evidence_id");
		return {
			kind,
			from_index,
			to_index,
			evidence_id
		};
	});
}
function readRestoreClaims(value) {
	if (!Array.isArray(value)) throw new SyntaxError("restores is a list");
	return value.map((item) => {
		const restore = readStatedRestore(item);
		if (restore !== null) return restore;
		throw new SyntaxError("A restore has index, id, at, sizes, last_signed, by and reason");
	});
}
/** @throws {SyntaxError} on what is none. */
function readEnd(value) {
	const { artifact_count, withheld_count } = objectOf(value, "The end");
	if (!isTreeSize(artifact_count) || !isTreeSize(withheld_count)) throw new SyntaxError("The end states artifact_count and withheld_count");
	return {
		artifact_count,
		withheld_count
	};
}
/** The texts of the keys. @throws {SyntaxError} on what is no list of keys. */
function readKeyList(value) {
	if (!Array.isArray(value)) throw new SyntaxError("verifier_keys is a list");
	return value.map((item) => {
		const { vkey } = objectOf(item, "A verifier key");
		if (typeof vkey !== "string") throw new SyntaxError("A verifier key has vkey");
		return vkey;
	});
}
/** @throws {SyntaxError} where it is none. */
function objectOf(value, what) {
	if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
	throw new SyntaxError(`${what} is not an object`);
}
function isFiltered({ from_date, to_date, artifact_types }) {
	return from_date !== null || to_date !== null || artifact_types !== null;
}
/** The rest of a file makes no sense without what is wrong here. */
var Unreadable = class extends Error {
	name = "Unreadable";
};
/** @throws {Unreadable} */
function refuse(message) {
	throw new Unreadable(message);
}
function jsonOf({ bytes }) {
	return parseJson(decodeUtf8$1(bytes, 0, bytes.length));
}
// export/span.ts
/** The union of spans, which may be in any order and overlap. */
function unionOfSpans(spans) {
	const joined = [];
	for (const { start, end } of [...spans].sort((one, other) => one.start - other.start)) {
		const last = joined.at(-1);
		if (last !== void 0 && last.end >= start) last.end = Math.max(last.end, end);
		else joined.push({
			start,
			end
		});
	}
	return joined;
}
/** The positions of the first list that are not in the second. */
function spansWithout(spans, taken) {
	const left = [];
	let next = 0;
	for (const { start, end } of spans) {
		let from = start;
		while ((taken[next]?.end ?? Number.POSITIVE_INFINITY) <= from) next += 1;
		for (let place = next; from < end; place += 1) {
			const hole = taken[place];
			if (hole === void 0 || hole.start >= end) {
				left.push({
					start: from,
					end
				});
				break;
			}
			if (hole.start > from) left.push({
				start: from,
				end: hole.start
			});
			from = Math.max(from, hole.end);
		}
	}
	return left;
}
function positionsIn(spans) {
	return spans.reduce((sum, { start, end }) => sum + end - start, 0);
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
		const withheld = [];
		for (let at = 0; at < this.#bounds.length; at += 2) withheld.push({
			start: this.#bounds[at] ?? 0,
			end: this.#bounds[at + 1] ?? 0
		});
		const statedAs = (wanted) => unionOfSpans(this.#stated.flatMap(({ kind, first, end }) => kind === wanted ? [{
			start: first,
			end
		}] : []));
		const claimed = unionOfSpans(claims.map(({ from_index, to_index }) => ({
			start: from_index,
			end: to_index
		})));
		const afterRedactions = spansWithout(withheld, statedAs("redaction"));
		const afterPrunings = spansWithout(afterRedactions, statedAs("retention"));
		const rest = spansWithout(afterPrunings, claimed);
		return {
			redacted: positionsIn(withheld) - positionsIn(afterRedactions),
			pruned: positionsIn(afterRedactions) - positionsIn(afterPrunings),
			claimed: positionsIn(afterPrunings) - positionsIn(rest),
			unexplained: positionsIn(rest),
			firstUnexplained: rest[0]?.start ?? null
		};
	}
};
// export/artifacts.ts
/**
* Goes through the segments of an exported file, artifact by artifact: each must be unaltered, in its place in the tree
* that was signed, linked to the one before it, within the filter, and none of a whole file may be missing.
*/
const GENESIS = formatHash(GENESIS_HASH);
const HEX_DIGITS = 64;
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
		this.#beforeSegment = segment === 0 ? GENESIS : segment === this.#segment + 1 ? this.#leafAt(255) : null;
		this.#segment = segment;
		this.#leaves = leaves === null ? null : toHex(leaves);
	}
	take(value) {
		this.total += 1;
		const artifact = readArtifact(value, this.#manifest.chain);
		if (typeof artifact === "string") {
			this.#blame(null, "malformed_record", `The artifact at byte ${value.offset} can't be read: ${artifact}.`);
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
		const which = index === this.#next + 1 ? `Artifact ${this.#next} is` : `Artifacts ${this.#next} to ${index - 1} are`;
		this.#problems.add(this.#next, "missing_record", `${which} missing from a file that claims to have all.`);
	}
	#placeFault({ index }) {
		if (index < this.#next) return ["out_of_order", `Artifact ${index} stands where artifact ${this.#next} or a later one belongs.`];
		if (Math.floor(index / 256) !== this.#segment || index >= this.#manifest.tree_size) return ["out_of_order", `Artifact ${index} stands in segment ${this.#segment}, where it does not belong.`];
		return null;
	}
	#recordFault(artifact) {
		const { index, hash, previous_hash } = artifact;
		const own = hashOf(artifact);
		if (own === null) return ["malformed_record", `Artifact ${index} has text that no record can have.`];
		if (own !== hash) return ["wrong_hash", `Artifact ${index} was altered: its fields do not give its hash.`];
		const place = index % 256;
		if (this.#leaves !== null && this.#leafAt(place) !== own) return ["not_in_tree", `Artifact ${index} is not the one that stands at its place in the signed tree.`];
		const before = place === 0 ? this.#beforeSegment : this.#leafAt(place - 1);
		if (before !== null && before !== previous_hash) return ["broken_link", `Artifact ${index} does not name the hash of the artifact before it.`];
		return this.#filterFault(artifact);
	}
	#filterFault({ index, created_at, artifact_type }) {
		if (this.#isWhole) return null;
		const ms = Date.parse(created_at);
		return ms >= this.#from && ms < this.#to && (this.#types?.has(artifact_type) ?? true) ? null : ["outside_filter", `Artifact ${index} is not one that the file says were asked for.`];
	}
	#takePayload(artifact, state) {
		const { index } = artifact;
		const states = isStatement(artifact.artifact_type, artifact.action);
		switch (state) {
			case "withheld":
				this.withheld.add(index);
				if (states) {
					const message = `Artifact ${index} states a removal or a restore, and its own payload must not be removed.`;
					this.#problems.add(index, "removed_statement", message);
				}
				return;
			case "exact":
			case "canonical":
				this.verified += 1;
				if (state === "canonical") this.rewrittenPayloads += 1;
				if (states) this.#takeStatement(artifact);
				return;
			case "wrong_commitment":
				this.#blame(index, state, `Artifact ${index}: payload or salt was altered; its leaf commits to others.`);
				return;
			case "payload_without_salt":
				this.#blame(index, state, `Artifact ${index} has a payload but no salt, so its payload can't be checked.`);
				return;
			case "salt_without_payload": this.#blame(index, state, `Artifact ${index} has a salt but no payload.`);
		}
	}
	#takeStatement({ index, id, action, created_at: at, payload }) {
		const text = decodeUtf8$1(payload ?? /* @__PURE__ */ new Uint8Array(), 0, payload?.length ?? 0);
		if (action === "evidence.restored") {
			this.restores.push(...restoresIn({
				index,
				id,
				at
			}, text));
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
const MAX_PROBLEMS = 20;
/** The first problems, and how many there are. */
var ProblemList = class {
	first = [];
	count = 0;
	add(index, problem, message) {
		this.count += 1;
		if (this.first.length < MAX_PROBLEMS) this.first.push({
			index,
			problem,
			message
		});
	}
};
// export/segments.ts
/** Throws Unreadable where a segment isn't made as it must be. */
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
			return { take: (_, value) => context.artifacts.take(value) };
		},
		take: (key, value) => {
			const json = jsonOf(value);
			if (key === "index" && isTreeSize(json)) {
				index = json;
				begin(index);
			} else if (key === "leaves" && index >= 0) {
				hasLeaves = true;
				takeLeaves(context, index, json);
			} else refuse(`A segment has no such "${key}", or not there`);
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
const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/** The six bits of each letter, by its code. */
const BITS = /* @__PURE__ */ new Uint8Array(128);
for (let bits = 0; bits < 64; bits += 1) BITS[ALPHABET.charCodeAt(bits)] = bits;
/** The bytes of a text; null where it is not canonical. */
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
/**
* Whether the signature is the key's over this message (RFC 8032 section 5.1.7). A key or signature of the wrong
* length, one that is no point of the curve or one of small order, or one not in its canonical form, is a no.
*/
function ed25519Verify(publicKey, message, signature) {
	if (publicKey.length !== 32) return false;
	if (signature.length !== 64) return false;
	if (!isProper(publicKey) || !isProper(signature.subarray(0, 32))) return false;
	return ed25519Verify$1(publicKey, message, signature);
}
/**
* The y of the eight points of small order, lowest byte first. A signature that has one of these as its key or its R
* can hold for texts that no key signed; some versions of OpenSSL refuse them and others don't.
*/
const SMALL_ORDER = [
	`01${"00".repeat(31)}`,
	`ec${"ff".repeat(30)}7f`,
	"00".repeat(32),
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
];
/** 2^255 − 19 and what is above it, which no y may be (section 5.1.3). */
const NOT_BELOW_P = /^(?:e[d-f]|f.)(?:ff){30}7f$/;
/** Whether a point, if it is one, is written in its one form, and is of large order. */
function isProper(point) {
	const y = toHex(point.with(31, (point[31] ?? 0) & 127));
	return !NOT_BELOW_P.test(y) && !SMALL_ORDER.includes(y);
}
// notes/note-key.ts
/**
* The keys of signed notes: verifier keys as C2SP signed-note writes them, and signers. Only Ed25519 keys, whose
* algorithm byte is 0x01.
*/
const ED25519 = 1;
/** Unicode spaces, and the plus that parts a key's fields, are in no name (C2SP signed-note, Format). */
function isKeyName(name) {
	return /^[^\p{White_Space}+]+$/u.test(name) && !hasForbiddenControl(name) && name.isWellFormed();
}
/** Whether there is a control character below U+0020 in it, other than the newline (C2SP signed-note, Format). */
function hasForbiddenControl(text) {
	return /[^\P{Cc}\n\u007f-\u009f]/u.test(text);
}
/**
* The key ID: the first 32 bits of SHA-256(name ‖ 0x0A ‖ 0x01 ‖ public key), C2SP signed-note, Ed25519 signatures.
* Throws a TypeError on a name or a public key that none can be.
*/
function keyId(name, publicKey) {
	if (!isKeyName(name)) throw new TypeError("The name of a key is not empty, and has no space and no plus");
	if (publicKey.length !== 32) throw new TypeError(`An Ed25519 key has 32 bytes, not ${publicKey.length}`);
	const hash = sha256(`${name}\n`, Uint8Array.of(ED25519), publicKey);
	return new DataView(hash.buffer, hash.byteOffset).getUint32(0);
}
/** @throws {SyntaxError} on anything but what `formatVerifierKey` writes. */
function parseVerifierKey(vkey) {
	const [, name = "", hex = "", base64 = ""] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/s.exec(vkey) ?? [];
	const bytes = decodeBase64(base64);
	if (!isKeyName(name) || bytes === null) throw new SyntaxError("A key is written as name, eight lower-case hex digits and base64, with + between");
	if (bytes[0] !== ED25519) throw new SyntaxError("The key is of an algorithm other than Ed25519");
	const publicKey = bytes.subarray(1);
	if (publicKey.length !== 32) throw new SyntaxError(`An Ed25519 key has 32 bytes`);
	const id = Number.parseInt(hex, 16);
	if (keyId(name, publicKey) !== id) throw new SyntaxError("The verifier key's ID is not that of its name and key");
	return {
		name,
		id,
		publicKey
	};
}
// notes/note.ts
/**
* Signed notes (C2SP signed-note): a text, and under it a line for each signature, made with Ed25519. The text says
* nothing until the note was opened with a key that the reader trusts.
*/
/** Verifiers must take at least 16, and should not take any number (C2SP signed-note, Format). */
const MAX_SIGNATURES = 100;
const KEY_ID_BYTES = 4;
const SIGNATURE_LINE = /^— ([^ ]+) ([^ ]+)$/u;
/**
* Opens a note. A note is refused where a signature by one of these keys is wrong, and where none is by one of them
* (C2SP signed-note, Signatures). Never throws because of a note; bytes are its UTF-8 form.
*/
function openNote(note, verifiers) {
	const parts = split(note);
	if (typeof parts === "string") return { fault: {
		problem: "malformed_note",
		message: parts
	} };
	const message = new TextEncoder().encode(parts.text);
	const verified = [];
	const unverified = [];
	for (const signature of parts.signatures) {
		const { name, keyId } = signature;
		const key = verifiers.find((verifier) => verifier.name === name && verifier.id === keyId);
		if (key === void 0) unverified.push(signature);
		else if (isSignedBy(key, message, signature)) verified.push(signature);
		else return { fault: {
			problem: "invalid_signature",
			message: `The signature of ${name} is not one of this text by this key.`
		} };
	}
	if (verified.length === 0) return { fault: {
		problem: "no_known_signature",
		message: `None of the known keys has signed this; it names as signer: ${[...new Set(unverified.map(({ name }) => name))].join(", ")}.`
	} };
	return {
		fault: null,
		text: parts.text,
		verified,
		unverified
	};
}
function isSignedBy(key, message, { signature }) {
	return signature.length === 64 && ed25519Verify(key.publicKey, message, signature);
}
/** Text and signatures, each line of them once; or a sentence on what makes it no note. */
function split(note) {
	const whole = typeof note === "string" ? note : decodeUtf8(note);
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
	return {
		text,
		signatures
	};
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
function decodeUtf8(bytes) {
	try {
		return new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(bytes);
	} catch {
		return null;
	}
}
// notes/checkpoint.ts
/**
* Checkpoints (C2SP tlog-checkpoint): the size and the root of a chain's tree, as the text of a signed note. Its holder
* can check at any later time whether the chain still begins with the same records.
*/
/** The origin of a chain's checkpoints, and the name of the keys that sign them. Throws a TypeError on no chain id. */
function checkpointOrigin(chain) {
	if (!isKeyName(chain)) throw new TypeError("The id of a chain is not empty, and has no space and no plus");
	return `assize/${chain}`;
}
/** @throws {SyntaxError} on anything but what `formatCheckpoint` writes. */
function parseCheckpoint(text) {
	const lines = text.split("\n");
	if (lines.pop() !== "") throw new SyntaxError("A checkpoint ends with a newline");
	const [origin = "", size = "", base64 = "", ...extensions] = lines;
	if (origin === "" || extensions.includes("")) throw new SyntaxError("Origin and extensions of a checkpoint are not empty");
	if (!/^(?:0|[1-9][0-9]*)$/.test(size) || !isTreeSize(Number(size))) throw new SyntaxError("The second line of a checkpoint is the size of the tree, at most 2^53 − 1");
	const root = decodeBase64(base64);
	if (root === null || !isRootOf(Number(size), root)) throw new SyntaxError("The third line of a checkpoint is the root of a tree of this size");
	return {
		origin,
		size: Number(size),
		root,
		extensions
	};
}
/**
* Opens a signed checkpoint. One of these keys whose name is the origin must have signed it (C2SP tlog-proof, Verifying
* a tlog proof, step 2); a witness alone doesn't do. Never throws because of a note.
*/
function openCheckpoint(note, verifiers) {
	const opened = openNote(note, verifiers);
	if (opened.fault !== null) return opened;
	const checkpoint = readCheckpoint(opened.text);
	if (typeof checkpoint === "string") return { fault: {
		problem: "malformed_checkpoint",
		message: `${checkpoint}.`
	} };
	const { verified, unverified } = opened;
	if (!verified.some(({ name }) => name === checkpoint.origin)) return { fault: {
		problem: "foreign_signature",
		message: `This checkpoint of ${checkpoint.origin} is signed by none of its known keys.`
	} };
	return {
		fault: null,
		checkpoint,
		verified,
		unverified
	};
}
/** What a signed checkpoint says, regardless of its signatures; or a sentence, without its full stop, on why it says nothing. */
function unsignedCheckpoint(note) {
	return readCheckpoint(note.slice(0, note.lastIndexOf("\n\n") + 1));
}
function readCheckpoint(text) {
	try {
		return parseCheckpoint(text);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		return error.message;
	}
}
/** The tree without leaves has one root only. */
function isRootOf(size, root) {
	return isHash(root) && (size > 0 || sameHash(root, EMPTY_ROOT));
}
// export/signature.ts
/** Who has signed an exported file's checkpoint, and how it stands to a checkpoint that the reader has kept. */
/** The keys of these texts; one that can't be read is a problem. */
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
/** Whether one of these keys can show that this note is genuine, or that it is not. */
function canVerify(keys, note) {
	return openNote(note, keys).fault?.problem !== "no_known_signature";
}
/** Opens the file's checkpoint and holds it against the manifest. Null where it says nothing. */
function openFileCheckpoint(note, keys, manifest, problems) {
	const opened = openCheckpoint(note, keys);
	if (opened.fault !== null) {
		problems.add(null, opened.fault.problem, `The file's checkpoint: ${opened.fault.message}`);
		return null;
	}
	const { origin, size, root } = opened.checkpoint;
	const blame = (message) => problems.add(null, "wrong_checkpoint", message);
	if (origin !== originOf(manifest.chain)) blame(`The file is of chain ${manifest.chain}, but its checkpoint is of ${origin}.`);
	if (size !== manifest.tree_size) blame(`The file claims ${manifest.tree_size} artifacts in the chain; its checkpoint says ${size}.`);
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
/** Opens the kept checkpoint with the keys that the file's own is opened with. */
function openKeptCheckpoint(note, keys, manifest, problems) {
	const unsigned = unsignedCheckpoint(note);
	const checkpoint = typeof unsigned === "string" ? null : unsigned;
	const refused = (message) => ({
		checkpoint,
		opened: null,
		verdict: {
			outcome: "not_comparable",
			size: checkpoint?.size ?? null,
			message
		}
	});
	if (checkpoint === null) return refused("The checkpoint that you kept can not be read.");
	if (checkpoint.origin !== originOf(manifest.chain)) return refused(`The checkpoint that you kept is of ${checkpoint.origin}, and the file is of another chain.`);
	const opened = openCheckpoint(note, keys);
	if (opened.fault !== null) {
		const message = `The checkpoint that you kept is not signed by a key of this file: ${opened.fault.message}`;
		problems.add(null, "foreign_log", message);
		return refused(message);
	}
	if (checkpoint.size > manifest.tree_size) return refused(`The checkpoint that you kept is newer than the file: it has ${checkpoint.size} artifacts, the file's chain ${manifest.tree_size}.`);
	return {
		checkpoint,
		opened,
		verdict: null
	};
}
/** The segment whose leaves it takes to compare; null where none is needed. */
function segmentNeeded({ checkpoint, verdict }) {
	if (checkpoint === null || verdict !== null || checkpoint.size % 256 === 0) return null;
	return Math.floor(checkpoint.size / 256);
}
/** Whether the file's tree, which is the signed one, begins with the tree that was kept. */
function compareTrees(kept, tree, problems) {
	const { checkpoint, verdict } = kept;
	if (verdict !== null) return verdict;
	if (checkpoint === null) return {
		outcome: "not_comparable",
		size: null,
		message: ""
	};
	const { size, root } = checkpoint;
	const own = tree.rootAt(size);
	if (own === null) return {
		outcome: "not_comparable",
		size,
		message: `The file lacks the segment in which the ${size} artifacts of the checkpoint that you kept end; an export without a filter has it.`
	};
	if (sameHash(own, root)) return {
		outcome: "consistent",
		size,
		message: `The first ${size} artifacts are those of the checkpoint that you kept.`
	};
	const message = `The history was rewritten: the first ${size} artifacts are not those of the checkpoint that you kept.`;
	problems.add(null, "history_rewritten", message);
	return {
		outcome: "rewritten",
		size,
		message
	};
}
/** Whether a key that has signed the file's checkpoint has signed the kept one too. */
function haveSignerInCommon(one, other) {
	if (one === null || other === null) return false;
	return one.verified.some((mine) => other.verified.some(({ name, keyId }) => name === mine.name && keyId === mine.keyId));
}
// tree/merkle-plan.ts
/**
* Which hashes a root or a proof is made of, and how. A plan names them before any is read, so that a store reads them
* in one go; only roots of complete subtrees are named, for those never change once the tree has them.
*/
/** What the root of a tree of this size joins (RFC 6962 section 2.1); nothing for the empty tree. Throws a RangeError. */
function rootPlan(size) {
	requireTreeSize(size);
	return subtrees(0, size);
}
/** The hashes of a proof, from the hashes that its plan names. */
function carryOut(plan, hashAt) {
	return plan.map((nodes) => joinSubtrees(nodes.map(({ level, index }) => hashAt(level, index))));
}
/** The root that `rootPlan` plans, from the hashes that it names. */
function rootOf(size, hashAt) {
	return carryOut([rootPlan(size)], hashAt)[0] ?? EMPTY_ROOT;
}
/** The root over subtrees that stand side by side, each smaller than the one before. */
function joinSubtrees(hashes) {
	if (hashes.length === 0) return EMPTY_ROOT;
	return hashes.map(requireHash).reduceRight((right, left) => nodeHash(left, right));
}
/** The complete subtrees over `count` leaves from `start`, which is a multiple of the largest of them. */
function subtrees(start, count) {
	const nodes = [];
	let [next, left] = [start, count];
	while (left > 0) {
		const level = levelWithin(left);
		const width = 2 ** level;
		nodes.push({
			level,
			index: next / width
		});
		next += width;
		left -= width;
	}
	return nodes;
}
/** The largest level whose subtree has at most so many leaves. Math.log2 would round up just below a power of two. */
function levelWithin(count) {
	let level = 0;
	while (2 ** (level + 1) <= count) level += 1;
	return level;
}
// export/tree.ts
/**
* The tree of an exported file: its tiles, and the leaves of the segments that are in it. Everything is held against
* the root of the signed checkpoint, level by level, so that each leaf that passes is one that was signed.
*/
/**
* The tiles of a tree of this size that a file has: all of levels above the leaves, and the partial one of the leaves.
* Holds 32 bytes for 256 leaves.
*/
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
		if (!isTreeSize(level) || !isTreeSize(index) || bytes === null) throw new SyntaxError("A tile has level, index, and hashes in base64");
		const width = tileWidth(this.#size, level, index);
		if (!(level > 0 ? width > 0 : width > 0 && width < 256)) throw new SyntaxError(`The file has no place for tile ${index} of level ${level}`);
		const key = `${level}/${index}`;
		if (this.#tiles.has(key)) throw new SyntaxError(`Tile ${index} of level ${level} is there twice`);
		if (bytes.length !== width * 32) throw new SyntaxError(`Tile ${index} of level ${level} has ${width} hashes of 32 bytes`);
		this.#tiles.set(key, {
			level,
			index,
			width,
			bytes
		});
	}
	/** All tiles are there. Returns what is wrong with them, in a sentence; null where they are those of this root. */
	faultAgainst(root) {
		const expected = countOfTiles(this.#size);
		if (this.#tiles.size !== expected) return `The file has ${this.#tiles.size} tiles of the tree instead of ${expected}.`;
		for (const { level, index, width, bytes } of this.#tiles.values()) {
			if (width < 256) continue;
			const above = this.#hashOf(level, index);
			if (above === null || !sameHash(treeRoot(hashesOfTile(bytes)), above)) return `Tile ${index} of level ${level} of the tree was altered, or the one above it.`;
		}
		return sameHash(rootOf(this.#size, hashesFromTiles(this.#partial(this.#size))), root) ? null : "The tiles of the tree do not give the root of the checkpoint.";
	}
	/**
	* The leaves of a segment, or a sentence on what is wrong with them.
	*/
	leaves(segment, base64) {
		const bytes = typeof base64 === "string" ? decodeBase64(base64) : null;
		const width = tileWidth(this.#size, 0, segment);
		if (bytes === null || width === 0 || bytes.length !== width * 32) return `Segment ${segment} does not have the ${width} leaf hashes that it has in the tree.`;
		return (width === 256 ? this.#isBelow(segment, bytes) : sameHash(bytes, this.#tiles.get(`0/${segment}`)?.bytes ?? /* @__PURE__ */ new Uint8Array())) ? { leaves: bytes } : `The leaf hashes of segment ${segment} are not those of the tree.`;
	}
	#isBelow(segment, bytes) {
		const above = this.#hashOf(0, segment);
		return above !== null && sameHash(treeRoot(hashesOfTile(bytes)), above);
	}
	/** To be kept, where `rootAt` will be asked for a tree that ends in this segment. */
	keep(segment, bytes) {
		this.#kept = {
			level: 0,
			index: segment,
			width: bytes.length / 32,
			bytes
		};
	}
	/** The root of the first `size` leaves; null where the file lacks the segment in which they end. */
	rootAt(size) {
		const tiles = this.#partial(size);
		if (size % 256 > 0 && !tiles.some(({ level }) => level === 0)) return null;
		return rootOf(size, hashesFromTiles(tiles));
	}
	/** Of a tree of this size, which this one begins with, the tiles that its root is made of. */
	#partial(size) {
		const tiles = rootPlan(size).flatMap((node) => {
			const { level, index } = tilePlace(node);
			return this.#tiles.get(`${level}/${index}`) ?? [];
		});
		const isKept = this.#kept?.index === Math.floor(size / 256);
		return this.#kept !== null && isKept ? [...tiles, this.#kept] : tiles;
	}
	/** What stands for a full tile in the level above. */
	#hashOf(level, index) {
		const tile = this.#tiles.get(`${level + 1}/${Math.floor(index / 256)}`);
		const start = index % 256 * 32;
		return tile?.bytes.subarray(start, start + 32) ?? null;
	}
};
/** Without going through them: a file may claim any size. */
function countOfTiles(size) {
	let count = partialTilesOf(size).filter(({ level }) => level === 0).length;
	for (let hashes = Math.floor(size / 256); hashes > 0; hashes = Math.floor(hashes / 256)) count += Math.ceil(hashes / 256);
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
			signedBy: opened.verified.map(({ name, keyId }) => `${name}+${keyId.toString(16).padStart(8, "0")}`)
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
		period: artifacts?.first && artifacts.last ? {
			first: artifacts.first,
			last: artifacts.last
		} : null,
		rewrittenPayloads: artifacts?.rewrittenPayloads ?? 0,
		ignoredMembers: findings.ignored,
		bytes: findings.bytes
	};
}
function finishCounting({ end, problems }, manifest, artifacts) {
	artifacts.finish();
	const counts = [
		[
			"The manifest claims",
			manifest.artifact_count,
			artifacts.total
		],
		[
			"The end of the file claims",
			end?.artifact_count,
			artifacts.total
		],
		[
			"Of artifacts without payload, the end of the file claims",
			end?.withheld_count,
			artifacts.withheld.count
		]
	];
	for (const [who, claimed, counted] of counts) if (claimed !== counted) problems.add(null, "wrong_count", `${who} ${claimed}, but there are ${counted}.`);
}
/** In a file with a filter the artifact that states a removal may have been filtered out, so that is no fault there. */
function explainWithheld({ artifacts, manifest, problems, isWholeFile }) {
	const none = {
		redacted: 0,
		pruned: 0,
		claimed: 0,
		unexplained: 0
	};
	if (artifacts === null || manifest === null) return none;
	const { firstUnexplained, ...counts } = artifacts.withheld.explain(manifest.removals);
	if (firstUnexplained !== null && isWholeFile && !isFiltered(manifest.filter)) {
		const message = `Payloads of ${counts.unexplained} artifacts are missing, from artifact ${firstUnexplained} on, and nothing states that they were removed.`;
		problems.add(firstUnexplained, "unexplained_removal", message);
	}
	return counts;
}
/** What the file shows, and what its manifest says beyond that, which nothing vouches for. */
function restoresOf({ artifacts, manifest }) {
	const shown = artifacts?.restores ?? [];
	const claimed = (manifest?.restores ?? []).filter(({ id }) => !shown.some((restore) => restore.id === id));
	return [...shown.map((restore) => ({
		...restore,
		isShown: true
	})), ...claimed.map((restore) => ({
		...restore,
		isShown: false
	}))].sort((one, other) => one.index - other.index);
}
/** A checkpoint from before a restore is not to be found again, and the reader is to know why. */
function compareWithKept(findings) {
	const compared = compare(findings);
	if (compared === null || compared.size === null || compared.outcome === "consistent") return compared;
	const { size, message } = compared;
	const reasons = restoresOf(findings).filter((restore) => mayHaveLost(restore, size));
	return {
		...compared,
		message: [message, ...reasons.map(restoreSentence)].join(" ")
	};
}
function compare({ options, kept, tree, problems }) {
	if (options.trustedCheckpoint === void 0) return null;
	if (kept?.verdict) return kept.verdict;
	if (kept !== null && tree !== null) return compareTrees(kept, tree, problems);
	return {
		outcome: "not_comparable",
		size: kept?.checkpoint?.size ?? null,
		message: NOTHING_TO_COMPARE
	};
}
const NOTHING_TO_COMPARE = "The file has no sound tree that the checkpoint which you kept could be held against.";
function whoVouches({ options, keysFit, opened, kept }) {
	if (opened === null) return "nobody";
	if (keysFit && (options.verifierKeys ?? []).length > 0) return "given_key";
	return haveSignerInCommon(opened, kept?.opened ?? null) ? "kept_checkpoint" : "nobody";
}
function verdictOf({ isExport, isWholeFile, problems, keysFit }, compared) {
	if (!isExport) return "unchecked";
	if (problems.count > 0 || !isWholeFile) return "unsound";
	return keysFit && (compared === null || compared.outcome === "consistent") ? "sound" : "unchecked";
}
// export/verifier.ts
function exportVerifier(options = {}) {
	return new Verifier(options);
}
var Verifier = class {
	#options;
	#problems = new ProblemList();
	#stream = new JsonStream({
		enter: () => this.#fileVisitor(),
		take: () => void 0
	});
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
		return {
			artifacts: this.#artifacts?.total ?? 0,
			of: this.#manifest?.artifact_count ?? 0
		};
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
			if (!(error instanceof NotJson$1 || error instanceof Unreadable || error instanceof SyntaxError)) throw error;
			const where = error instanceof NotJson$1 ? `At byte ${error.at}: ` : "";
			const problem = this.#isExport ? "malformed_file" : "not_an_export";
			this.#problems.add(null, problem, `${where}${error.message}.`);
		}
	}
	#fileVisitor() {
		return {
			enter: (key) => this.#sectionVisitor(key),
			take: (key, value) => {
				if (this.#expect(String(key))) this.#takeMember(String(key), jsonOf(value));
			}
		};
	}
	#sectionVisitor(key) {
		if (key === "tiles" && this.#expect(key)) return {
			take: (_, value) => this.#tree.add(objectOf(jsonOf(value), "A tile")),
			leave: () => this.#checkTiles()
		};
		if (key === "segments" && this.#expect(key)) return this.#segments();
	}
	#segments() {
		const artifacts = this.#artifacts ?? refuse("There is no manifest");
		return segmentsVisitor({
			tree: this.#isTreeSound ? this.#tree : null,
			artifacts,
			kept: this.#kept === null ? null : segmentNeeded(this.#kept),
			problems: this.#problems
		});
	}
	/** Whether the member is one of the format's, whose turn it is. */
	#expect(key) {
		const known = EXPORT_MEMBERS;
		if (!known.includes(key)) {
			this.#ignored.add(key);
			return false;
		}
		if (key !== known[this.#members]) return refuse(`"${key}" stands where "${known[this.#members] ?? "the end"}" belongs; the file can't be verified in this order`);
		this.#members += 1;
		return true;
	}
	#takeMember(key, value) {
		switch (key) {
			case "format":
				if (value !== "assize-evidence-export/1") refuse(`The file is not of the format ${EXPORT_FORMAT}`);
				this.#isExport = true;
				return;
			case "manifest":
				this.#takeManifest(value);
				return;
			case "checkpoint":
				this.#note = typeof value === "string" ? value : refuse("The checkpoint is no text");
				return;
			case "verifier_keys":
				this.#takeKeys(readKeyList(value));
				return;
			case "end":
				this.#end = readEnd(value);
				return;
			default: refuse(`"${key}" is not a list`);
		}
	}
	#takeManifest(value) {
		const { manifest, unknown } = readManifest(value);
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
		const keys = verifierKeys.length > 0 && this.#keysFit ? verifierKeys : inFile;
		this.#checkpoint = openFileCheckpoint(this.#note, keys, manifest, this.#problems);
		if (trustedCheckpoint === void 0) return;
		this.#kept = openKeptCheckpoint(trustedCheckpoint, keys, manifest, this.#problems);
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
const VERDICTS = {
	sound: "SOUND: every record in this file is unaltered and stands in its place.",
	unsound: "NOT SOUND: this file must not be relied on.",
	unchecked: "NOT CHECKED: this is no yes. What was asked for could not be checked."
};
const OTHER_KEY = "NOT CHECKED: this key can not verify this file. None of the keys that you gave has signed it.";
/** Lines to be printed: the verdict first, then what it is about, what is wrong, and what none of it proves. */
function wordsOf(report) {
	const { manifest } = report;
	const facts = manifest === null ? [] : factsOf(report);
	const lines = [
		report.verdict === "unchecked" && !report.keysFit ? OTHER_KEY : VERDICTS[report.verdict],
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
		["", `(as it says itself: tenant ${manifest?.tenant}, ${manifest?.environment}, made ${manifest?.created_at})`],
		["Records", ...recordLines(report)],
		["Period", period === null ? "no records" : `${period.first} to ${period.last}`],
		["Contents", ...contentLines(report)],
		...report.restores.length > 0 ? [["RESTORED", ...restoreLines(report)]] : [],
		["Signed by", ...signatureLines(report)]
	];
	if (trustedCheckpoint !== null) rows.push(["Kept checkpoint", trustedCheckpoint.message]);
	return [...rows.flatMap(([title, ...lines]) => lines.map((line, at) => row(at === 0 ? title : "", line))), ""];
}
function row(title, line) {
	return `${title.padEnd(17)}${line}`;
}
function recordLines({ artifacts, manifest, isWhole }) {
	const size = manifest?.tree_size ?? 0;
	const counted = `${artifacts.total} of the ${size} that the chain had`;
	if (isWhole) return [`${counted}; the file is to have them all`];
	const { from_date, to_date, artifact_types } = manifest?.filter ?? {};
	return [counted, `chosen ${[
		from_date ? `from ${from_date}` : "",
		to_date ? `before ${to_date}` : "",
		artifact_types ? `of type ${artifact_types.join(", ")}` : ""
	].filter((condition) => condition !== "").join(", ")}`];
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
	if (rewrittenPayloads > 0) lines.push(`(${rewrittenPayloads} checked by their value: a program has reformatted this file)`);
	return lines;
}
function restoreLines({ restores }) {
	return [...restores.map((restore) => restore.isShown ? restoreSentence(restore) : `As the file says without showing it: ${restoreSentence(restore)}`), "What was signed before and is missing is in no later file of this chain."];
}
function signatureLines({ checkpoint, keysFit, keyVouchedBy }) {
	if (checkpoint === null) return ["no signature could be verified"];
	const lines = checkpoint.signedBy;
	switch (keyVouchedBy) {
		case "given_key": return [...lines, "This is a key that you gave: the file is from its holder."];
		case "kept_checkpoint": return [...lines, "The same key signed the checkpoint that you kept."];
		case "nobody": return [
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
	const faults = lines.length === 0 ? [] : [
		"What is wrong",
		...lines,
		""
	];
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
		...isWhole ? [] : ["- that no other record was to be chosen: a file of a selection can leave some out", "- that no older database was ever put back: only a file of the whole chain shows each record of it"],
		"- who the tenant is and when the file was made: that is only what the file says"
	];
}
/** The report with its members in snake_case. */
function reportJson(report) {
	return inSnakeCase(report);
}
function inSnakeCase(value) {
	if (Array.isArray(value)) return value.map(inSnakeCase);
	if (typeof value !== "object" || value === null) return value;
	const members = Object.entries(value).map(([key, member]) => [key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), inSnakeCase(member)]);
	return Object.fromEntries(members);
}
// verify-file.ts
/**
* Verifies an exported file on disk, or from the standard input, and says on the terminal what came of it. For Node:
* with `assize-verify.ts`, which reads the arguments, the only file of this package that touches files and terminals.
*/
/**
* `unreadable`: there is no such file, or it can't be read. `unsound` is for what could not be checked, too, but for one
* reason: `otherKey` says that nothing is wrong with the file, only that none of the keys given has signed it.
*/
const VERIFY_EXIT = {
	sound: 0,
	unreadable: 1,
	usage: 2,
	unsound: 3,
	otherKey: 4
};
/** The exit code, after the report was printed. Never throws because of a file. */
async function verifyFile({ file, trustedCheckpoint, keys, json }) {
	let verifierKeys;
	try {
		verifierKeys = keys.map(parseVerifierKey);
	} catch (error) {
		return fail(VERIFY_EXIT.usage, `--key: ${messageOf(error)}`);
	}
	let report;
	let reading = file;
	try {
		if (trustedCheckpoint !== void 0) reading = trustedCheckpoint;
		const kept = trustedCheckpoint === void 0 ? void 0 : await readFile(trustedCheckpoint, "utf8");
		reading = file;
		report = await readAll(file, exportVerifier(kept === void 0 ? { verifierKeys } : {
			verifierKeys,
			trustedCheckpoint: kept
		}));
	} catch (error) {
		if (error instanceof AnotherFile) return fail(VERIFY_EXIT.unreadable, error.message);
		if (!isOfTheSystem(error)) throw error;
		return fail(VERIFY_EXIT.unreadable, problemWith(reading, error));
	}
	if (json) printJsonText(shownJson(reportJson(report), 2));
	else printLines(wordsOf(report));
	return exitOf(report);
}
function exitOf({ verdict, keysFit }) {
	if (verdict === "sound") return VERIFY_EXIT.sound;
	return verdict === "unchecked" && !keysFit ? VERIFY_EXIT.otherKey : VERIFY_EXIT.unsound;
}
const CHUNK_BYTES = 1048576;
async function readAll(file, verifier) {
	if (file === "-") {
		let isFirst = true;
		for await (const chunk of process.stdin) {
			if (isFirst) requireExport("the standard input", chunk);
			isFirst = false;
			verifier.push(chunk);
		}
		return verifier.finish();
	}
	const handle = await open(file);
	try {
		return await readHandle(file, handle, verifier);
	} finally {
		await handle.close();
	}
}
async function readHandle(file, handle, verifier) {
	const { size } = await handle.stat();
	const buffer = new Uint8Array(CHUNK_BYTES);
	let done = 0;
	for (;;) {
		const { bytesRead } = await handle.read(buffer, 0, buffer.length);
		if (bytesRead === 0) return verifier.finish();
		if (done === 0) requireExport(file, buffer.subarray(0, bytesRead));
		verifier.push(buffer.subarray(0, bytesRead));
		done += bytesRead;
		showProgress(done, size, verifier);
	}
}
/** An export in a form for readers, which has nothing to verify it by. */
var AnotherFile = class extends Error {
	name = "AnotherFile";
};
const FOR_READERS = [[/^%PDF-/, "a PDF"], [/^(?:\u00ef\u00bb\u00bf)?"?index"?[,;\t]/, "a CSV file"]];
/** @param begin of the file. @throws {AnotherFile} */
function requireExport(file, begin) {
	const text = Buffer.from(begin.subarray(0, 64)).toString("latin1");
	const kind = FOR_READERS.find(([pattern]) => pattern.test(text))?.[1];
	if (kind === void 0) return;
	throw new AnotherFile(`${file} is ${kind}, which is for readers and holds no proofs. Verify the same export as JSON: assize evidence export --format json, or POST /api/v1/evidence/export with {"format": "json"}.`);
}
const MB = 1e6;
const MAX_STEPS = 500;
function showProgress(done, size, { progress }) {
	const everyBytes = Math.max(CHUNK_BYTES, size / MAX_STEPS);
	if (done < size && done % everyBytes >= CHUNK_BYTES) return;
	const line = `${size === 0 ? 100 : Math.floor(100 * done / size)} % of ${(size / MB).toFixed(1)} MB, ${progress.artifacts} of ${progress.of} records`;
	showProgressLine(done < size ? line : "");
}
function fail(code, message) {
	printErrorLines([message]);
	return code;
}
function messageOf(error) {
	return error instanceof Error ? error.message : String(error);
}
const PROBLEMS = {
	ENOENT: "There is no file FILE.",
	ENOTDIR: "There is no file FILE: a part of its path is no folder.",
	EISDIR: "FILE is a folder: name a file in it.",
	EACCES: "FILE may not be read by this user."
};
function problemWith(file, error) {
	return PROBLEMS[String(error.code)]?.replace("FILE", () => file) ?? `${file}: ${messageOf(error)}`;
}
/** What the system refuses has a code; anything else is a fault of this program. */
function isOfTheSystem(error) {
	return error instanceof Error && "code" in error;
}
// assize-verify.ts
/** `assize-verify`: verifies an exported file without a service. See `verify-file.ts`. */
const HELP = `Usage: assize-verify FILE [options]

Verifies an evidence export (JSON) offline. FILE may be - for the standard input.

Options:
  --trusted-checkpoint FILE  a checkpoint that you have kept: the history in the file must begin with it
  --key VKEY                 a verifier key that you have from the service itself; may be given more than once
  --json                     print the report as JSON
  --help                     print this

Exits with 0 where the file is sound, 1 where it can't be read, 2 on wrong usage, 3 where it is not sound
or something that was asked for could not be checked, and 4 where nothing is wrong with it, but none of the
keys given has signed it: they can't verify this file.`.split("\n");
const OPTIONS = {
	"trusted-checkpoint": { type: "string" },
	key: {
		type: "string",
		multiple: true,
		default: []
	},
	json: {
		type: "boolean",
		default: false
	},
	help: {
		type: "boolean",
		default: false
	}
};
/** The exit code of a program that a broken pipe ended. */
const BROKEN_PIPE = 141;
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
		return parseArgs({
			options: OPTIONS,
			allowPositionals: true
		});
	} catch (error) {
		if (!(error instanceof TypeError)) throw error;
		return error.message;
	}
}
function misused(message) {
	printErrorLines([
		message,
		"",
		...HELP
	]);
	return VERIFY_EXIT.usage;
}
export {};
