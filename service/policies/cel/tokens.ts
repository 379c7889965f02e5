/** The words of a source, each with its place: names, numbers, texts and signs, as the language definition of CEL has them. */
import { SourceError } from './source-error.ts';

export interface Token {
  kind: 'name' | 'quoted name' | 'int' | 'double' | 'string' | 'sign' | 'end';
  /** As it stands in the source. */
  text: string;
  value: string | number | bigint | null;
  /** In UTF-16 code units from the start of the source. */
  at: number;
}

const SPACE = /(?:[\t\n\f\r ]+|\/\/[^\n\r]*)*/y;
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y;
const QUOTED_NAME = /`([A-Za-z0-9_.\-/ ]+)`/y;
const NUMBER =
  /(?:0[xX][0-9a-fA-F]+|(?:[0-9]+\.[0-9]+|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|[0-9]+)[uU]?/y;
const SIGN = /&&|\|\||==|!=|<=|>=|[-+*/%<>!?:.,()[\]{}]/y;
/** The letters before the quotes, then the text by its quotes: three of them may hold line breaks. */
const STRING =
  /([rR]?[bB]?[rR]?)("""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\.|[^"\\\n\r])*"|'(?:\\.|[^'\\\n\r])*')/y;
const RAW_STRING = /[rR]("""[\s\S]*?"""|'''[\s\S]*?'''|"[^"\n\r]*"|'[^'\n\r]*')/y;

/** @throws SourceError */
export function tokensOf(source: string): Token[] {
  const tokens: Token[] = [];
  let at = skip(source, 0);
  while (at < source.length) {
    const token = tokenAt(source, at);
    tokens.push(token);
    at = skip(source, at + token.text.length);
  }
  tokens.push({ kind: 'end', text: '', value: null, at: source.length });
  return tokens;
}

function skip(source: string, at: number): number {
  return at + (matched(SPACE, source, at)?.[0].length ?? 0);
}

function matched(pattern: RegExp, source: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(source);
}

function tokenAt(source: string, at: number): Token {
  const raw = matched(RAW_STRING, source, at);
  if (raw !== null) return { kind: 'string', text: raw[0], value: withoutQuotes(raw[1] as string), at };
  const string = matched(STRING, source, at);
  if (string !== null) return stringToken(string, at);
  const name = matched(NAME, source, at);
  if (name !== null) return { kind: 'name', text: name[0], value: null, at };
  const number = matched(NUMBER, source, at);
  if (number !== null) return numberToken(number[0], at);
  const sign = matched(SIGN, source, at);
  if (sign !== null) return { kind: 'sign', text: sign[0], value: null, at };
  const quoted = matched(QUOTED_NAME, source, at);
  if (quoted !== null) return { kind: 'quoted name', text: quoted[0], value: quoted[1] as string, at };
  throw new SourceError(at, unreadable(String.fromCodePoint(source.codePointAt(at) as number)));
}

function unreadable(character: string): string {
  if (character === '"' || character === "'") return 'the text that begins here is not closed';
  if (character === '=') return 'a comparison is written ==';
  if (character === '&' || character === '|')
    return `${character} is written twice: ${character}${character}`;
  return `${character} means nothing here`;
}

function numberToken(text: string, at: number): Token {
  if (/u$/i.test(text)) {
    throw new SourceError(at, `rules have no unsigned numbers: write ${text.slice(0, -1)}, without the u`);
  }
  // Only a number with neither is whole; the letters of a hexadecimal one are no exponent.
  const whole = /^0x/i.test(text) || !/[.e]/i.test(text);
  return whole
    ? { kind: 'int', text, value: BigInt(text), at }
    : { kind: 'double', text, value: Number(text), at };
}

function stringToken([text, letters, quoted]: RegExpExecArray, at: number): Token {
  if (letters !== '') throw new SourceError(at, 'rules have no bytes: write a string, without the b');
  const from = at + (text.length - (quoted as string).length) + quotesOf(quoted as string);
  return { kind: 'string', text, value: unescaped(withoutQuotes(quoted as string), from), at };
}

function quotesOf(quoted: string): number {
  return quoted.length >= 6 && (quoted.startsWith('"""') || quoted.startsWith("'''")) ? 3 : 1;
}

function withoutQuotes(quoted: string): string {
  const quotes = quotesOf(quoted);
  return quoted.slice(quotes, -quotes);
}

const ESCAPE = /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|([\s\S]))/g;
const ESCAPED: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

function unescaped(text: string, at: number): string {
  return text.replace(ESCAPE, (whole, byte, short, long, octal, letter, offset) => {
    if (letter === undefined) {
      const code =
        octal === undefined ? Number.parseInt(byte ?? short ?? long, 16) : Number.parseInt(octal, 8);
      if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
        throw new SourceError(at + offset, `${whole} is no character`);
      }
      return String.fromCodePoint(code);
    }
    if ('\\?"\'`'.includes(letter)) return letter;
    const character = Object.hasOwn(ESCAPED, letter) ? ESCAPED[letter] : undefined;
    if (character !== undefined) return character;
    throw new SourceError(
      at + offset,
      `${whole} stands for nothing: write \\${whole} for a backslash, or r'…' around it all`,
    );
  });
}
