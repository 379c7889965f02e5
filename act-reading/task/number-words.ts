/**
 * Numbers in words, read whole, in the language of the task: `two hundred and fifty`, `zweihundertfünfzig`, `deux cents`.
 * A magnitude without an amount, such as `some hundreds`, is not read as a number: what it allows is then
 * not known.
 */

interface Words {
  units: string;
  scales: string;
  /** Numbers that are other words too: they count beside another number or before a currency. */
  ambiguous: string;
}

/** By the name of the language; without marks, as texts are read. */
const LANGUAGES: Readonly<Record<string, Words>> = {
  en: {
    units:
      'two 2 three 3 four 4 five 5 six 6 seven 7 eight 8 nine 9 ten 10 eleven 11 twelve 12 thirteen 13 fourteen 14 fifteen 15 ' +
      'sixteen 16 seventeen 17 eighteen 18 nineteen 19 twenty 20 thirty 30 forty 40 fifty 50 sixty 60 seventy 70 eighty 80 ninety 90',
    scales: 'dozen 12 hundred 100 thousand 1000 million 1000000',
    ambiguous: 'one 1 grand 1000',
  },
  de: {
    units:
      'zwei 2 drei 3 vier 4 funf 5 sechs 6 sieben 7 acht 8 neun 9 zehn 10 elf 11 zwolf 12 dreizehn 13 vierzehn 14 funfzehn 15 ' +
      'sechzehn 16 siebzehn 17 achtzehn 18 neunzehn 19 zwanzig 20 dreißig 30 dreissig 30 vierzig 40 funfzig 50 sechzig 60 ' +
      'siebzig 70 achtzig 80 neunzig 90',
    scales: 'dutzend 12 hundert 100 tausend 1000 million 1000000 millionen 1000000',
    ambiguous: 'ein 1 eine 1 einen 1 eins 1 grand 1000',
  },
  fr: {
    units:
      'deux 2 trois 3 quatre 4 cinq 5 six 6 sept 7 huit 8 dix 10 onze 11 douze 12 treize 13 quatorze 14 quinze 15 seize 16 ' +
      'vingt 20 vingts 20 trente 30 quarante 40 cinquante 50 soixante 60 septante 70 huitante 80 octante 80 nonante 90',
    scales: 'douzaine 12 cent 100 cents 100 mille 1000 million 1000000 millions 1000000',
    ambiguous: 'un 1 une 1 neuf 9',
  },
  es: {
    units:
      'dos 2 tres 3 cuatro 4 cinco 5 seis 6 siete 7 ocho 8 nueve 9 diez 10 once 11 doce 12 trece 13 catorce 14 quince 15 dieci 10 ' +
      'veinte 20 veinti 20 treinta 30 cuarenta 40 cincuenta 50 sesenta 60 setenta 70 ochenta 80 noventa 90 doscientos 200 ' +
      'doscientas 200 trescientos 300 cuatrocientos 400 quinientos 500 seiscientos 600 setecientos 700 ochocientos 800 novecientos 900',
    scales: 'docena 12 cien 100 ciento 100 mil 1000 millon 1000000 millones 1000000',
    ambiguous: 'un 1 uno 1 una 1',
  },
  it: {
    units:
      'due 2 tre 3 quattro 4 cinque 5 sette 7 otto 8 nove 9 dieci 10 undici 11 dodici 12 tredici 13 quattordici 14 quindici 15 ' +
      'sedici 16 diciassette 17 diciotto 18 diciannove 19 venti 20 vent 20 trenta 30 trent 30 quaranta 40 quarant 40 cinquanta 50 ' +
      'cinquant 50 sessanta 60 sessant 60 settanta 70 settant 70 ottanta 80 ottant 80 novanta 90 novant 90',
    scales: 'dozzina 12 cento 100 mille 1000 mila 1000 milione 1000000 milioni 1000000',
    ambiguous: 'un 1 uno 1 una 1 sei 6',
  },
  pt: {
    units:
      'dois 2 duas 2 tres 3 quatro 4 cinco 5 seis 6 sete 7 oito 8 nove 9 dez 10 onze 11 doze 12 treze 13 catorze 14 quatorze 14 ' +
      'quinze 15 dezesseis 16 dezasseis 16 dezessete 17 dezassete 17 dezoito 18 dezenove 19 dezanove 19 vinte 20 trinta 30 ' +
      'quarenta 40 cinquenta 50 sessenta 60 setenta 70 oitenta 80 noventa 90 duzentos 200 trezentos 300 quatrocentos 400 ' +
      'quinhentos 500 seiscentos 600 setecentos 700 oitocentos 800 novecentos 900',
    scales: 'duzia 12 cem 100 cento 100 mil 1000 milhao 1000000 milhoes 1000000',
    ambiguous: 'um 1 uma 1',
  },
  nl: {
    units:
      'twee 2 drie 3 vier 4 vijf 5 zes 6 zeven 7 acht 8 negen 9 tien 10 elf 11 twaalf 12 dertien 13 veertien 14 vijftien 15 ' +
      'zestien 16 zeventien 17 achttien 18 negentien 19 twintig 20 dertig 30 veertig 40 vijftig 50 zestig 60 zeventig 70 tachtig 80 negentig 90',
    scales: 'dozijn 12 honderd 100 duizend 1000 miljoen 1000000',
    ambiguous: 'een 1',
  },
};
/** A magnitude, and no amount. */
const VAGUE =
  /(?<!\p{L})(?:hundreds|thousands|millions of|billions?|milliarden?|milliards?|miliardi|lakhs?|crores?|hunderte|tausende|centaines|milliers|cientos de|miles de|centinaia|migliaia|(?:half|quarter of) an? (?:dozen|hundred|thousand|million)|(?:one |a )?and a half|anderthalb)(?!\p{L})/gu;
