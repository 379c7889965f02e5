/**
 * Finds names and addresses that a person could confuse: they differ in letter case, in invisible characters,
 * in widths and forms of a letter (Unicode NFKC), or in letters of other scripts that look like Latin ones.
 */

const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\u2800/gu;

/** Letters that look alike in some typeface (Unicode Technical Standard 39, section 4). */
const DRAWN_AS: readonly (readonly [letters: string, as: string])[] = [
  ['АВЕКМНОРСТУХЅІЈӀԚԜԌ', 'ABEKMHOPCTYXSIJlQWG'],
  ['аеокрсухѕіјһԁԛԝѵӏвмнтё', 'aeokpcyxsijhdqwvlbmhte'],
  ['ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ', 'ABEZHIKMNOPTYX'],
  ['ανγοικρυχτω', 'avyoikpuxtw'],
  ['օսհոցզյ', 'ouhngqj'],
  ['ıɑɡȷʟ', 'iagjl'],
  ['ᎠᎡᎢᎪᎫᎬᎳᎷᎻᎽᏀᏃᏒᏕᏙᏚᏞᏟᏢᏦᏴ', 'DRTAJEWMHYGZRSVSLCPKB'],
  ['ꓐꓑꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴ', 'BPDTGKJCZFMNLSRVHWXYAEIOU'],
];
const LATIN_FOR = new Map(
  DRAWN_AS.flatMap(([letters, as]) => [...letters].map((each, at) => [each, as[at]])),
);

/**
 * Replaces look-alikes by plain letters, and removes gaps, because invisible characters may look like gaps.
 */
function plainOf(text: string): string {
  const shown = text.normalize('NFKC').replace(UNSEEN, '').replace(/\s/gu, '');
  return [...shown].map((letter) => LATIN_FOR.get(letter) ?? letter).join('');
}

/** Removes differences of case, also for letters with several lower-case forms. */
function folded(plain: string): string {
  return plain.toLowerCase().toUpperCase().toLowerCase();
}

/** Handles case look-alikes: a capital `I` looks like a small `l`, and `rn` like `m`. */
function drawn(plain: string): string {
  return folded(plain.replace(/[I1|]/g, 'l').replaceAll('0', 'O'))
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv');
}

export function areAlike(one: string, other: string): boolean {
  const [plain, against] = [plainOf(one), plainOf(other)];
  return folded(plain) === folded(against) || drawn(plain) === drawn(against);
}

/** Characters that reverse the order of letters, so that a name looks like another. */
const TURNS_AROUND = /[\u202a-\u202e\u2066-\u2069]/u;

/**
 * Whether a name looks like what it is: it is visible, in its written order, and uses one script per word.
 */
export function isPlainName(text: string): boolean {
  if (plainOf(text) === '' || TURNS_AROUND.test(text)) return false;
  return !wordsOf(text.normalize('NFKC')).some(mixesScripts);
}

/** Scripts that belong together in one text; Latin letters may stand beside them. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const LATIN = /\p{Script=Latin}/u;
/** Scripts that a word may not mix. */
const ALONE = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u];

/**
 * Whether a text imitates another: it has characters that are invisible or are a variant of a plain one,
 * mixes scripts within a word, or consists only of look-alikes of plain letters.
 */
export function poses(text: string): boolean {
  if (/^[\x20-\x7e]*$/.test(text)) return false;
  const plain = plainOf(text);
  if (text.normalize('NFKC') !== text.normalize('NFC') || text.search(UNSEEN) >= 0) return true;
  return /^[\x20-\x7e]*$/.test(plain) || wordsOf(text).some(mixesScripts);
}

const wordsOf = (text: string) => text.split(/[^\p{L}\p{M}\p{N}]+/u);

function mixesScripts(word: string): boolean {
  const letters = [...word].filter((each) => /\p{L}/u.test(each) && !EAST_ASIAN.test(each));
  const others = letters.filter((each) => !LATIN.test(each));
  if (others.length === 0) return false;
  return others.length < letters.length || ALONE.filter((script) => script.test(word)).length > 1;
}
