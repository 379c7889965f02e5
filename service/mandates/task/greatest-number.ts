/**
 * How much a task speaks of: the greatest number that an action of it can have a reason for. Dates, times, versions and
 * identifiers are no amounts.
 */
import { literalsOf } from './named-targets.ts';

const NUMBER =
  /(?<![\p{L}\p{N}#_/]|[\p{L}\p{N}][.,:/–-])(?:\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3})+(?:[.,]\d{1,2})?|\d{1,15}(?:[.,]\d{1,4})?)(?![\d/]|[.,:–-]\d)/gu;
const MONTH = `(?:${(
  'jan january januar jänner januari janvier janeiro enero gennaio feb february februar februari février fevereiro febrero ' +
  'febbraio mar march märz mars março marzo maart apr april avril abril aprile may mai maio mayo maggio mei jun june juni ' +
  'juin junho junio giugno jul july juli juillet julho julio luglio aug august août agosto augustus sep sept september ' +
  'septembre setembro septiembre settembre oct okt october oktober octobre outubro octubre ottobre nov november novembre ' +
  'novembro noviembre dec dez december dezember décembre dezembro diciembre dicembre'
)
  .split(' ')
  .join('|')})(?!\\p{L})`;
/** Of a date, a time or an order. */
const NOT_AFTER = new RegExp(
  `^(?:st|nd|rd|th|er|ère|º|ª|\\s?(?:a\\.?m\\b|p\\.?m\\b|uhr|h\\b|heures|o'clock|ore\\b|horas|uur)|\\.?\\s?(?:of |de |di )?${MONTH}|\\s?(?:to|bis|à|a|al|and|und|et|y|e|tot)\\s\\d{1,2}\\.?\\s${MONTH}|\\.\\s|-\\p{L}|[-–]\\d)`,
  'iu',
);
const NOT_BEFORE = new RegExp(
  `(?<!\\p{L})(?:${MONTH}\\.?\\s|(?:at|um|gegen|before|after|until|till|nach|vor|seit|vers|dès|version|v|room|page|line|port|step|floor|year|pr|issue|ticket|order|invoice|no\\.?|nr\\.?|n°|number)\\s?)$`,
  'iu',
);
const YEAR = /^(?:19|20)\d{2}$/;
const CURRENCY_AFTER =
  /^\s?(?:[€$£]|(?:eur|usd|chf|gbp|euros?|dollars?|francs?|franken|pounds?|kr|pln|yen)(?!\p{L}))/iu;
const THOUSANDS = /^\s?(?:k|tsd|thousand|tausend|mille|mil|mila|duizend)(?!\p{L})/iu;
const MILLIONS = /^\s?(?:m|mio|million(?:s|en)?|millones|milioni|miljoen|milhões)\.?(?!\p{L})/iu;
/** What is said of one of several. */
const OF_EACH =
  /\b(?:each|every|per|apiece|a (?:day|night|week|month|piece|head|person)|pro|je|jeweils|par|chacun|cada|por|al (?:giorno|mese)|ciascun\p{L}*|elk|ieder)\b|\/\s?\p{L}/iu;
const AT_MOST_SO_MANY = 7;
/** Around what was said. */
const TOLERANCE = 1.1;

const IN_WORDS: Readonly<Record<string, number>> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ten: 10,
  twelve: 12,
  dozen: 12,
  hundred: 100,
  zwei: 2,
  drei: 3,
  vier: 4,
  fünf: 5,
  zehn: 10,
  hundert: 100,
  deux: 2,
  trois: 3,
  quatre: 4,
  cinq: 5,
  dix: 10,
  cent: 100,
  dos: 2,
  tres: 3,
  cuatro: 4,
  cinco: 5,
  diez: 10,
  cien: 100,
  due: 2,
  tre: 3,
  quattro: 4,
  dieci: 10,
  cento: 100,
};

/** null where the task names no amount: then any may be right. Several may be added up. */
export function greatestNumberIn(task: string): number | null {
  const text = withoutLiterals(task.normalize('NFC'));
  let sum: number | null = null;
  for (const match of text.matchAll(NUMBER)) {
    const before = text.slice(Math.max(0, match.index - 24), match.index);
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 24);
    const isYear = YEAR.test(match[0]) && !CURRENCY_AFTER.test(after) && !/[€$£]\s?$/.test(before);
    if (NOT_AFTER.test(after) || NOT_BEFORE.test(before) || isYear) continue;
    const scale = THOUSANDS.test(after) ? 1000 : MILLIONS.test(after) ? 1_000_000 : 1;
    sum = (sum ?? 0) + numberOf(match[0]) * scale;
  }
  for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu))
    if (Object.hasOwn(IN_WORDS, word)) sum = (sum ?? 0) + (IN_WORDS[word] ?? 0);
  if (sum === null) return null;
  const most = sum * (OF_EACH.test(text) ? AT_MOST_SO_MANY : 1) * TOLERANCE;
  return Math.round(most * 100) / 100;
}

/** Addresses, accounts, phone numbers and paths have digits too; what is quoted may be an amount. */
function withoutLiterals(text: string): string {
  let rest = '';
  let at = 0;
  for (const { from, to, isQuote, targets } of literalsOf(text)) {
    const isPlain = /^[\d.,'’ ]+$/.test(text.slice(from, to));
    if (isQuote || isPlain || targets.length === 0 || from < at) continue;
    rest += `${text.slice(at, from)} _ `;
    at = to;
  }
  return rest + text.slice(at);
}

/** `1.450` is a thousand and more; `1.45` is not. */
function numberOf(written: string): number {
  const grouped = /^(\d{1,3}(?:[ \u00a0\u202f'’.,]\d{3})+)([.,]\d{1,2})?$/u.exec(written);
  if (grouped === null) return Number(written.replace(',', '.'));
  const [, whole = '', part = ''] = grouped;
  return Number(whole.replace(/\D/g, '') + part.replace(',', '.'));
}