const JOINED = /^(?:[\s\u00a0-]+|[\s\u00a0]*(?:and|und|et|y|e|en)[\s\u00a0]+)$/u;
const JOINS = /^(?:and|und|et|y|e|en)$/u;
const MONEY = /^\s?(?:[€$£]|eur|usd|chf|gbp|dollars?|francs?|franken|pounds?|pesos?|reais)/u;

interface Vocabulary {
  units: ReadonlyMap<string, number>;
  scales: ReadonlyMap<string, number>;
  ambiguous: ReadonlySet<string>;
  /** The parts of compounds, the longest first. */
  parts: readonly string[];
}

const pairsOf = (list: string) => {
  const words = list.split(' ');
  return words.flatMap((word, at) => (at % 2 === 0 ? [[word, Number(words[at + 1])] as const] : []));
};

function vocabularyOf(languages: readonly Words[]): Vocabulary {
  const ambiguous = languages.flatMap((each) => pairsOf(each.ambiguous));
  const units = new Map([...ambiguous, ...languages.flatMap((each) => pairsOf(each.units))]);
  const scales = new Map(languages.flatMap((each) => pairsOf(each.scales)));
  for (const [word, value] of ambiguous) if (value >= 1000) scales.set(word, value);
  const parts = [...units.keys(), ...scales.keys(), 'und', 'en', 'e'];
  return {
    units,
    scales,
    ambiguous: new Set(ambiguous.map(([word]) => word)),
    parts: parts.sort((one, other) => other.length - one.length),
  };
}

const VOCABULARIES = new Map(Object.entries(LANGUAGES).map(([name, words]) => [name, vocabularyOf([words])]));
const ANY = vocabularyOf(Object.values(LANGUAGES));

export interface WordNumbers {
  /** All of them, added up; null where there is none. */
  sum: number | null;
  /** A magnitude is named, and how much of it can't be read. */
  isVague: boolean;
}

/**
 * @param text in lower case. @param language its name; null where it is not known, which is read as English.
 * @param isAmount whether the number from one place to another is not that of a day, a time or a room.
 */
export function numbersInWords(
  text: string,
  language: string | null,
  isAmount: (from: number, to: number) => boolean,
): WordNumbers {
  const plain = text.replace(VAGUE, (phrase) => '_'.repeat(phrase.length));
  const isVague = plain !== text;
  const own = VOCABULARIES.get(language ?? 'en');
  const sum = own === undefined ? null : sumIn(plain, own, (word) => !own.ambiguous.has(word), isAmount);
  // In another language a word alone may be any.
  return { sum: sum ?? sumIn(plain, ANY, () => false, isAmount), isVague };
}

function sumIn(
  text: string,
  words: Vocabulary,
  countsAlone: (word: string) => boolean,
  isAmount: (from: number, to: number) => boolean,
): number | null {
  let sum: number | null = null;
  let run: string[] = [];
  let [start, end] = [0, 0];
  const close = () => {
    const [first] = run;
    const isNumber =
      first !== undefined &&
      (MONEY.test(text.slice(end)) || ((run.length > 1 || countsAlone(first)) && isAmount(start, end)));
    if (isNumber) sum = (sum ?? 0) + numberIn(run, words);
    run = [];
  };
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}]+/gu)) {
    const parts = partsOf(word.normalize('NFD').replace(/\p{M}/gu, ''), words);
    if (run.length > 0 && (parts === null || !JOINED.test(text.slice(end, index)))) {
      if (JOINS.test(word)) continue;
      close();
    }
    if (parts === null) continue;
    if (run.length === 0) start = index;
    run.push(...parts);
    end = index + word.length;
  }
  close();
  return sum;
}

const MIN_COMPOUND_LETTERS = 7;

/** The numbers of a word: one, or those that a compound is made of; null where it is none. */
function partsOf(word: string, { units, scales, parts }: Vocabulary): string[] | null {
  if (units.has(word) || scales.has(word)) return [word];
  if (word.length < MIN_COMPOUND_LETTERS) return null;
  const found: string[] = [];
  let rest = word;
  while (rest !== '') {
    const part = parts.find((one) => rest.startsWith(one));
    if (part === undefined) return null;
    if (units.has(part) || scales.has(part)) found.push(part);
    rest = rest.slice(part.length);
  }
  return found.length > 1 ? found : null;
}

function numberIn(words: readonly string[], { units, scales }: Vocabulary): number {
  let whole = 0;
  let part = 0;
  for (const [place, word] of words.entries()) {
    const scale = scales.get(word);
    const isFourTimes = /^vingts?$/.test(word) && words[place - 1] === 'quatre';
    if (scale === undefined) part += isFourTimes ? 76 : (units.get(word) ?? 0);
    else if (scale < 1000)
      part = part % 1000 === 0 ? part + scale : part - (part % 100) + (part % 100 || 1) * scale;
    else {
      whole += (part || 1) * scale;
      part = 0;
    }
  }
  return whole + part;
}
