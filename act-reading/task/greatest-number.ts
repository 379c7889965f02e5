/**
 * The greatest number that a task gives an action a reason for. Dates, times, versions and identifiers are not
 * amounts.
 */
import { inAsciiDigits } from '../act/index.ts';
import { literalsOf } from './named-targets.ts';

const NUMBER =
  /(?<![\p{L}\p{N}#_/]|[\p{L}\p{N}][.,:/–-])(?:\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3})+(?:[.,]\d{1,2})?|\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d{1,2})?|\d{1,15}(?:[.,]\d{1,4})?)(?!\d|\/(?!\p{L})|[.,:–-]\d)/gu;
const MONTH = `(?:${(
  'jan january januar jänner januari janvier janeiro enero gennaio feb february februar februari février fevereiro febrero ' +
  'febbraio mar march märz mars março marzo maart apr april avril abril aprile may mai maio mayo maggio mei jun june juni ' +
  'juin junho junio giugno jul july juli juillet julho julio luglio aug august août agosto augustus sep sept september ' +
  'septembre setembro septiembre settembre oct okt october oktober octobre outubro octubre ottobre nov november novembre ' +
  'novembro noviembre dec dez december dezember décembre dezembro diciembre dicembre'
)
  .split(' ')
  .join('|')})(?!\\p{L})`;
/** After a number of a date, a time or an ordinal. */
const NOT_AFTER = new RegExp(
  `^(?:st|nd|rd|th|er|ère|º|ª|\\s?(?:a\\.?m\\b|p\\.?m\\b|uhr|h\\b|heures|o'clock|ore\\b|horas|uur)|\\.?\\s?(?:of |de |di )?${MONTH}|\\s?(?:to|bis|à|a|al|and|und|et|y|e|tot)\\s\\d{1,2}\\.?\\s${MONTH}|-\\p{L}|[-–]\\d)`,
  'iu',
);
const NOT_BEFORE = new RegExp(
  `(?<!\\p{L})(?:${MONTH}\\.?\\s|(?:at|um|gegen|before|after|until|till|nach|vor|seit|vers|dès|version|v|room|page|line|port|step|floor|year|pr|issue|ticket|order|invoice|no\\.?|nr\\.?|n°|number)\\s?)$`,
  'iu',
);
const YEAR = /^(?:19|20)\d{2}$/;
const CURRENCY_AFTER =
  /^\s?(?:[€$£]|(?:eur|usd|chf|gbp|euros?|dollars?|francs?|franken|pounds?|kr|pln|yen)(?!\p{L}))/iu;
const THOUSANDS = /^\s?(?:k|tsd|thousand|grand|tausend|mille|mil|mila|duizend)(?!\p{L})/iu;
const MILLIONS = /^\s?(?:m|mio|million(?:s|en)?|millones|milioni|miljoen|milhões)\.?(?!\p{L})/iu;
/** Words that say something about each of several. */
const OF_EACH =
  /\b(?:each|every|per|apiece|a (?:day|night|week|month|piece|head|person)|pro|je|jeweils|par|chacun|cada|por|al (?:giorno|mese)|ciascun\p{L}*|elk|ieder)\b|\/\s?\p{L}/iu;
const AT_MOST_SO_MANY = 7;
/** Allowed above the number that the task states. */
const TOLERANCE = 1.1;

const CURRENCY =
  '(?:[€$£¥]|(?<!\\p{L})(?:eur|usd|chf|gbp|jpy|kwd|euros?|dollars?|francs?|franken|pounds?|pln|yen)(?!\\p{L}))';
const WHOLE =
  "(?:\\d{1,3}(?:[ \\u00a0\\u202f'’.,]\\d{3})+(?!\\d)(?:[.,]\\d{1,2})?|\\d{1,2}(?:,\\d{2})+,\\d{3}(?!\\d)(?:\\.\\d{1,2})?|\\d{1,15}(?:[.,]\\d{1,4})?)";
const CURRENCY_BEFORE = new RegExp(`${CURRENCY}\\s?$`, 'iu');
/** A number beside its currency is always an amount. */
const PAID = new RegExp(`${CURRENCY}\\s?(${WHOLE})(?!\\d)|(?<![\\d.,])(${WHOLE})(?=\\s?${CURRENCY})`, 'giu');
const RANGE_PAID = new RegExp(`(\\d)[-–](?=\\d[\\d.,'’]*\\s?${CURRENCY})`, 'giu');
/** An amount that may look like an account. */
const PLAIN = new RegExp(`^(?:${CURRENCY}\\s?)?[\\d.,'’ ]+$`, 'iu');
const HUNDREDS = /^\s?(?:hundred|hundert|cents?|cien|cento|honderd)(?!\p{L})/iu;
const SCALES: readonly [number, RegExp][] = [
  [1000, THOUSANDS],
  [1_000_000, MILLIONS],
  [100, HUNDREDS],
];
/** Words before the number of a day, a floor or a part, which in some languages ends with a full stop. */
const ORDERED =
  /(?<!\p{L})(?:[ia]m|de[nrms]|die|das|zu[mr]|vom|bis|ab|seit|gegen|nach|vor|le|la|el|il|het|de)\s$/iu;

interface Written {
  at: number;
  length: number;
  value: number;
  /** A long number without groups and without a currency. */
  isLikeId: boolean;
}

const LIKE_ID = /^\d{7,}$/;

/** Returns the sum of the task's amounts; null if it names none in digits, and then any may be right. */
export function greatestNumberIn(task: string): number | null {
  const text = withoutLiterals(spaced(inAsciiDigits(task)));
  const written = amountsAmong(numbersIn(text));
  if (written.length === 0) return null;
  const sum = written.reduce((all, { value }) => all + value, 0);
  const most = sum * (OF_EACH.test(text) ? AT_MOST_SO_MANY : 1) * TOLERANCE;
  return Math.round(most * 100) / 100;
}

/** Returns the amounts that the task states in digits, each as it stands there. */
export function amountsIn(task: string): number[] {
  return numbersIn(withoutLiterals(spaced(inAsciiDigits(task)))).map(({ value }) => value);
}

/** Adds spaces to `EUR900`, `total:900`, `900/month` and `800-900 EUR`, so that none is taken for an address. */
function spaced(text: string): string {
  return text
    .replace(/(?<!\p{L})(eur|usd|chf|gbp|jpy|kwd|pln)(?=\d)/giu, '$1 ')
    .replace(/(?<=\p{L}[:=])(?=\d)/gu, ' ')
    .replace(/(?<=(?:^|[\s€$£(])\d[\d.,'’]*)\/(?=\p{L})/gu, ' / ')
    .replace(RANGE_PAID, '$1 _ ');
}

function numbersIn(text: string): Written[] {
  const found = new Map<number, Written>();
  const add = (at: number, number: string) => {
    const after = text.slice(at + number.length, at + number.length + 24);
    const [scale, word = ''] = scaleAfter(after);
    const isPriced = CURRENCY_AFTER.test(after) || CURRENCY_BEFORE.test(text.slice(Math.max(0, at - 12), at));
    const isLikeId = LIKE_ID.test(number) && !isPriced && scale === 1;
    found.set(at, { at, length: number.length + word.length, value: numberOf(number) * scale, isLikeId });
  };
  for (const match of text.matchAll(NUMBER)) {
    if (isAmount(text, match.index, match[0])) add(match.index, match[0]);
  }
  for (const { 0: all, 1: behind, 2: before, index } of text.matchAll(PAID)) {
    const number = behind ?? before ?? '';
    const at = behind === undefined ? index : index + all.length - behind.length;
    const isFound = [...found.values()].some(
      (one) => at < one.at + one.length && one.at < at + number.length,
    );
    if (!isFound) add(at, number);
  }
  return [...found.values()].sort((one, other) => one.at - other.at);
}

/** A long number without groups is an account or similar if another number can be the amount. */
function amountsAmong(written: readonly Written[]): readonly Written[] {
  const amounts = written.filter(({ isLikeId }) => !isLikeId);
  return amounts.length === 0 ? written : amounts;
}

/** Whether no date, time, room or the like surrounds the number. */
function isCounted(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - 24), from);
  return !(NOT_AFTER.test(text.slice(to, to + 24)) || NOT_BEFORE.test(before));
}

function isAmount(text: string, at: number, number: string): boolean {
  const before = text.slice(Math.max(0, at - 24), at);
  const after = text.slice(at + number.length, at + number.length + 24);
  const isYear = YEAR.test(number) && !CURRENCY_AFTER.test(after) && !/[€$£]\s?$/.test(before);
  const isOrdinal = /^\d{1,2}$/.test(number) && /^\.\s/.test(after) && ORDERED.test(before);
  return !isYear && !isOrdinal && isCounted(text, at, at + number.length);
}

function scaleAfter(after: string): [scale: number, word?: string] {
  for (const [scale, pattern] of SCALES) {
    const [word] = pattern.exec(after) ?? [];
    if (word !== undefined) return [scale, word];
  }
  return [1];
}

/** Removes addresses, accounts, phone numbers and paths, which have digits too; a quoted text may be an amount. */
function withoutLiterals(text: string): string {
  let rest = '';
  let at = 0;
  for (const { from, to, isQuote, targets } of literalsOf(text)) {
    const isPlain = PLAIN.test(text.slice(from, to));
    if (isQuote || isPlain || targets.length === 0 || from < at) continue;
    rest += `${text.slice(at, from)} _ `;
    at = to;
  }
  return rest + text.slice(at);
}

/** Reads `1.450` as over a thousand, and `1.45` as a decimal. */
function numberOf(written: string): number {
  const grouped = /^(\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3}|,\d{2}(?=,))+)([.,]\d{1,2})?$/u.exec(written);
  if (grouped === null) return Number(written.replace(',', '.'));
  const [, whole = '', part = ''] = grouped;
  return Number(whole.replace(/\D/g, '') + part.replace(',', '.'));
}
