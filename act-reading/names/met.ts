/**
 * The one form in which names of agents and actions are compared with what is configured: the form of tool names. It
 * ignores every difference in spelling: case, separators, width, and invisible characters. A name that poses as
 * another by letters of another script also matches that other name, so a halt of it holds; but it does not get what
 * the other name was given.
 */
import { sha256Text } from '@assize/evidence-format';
import { folded, type Name, readName } from './name.ts';

export interface MetName {
  /** The form that is compared. At most {@link MAX_KEY_BYTES} bytes. */
  key: string;
  /** The name has letters that look like others, or letters of several scripts. */
  poses: boolean;
  /**
   * The words of the key, as far as separators and changes of case show them. Empty for a name without letters and
   * digits, which names no one.
   */
  words: readonly string[];
}

/** The longest name as sent, so that every key fits into an index. */
const MAX_KEY_BYTES = 1024;
const MAX_REMEMBERED = 4000;
const remembered = new Map<string, MetName>();

export function metName(text: string): MetName {
  let met = remembered.get(text);
  if (met === undefined) {
    met = read(text);
    if (remembered.size >= MAX_REMEMBERED) remembered.clear();
    remembered.set(text, met);
  }
  return met;
}

/** Reduces a name to the form that is compared. */
export function nameKey(text: string): string {
  return metName(text).key;
}

/** Whether one name may use what the other was given. */
export function isSameName(one: string | null, other: string | null): boolean {
  if (one === other) return true;
  if (one === null || other === null) return false;
  const [first, second] = [metName(one), metName(other)];
  return first.key === second.key && !first.poses && !second.poses;
}

function read(text: string): MetName {
  const plain = withoutSigns(text);
  const own = readName(plain);
  if (own !== null) return met(own, false);
  const drawn = asDrawn(plain);
  const other = readName(drawn);
  if (other !== null) return met(other, true);
  const letters = folded(drawn).replace(/[^\p{L}\p{N}]/gu, '');
  // A name made of signs alone matches only itself.
  const key = letters === '' ? text : letters;
  return { key: bounded(key), poses: letters !== '', words: letters === '' ? [] : [key] };
}

function met({ key, words }: Name, poses: boolean): MetName {
  return { key: bounded(key.replace(/^(?:mcp)+(?=.)/, '')), poses, words: words.split('.') };
}

/** Returns the NFKC form without invisible characters. Signs beyond ASCII separate words as ASCII signs do. */
export function withoutSigns(text: string): string {
  if (ASCII.test(text)) return text;
  return text.replace(UNSEEN, '').normalize('NFKC').replace(UNSEEN, '').replace(NO_LETTER, ' ');
}

const ASCII = /^[\x20-\x7e]*$/;
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu;
const NO_LETTER = /[^\p{L}\p{N}\p{M}\x20-\x7e]/gu;

/** Replaces letters by the ASCII letters that they look like. */
export function asDrawn(plain: string): string {
  return plain
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, (letter) => DRAWN_AS.get(letter) ?? DRAWN_AS.get(folded(letter)) ?? letter);
}

/** Letters of other scripts, and the ASCII letters that they look like. */
const DRAWN_AS = new Map(
  'авекмнорстухіјѕһԁԛԝӏɡɑıαβγεηικνορτυχ'
    .split('')
    .map((letter, place) => [letter, 'abekmhopctyxijshdqwlgaiabyenikvoptux'[place] ?? letter]),
);

function bounded(key: string): string {
  return Buffer.byteLength(key) <= MAX_KEY_BYTES ? key : sha256Text(key).replace(':', '');
}
