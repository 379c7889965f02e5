/**
 * Numbers in words, read whole: `two hundred and fifty`, `zweihundertfünfzig`, `deux cents`. What names a magnitude
 * without saying how much, such as `some hundreds`, is read as no number: what it allows is then not known.
 */

const UNITS =
  'two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14 fifteen 15 ' +
  'sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ' +
  'ninety 90 ein 1 zwei 2 drei 3 vier 4 fünf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwölf 12 dreizehn 13 vierzehn 14 ' +
  'fünfzehn 15 sechzehn 16 siebzehn 17 achtzehn 18 neunzehn 19 zwanzig 20 dreißig 30 vierzig 40 fünfzig 50 sechzig 60 ' +
  'siebzig 70 achtzig 80 neunzig 90 deux 2 trois 3 quatre 4 cinq 5 sept 7 huit 8 neuf 9 dix 10 onze 11 douze 12 treize 13 ' +
  'quatorze 14 quinze 15 seize 16 vingt 20 trente 30 quarante 40 cinquante 50 soixante 60 dos 2 tres 3 cuatro 4 cinco 5 ' +
  'siete 7 ocho 8 nueve 9 diez 10 doce 12 trece 13 catorce 14 quince 15 veinte 20 treinta 30 cuarenta 40 cincuenta 50 ' +
  'sesenta 60 setenta 70 ochenta 80 noventa 90 doscientos 200 trescientos 300 cuatrocientos 400 quinientos 500 seiscientos 600 ' +
  'setecientos 700 ochocientos 800 novecientos 900 due 2 tre 3 quattro 4 cinque 5 sette 7 otto 8 nove 9 dieci 10 dodici 12 ' +
  'quindici 15 venti 20 trenta 30 quaranta 40 cinquanta 50 sessanta 60 settanta 70 ottanta 80 novanta 90 dois 2 duas 2 três 3 ' +
  'quatro 4 sete 7 oito 8 dez 10 vinte 20 trinta 30 quarenta 40 cinquenta 50 duzentos 200 trezentos 300 quatrocentos 400 ' +
  'quinhentos 500 twee 2 drie 3 vijf 5 zes 6 zeven 7 negen 9 tien 10 twaalf 12 vijftien 15 twintig 20 dertig 30 veertig 40 vijftig 50 zestig 60';
const SCALES =
  'dozen 12 dutzend 12 douzaine 12 docena 12 dozzina 12 dúzia 12 dozijn 12 hundred 100 hundert 100 cent 100 cents 100 cien 100 ' +
  'ciento 100 cento 100 cem 100 honderd 100 thousand 1000 tausend 1000 mille 1000 mil 1000 mila 1000 grand 1000 duizend 1000 ' +
  'million 1000000 millionen 1000000 millions 1000000 millón 1000000 millones 1000000 milione 1000000 milioni 1000000 milhão 1000000 ' +
  'milhões 1000000 miljoen 1000000';
/** A magnitude, and no amount. */
const VAGUE =
  /(?<!\p{L})(?:hundreds|thousands|millions of|billions?|milliarden?|milliards?|miliardi|lakhs?|crores?|hunderte|tausende|centaines|milliers|cientos de|miles de|centinaia|migliaia|(?:half|quarter of) an? (?:dozen|hundred|thousand|million))(?!\p{L})/u;
/** These count alone; any other only beside another number, or before a currency. */
const ALONE: readonly string[] = (
  'two three four five six ten twelve dozen hundred zwei drei vier fünf zehn hundert deux trois quatre cinq dix cent dos tres ' +
  'cuatro cinco diez cien due tre quattro dieci cento'
).split(' ');
const JOINED = /^(?:[\s\u00a0-]+|[\s\u00a0]*(?:and|und|et|y|e|en)[\s\u00a0]+)$/u;
const MONEY = /^\s?(?:[€$£]|eur|usd|chf|gbp|dollars?|francs?|franken|pounds?|pesos?|reais)/u;

const valuesOf = (list: string) => {
  const words = list.split(' ');
  return new Map(words.flatMap((word, at) => (at % 2 === 0 ? [[word, Number(words[at + 1])] as const] : [])));
};
const UNIT = valuesOf(UNITS);
const SCALE = valuesOf(SCALES);
const COMPOUND_PARTS = [...UNIT.keys(), ...SCALE.keys(), 'und', 'en', 'e'].sort(
  (one, other) => other.length - one.length,
);

export interface WordNumbers {
  /** All of them, added up; null where there is none. */
  sum: number | null;
  /** A magnitude is named, and how much of it can't be read. */
  isVague: boolean;
}

/** @param text in lower case. */
export function numbersInWords(text: string): WordNumbers {
  let sum: number | null = null;
  let run: string[] = [];
  let end = 0;
  const close = (after: string) => {
    const isNumber =
      run.length > 1 || (run[0] !== undefined && (ALONE.includes(run[0]) || MONEY.test(after)));
    if (isNumber) sum = (sum ?? 0) + numberIn(run);
    run = [];
  };
  for (const { 0: word, index } of text.matchAll(/\p{L}+/gu)) {
    const parts = partsOf(word);
    if (run.length > 0 && (parts === null || !JOINED.test(text.slice(end, index)))) {
      if (!/^(?:and|und|et|y|e|en)$/u.test(word)) close(text.slice(end));
      else continue;
    }
    if (parts === null) continue;
    run.push(...parts);
    end = index + word.length;
  }
  close(text.slice(end));
  return { sum, isVague: VAGUE.test(text) };
}

const MIN_COMPOUND_LETTERS = 7;

/** The numbers of a word: one, or those that a compound is made of; null where it is none. */
function partsOf(word: string): string[] | null {
  if (UNIT.has(word) || SCALE.has(word)) return [word];
  if (word.length < MIN_COMPOUND_LETTERS) return null;
  const parts: string[] = [];
  let rest = word;
  while (rest !== '') {
    const part = COMPOUND_PARTS.find((one) => rest.startsWith(one));
    if (part === undefined) return null;
    if (UNIT.has(part) || SCALE.has(part)) parts.push(part);
    rest = rest.slice(part.length);
  }
  return parts.length > 1 ? parts : null;
}

function numberIn(words: readonly string[]): number {
  let whole = 0;
  let part = 0;
  for (const word of words) {
    const scale = SCALE.get(word);
    if (scale === undefined) part += UNIT.get(word) ?? 0;
    else if (scale < 1000)
      part = part % 1000 === 0 ? part + scale : part - (part % 100) + (part % 100 || 1) * scale;
    else {
      whole += (part || 1) * scale;
      part = 0;
    }
  }
  return whole + part;
}
