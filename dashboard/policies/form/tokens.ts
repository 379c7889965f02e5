/**
 * The words and signs of a CEL expression, as far as a form needs them. Two sources with the same tokens mean the same;
 * a source with anything else, such as a comment or a raw text, has none.
 */

export interface Token {
  kind: 'text' | 'number' | 'word' | 'sign';
  /** The text without quotes, the number as JavaScript writes it, or the word or sign itself. */
  value: string;
}

const BLANK = /\s+/y;
const TEXT = /'(?!'')((?:[^'\\\r\n]|\\.)*)'(?!')|"(?!"")((?:[^"\\\r\n]|\\.)*)"(?!")/y;
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y;
const WORD = /[A-Za-z_]\w*(?!['"\w])/y;
const SIGN = /&&|\|\||[=!<>]=|\/(?!\/)|[()[\]{}.,?:!<>+\-*%]/y;

/** @returns null where the source has anything that a form does not know. */
export function tokensOf(source: string): Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const match = pattern.exec(source);
    if (match !== null) at = pattern.lastIndex;
    return match;
  };
  while (at < source.length) {
    if (take(BLANK) !== null) continue;
    let found: Found = textFrom(take(TEXT));
    if (found === undefined) found = numberFrom(take(NUMBER), tokens);
    if (found === undefined) found = plainFrom(take(WORD), 'word');
    if (found === undefined) found = plainFrom(take(SIGN), 'sign');
    if (!found) return null;
    tokens.push(found);
  }
  return tokens;
}

/** undefined: there is none here. null: there is one that a form does not know. */
type Found = Token | null | undefined;

function plainFrom(match: RegExpExecArray | null, kind: 'word' | 'sign'): Found {
  return match === null ? undefined : { kind, value: match[0] };
}

function numberFrom(match: RegExpExecArray | null, before: Token[]): Found {
  if (match === null) return undefined;
  const value = Number(match[0]);
  // Beyond these, two sources of one number may differ.
  if (value > Number.MAX_SAFE_INTEGER) return null;
  const isNegative = isSignBefore(before);
  if (isNegative) before.pop();
  return { kind: 'number', value: String(isNegative && value !== 0 ? -value : value) };
}

/** Whether the last token is the sign of a number, and not a subtraction. */
function isSignBefore(before: readonly Token[]): boolean {
  const [earlier, last] = [before.at(-2), before.at(-1)];
  if (last?.kind !== 'sign' || last.value !== '-') return false;
  return earlier === undefined || (earlier.kind === 'sign' && ![')', ']', '}', '-'].includes(earlier.value));
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', '\\': '\\', "'": "'", '"': '"' };

function textFrom(match: RegExpExecArray | null): Found {
  if (match === null) return undefined;
  let isKnown = true;
  const value = (match[1] ?? match[2] ?? '').replace(
    /\\(?:u([\da-fA-F]{4})|U([\da-fA-F]{8})|(.))/gsu,
    (_, short: string | undefined, long: string | undefined, sign: string | undefined) => {
      const code = Number.parseInt(short ?? long ?? '', 16);
      const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      const character = sign === undefined ? isCharacter && String.fromCodePoint(code) : ESCAPES[sign];
      if (character) return character;
      isKnown = false;
      return '';
    },
  );
  return isKnown ? { kind: 'text', value } : null;
}

/** Characters that can't be seen, or that end or change a text. */
const QUOTED = /[\\'\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const WRITTEN: Record<string, string> = { '\\': '\\\\', "'": "\\'", '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** A text as CEL writes it. What can't be seen is written by its code. */
export function quoted(text: string): string {
  const escaped = text.toWellFormed().replace(QUOTED, (character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16);
    return (
      WRITTEN[character] ?? (code.length > 4 ? `\\U${code.padStart(8, '0')}` : `\\u${code.padStart(4, '0')}`)
    );
  });
  return `'${escaped}'`;
}

/** A number as CEL writes a double. */
export function numbered(value: number): string {
  const text = String(value);
  return /^-?\d+$/.test(text) ? `${text}.0` : text;
}

const RESERVED = new Set(
  'as break const continue else false for function if import in let loop namespace null package return true var void while'.split(
    ' ',
  ),
);

/** Whether a key can stand after a dot without quotes. */
export function isPlainKey(key: string): boolean {
  return /^[A-Za-z_]\w*$/.test(key) && !RESERVED.has(key);
}
