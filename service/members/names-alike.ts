/**
 * Names and addresses that a person takes for one another: by letter case, by characters that do not show, by other
 * widths and forms of a letter (Unicode NFKC), and by letters of other scripts that are drawn as Latin ones.
 */

const UNSEEN = /\p{Default_Ignorable_Code_Point}|\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}|\u2800/gu;

/** Letters that are drawn alike, in one typeface or another (Unicode Technical Standard 39, section 4). */
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

/** In plain letters, as far as others are drawn like them; without gaps, as what does not show may look like one. */
function plainOf(text: string): string {
  const shown = text.normalize('NFKC').replace(UNSEEN, '').replace(/\s/gu, '');
  return [...shown].map((letter) => LATIN_FOR.get(letter) ?? letter).join('');
}

/** Without the difference of case, also for letters that have several small forms. */
function folded(plain: string): string {
  return plain.toLowerCase().toUpperCase().toLowerCase();
}

/** Where the case makes letters alike: a large `I` is drawn as a small `l`, and `rn` as `m`. */
function drawn(plain: string): string {
  return folded(plain.replace(/[I1|]/g, 'l').replaceAll('0', 'O'))
    .replaceAll('m', 'rn')
    .replaceAll('w', 'vv');
}

export function areAlike(one: string, other: string): boolean {
  const [plain, against] = [plainOf(one), plainOf(other)];
  return folded(plain) === folded(against) || drawn(plain) === drawn(against);
}

/** They turn the order of letters around, so that a name is shown as another. */
const TURNS_AROUND = /[\u202a-\u202e\u2066-\u2069]/u;

/** Whether a name shows what it is: something, in the order that it is written in, and in one script for each word. */
export function isPlainName(text: string): boolean {
  if (plainOf(text) === '' || TURNS_AROUND.test(text)) return false;
  return !wordsOf(text.normalize('NFKC')).some(mixesScripts);
}

/** Read together in one text; Latin letters may stand beside them. */
const EAST_ASIAN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}]/u;
const LATIN = /\p{Script=Latin}/u;
/** Scripts of which a word uses only one. */
const ALONE = [/\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u, /\p{Script=Cherokee}/u];

/**
 * Whether a text poses as another: it has characters that do not show or are another form of a plain one, mixes scripts
 * within a word, or is drawn as plain letters throughout without being so.
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
