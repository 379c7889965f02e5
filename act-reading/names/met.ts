/**
 * The one form in which names of agents and of actions meet what is configured: that of the names of tools. It tells no
 * two spellings of a name apart: not by case, separators, width, or characters that are not seen. A name that poses as
 * another by letters of another script meets that other one too, so a halt of it holds; but it is not taken for it where
 * that would gain it something.
 */
import { sha256Text } from '@assize/evidence-format';
import { folded, type Name, readName } from './name.ts';

export interface MetName {
  /** The compared form, which is its own key. At most {@link MAX_KEY_BYTES} bytes. */
  key: string;
  /** By letters that are drawn as others, or letters of several scripts. */
  poses: boolean;
  /**
   * The words that the key is made of, as far as separators and changes of case tell them apart. Empty for a name without
   * letters and digits, which names no one.
   */
  words: readonly string[];
}

/** The most that a name as it is sent may take, so that every key fits into an index. */
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

/** Whether the one may use what the other was given. */
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
  // A name of signs alone is only itself.
  const key = letters === '' ? text : letters;
  return { key: bounded(key), poses: letters !== '', words: letters === '' ? [] : [key] };
}

function met({ key, words }: Name, poses: boolean): MetName {
  return { key: bounded(key.replace(/^(?:mcp)+(?=.)/, '')), poses, words: words.split('.') };
}

/** In the normal form NFKC, without what is not seen. Signs beyond ASCII separate words as those of ASCII do. */
export function withoutSigns(text: string): string {
  if (ASCII.test(text)) return text;
  return text.replace(UNSEEN, '').normalize('NFKC').replace(UNSEEN, '').replace(NO_LETTER, ' ');
}

const ASCII = /^[\x20-\x7e]*$/;
const UNSEEN = /[\p{C}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800]/gu;
const NO_LETTER = /[^\p{L}\p{N}\p{M}\x20-\x7e]/gu;

/** With the letters of ASCII as which its letters are drawn. */
function asDrawn(plain: string): string {
  return plain
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, (letter) => DRAWN_AS.get(letter) ?? DRAWN_AS.get(folded(letter)) ?? letter);
}

/** Letters of other scripts, and the letters of ASCII as which they are drawn. */
const DRAWN_AS = new Map(
  'авекмнорстухіјѕһԁԛԝӏɡɑıαβγεηικνορτυχ'
    .split('')
    .map((letter, place) => [letter, 'abekmhopctyxijshdqwlgaiabyenikvoptux'[place] ?? letter]),
);

function bounded(key: string): string {
  return Buffer.byteLength(key) <= MAX_KEY_BYTES ? key : sha256Text(key).replace(':', '');
}
