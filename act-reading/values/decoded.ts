/**
 * The texts that a piece of text stands for when it is decoded: percent-encoding, base64, HTML entities, escapes,
 * invisible characters, and letters that only look like others.
 */
import { asDrawn } from '../names/met.ts';
import { MARK } from './marks.ts';

/** Returns other forms of a piece with characters beyond ASCII, without the piece itself. */
export function plainForms(piece: string): string[] {
  const plain = piece
    .replace(UNSEEN, '')
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(/[\u3002\uff61]/g, '.');
  const forms = new Set([plain]);
  if (LOOK_ALIKE.test(plain)) forms.add(asDrawn(plain));
  forms.delete(piece);
  return [...forms];
}

/** Latin letters with marks, and the scripts whose letters look like Latin ones. */
const LOOK_ALIKE = /[\u00c0-\u058f\u1d00-\u1fff]/;
const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu;

export function decodedOf(piece: string, marks: number): string[] {
  const texts: string[] = [];
  if ((marks & MARK.percent) !== 0 && PERCENT.test(piece)) texts.push(fromPercent(piece));
  if ((marks & MARK.ampersand) !== 0 && ENTITY.test(piece)) texts.push(fromEntities(piece));
  if ((marks & MARK.equals) !== 0 && QUOTED.test(piece)) texts.push(fromQuoted(piece));
  if ((marks & MARK.backslash) !== 0 && ESCAPE.test(piece)) texts.push(fromEscapes(piece));
  if ((marks & MARK.colon) !== 0 && BACKWARDS.test(piece)) texts.push([...piece].reverse().join(''));
  if (piece.length >= MIN_BASE64) texts.push(...fromBase64(piece));
  return texts;
}

const PERCENT = /%[0-9a-f]{2}/i;
const ENTITY = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/i;
const ESCAPE = /\\(?:u\{?[0-9a-f]{1,6}\}?|x[0-9a-f]{2}|[0-7]{3})/i;
/** In this encoding, an equals sign never stands for itself, as it does in a URL. */
const QUOTED = /=(?:3D|40|2E|2F|3A|5F)/;
const BACKWARDS = /:otliam|\/\/:s?ptth|\/\/:sptth/i;

const bytesOf = (hexes: string) => Buffer.from(hexes.replace(/[^0-9a-f]/gi, ''), 'hex').toString('utf8');

const fromPercent = (piece: string) => piece.replace(/(?:%[0-9a-f]{2})+/gi, bytesOf);
const fromQuoted = (piece: string) => piece.replace(/(?:=[0-9A-F]{2})+/g, bytesOf).replace(/=$/, '');

const character = (code: number) => (code <= 0x10ffff ? String.fromCodePoint(code) : '');

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  period: '.',
  colon: ':',
  sol: '/',
  num: '#',
  plus: '+',
  lowbar: '_',
  hyphen: '-',
  dash: '-',
  equals: '=',
  quest: '?',
  percnt: '%',
  shy: '',
  zwnj: '',
  zwj: '',
};

function fromEntities(piece: string): string {
  return piece.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (written, decimal, hex, name) => {
    if (decimal !== undefined) return character(Number(decimal));
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    const key = String(name).toLowerCase();
    return Object.hasOwn(NAMED, key) ? (NAMED[key] ?? written) : written;
  });
}

function fromEscapes(piece: string): string {
  return piece.replace(
    /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([0-7]{3}))/gi,
    (_, long, short, byte, octal) =>
      character(octal === undefined ? Number.parseInt(long ?? short ?? byte, 16) : Number.parseInt(octal, 8)),
  );
}

const MIN_BASE64 = 12;
const BASE64 = /[A-Za-z0-9+/_-]{12,}/g;
const MAX_RUNS = 200;
const HEX = /^(?:[0-9a-f]{2}){8,}$/i;

/** A word of a language has no capital and no digit inside. */
const INSIDE = /.[A-Z0-9]/;

function fromBase64(piece: string): string[] {
  const texts: string[] = [];
  if (!INSIDE.test(piece)) return texts;
  for (const run of piece.match(BASE64) ?? []) {
    if (texts.length >= MAX_RUNS) break;
    const parts = run.includes('/') ? [run, ...run.split('/')] : [run];
    for (const part of parts) {
      if (part.length < MIN_BASE64 || !INSIDE.test(part)) continue;
      const text = textIn(part, HEX.test(part) ? 'hex' : 'base64');
      if (text !== null && isText(text)) texts.push(text);
    }
  }
  return texts;
}

const BYTES = Buffer.alloc(8192);
const HEAD_BYTES = 16;
const SPACE = 0x20;

/** The first bytes of an id tell at once that they are no text. */
function textIn(part: string, encoding: 'hex' | 'base64'): string | null {
  if (part.length > BYTES.length) return Buffer.from(part, encoding).toString('utf8');
  const length = BYTES.write(part, encoding);
  for (let at = 0; at < Math.min(length, HEAD_BYTES); at += 1) {
    const byte = BYTES[at] ?? 0;
    if (byte < SPACE && !BLANKS.includes(byte)) return null;
  }
  return BYTES.toString('utf8', 0, length);
}

const BLANKS = [...Buffer.from('\t\n\r')];

// biome-ignore lint/suspicious/noControlCharactersInRegex: bytes that are not a text decode to these.
const isText = (text: string) => !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/.test(text) && /[@./\d]/.test(text);
