/**
 * Finds the targets that the text of a task names: addresses, URLs, domains, accounts, phone numbers, paths,
 * channels, handles and quoted names, with their places in the text. Linear in the length of the text.
 */
import { isIP } from 'node:net';
import { parse as parseHost } from 'tldts';
import { isFileName, normalise, type Target, type WrittenKind } from '../targets/index.ts';

/** A part of the text that is one thing, so its words are not commands. */
export interface Literal {
  /** From the first character to the one after the last. */
  from: number;
  to: number;
  isQuote: boolean;
  targets: Target[];
}

interface Pattern {
  regex: RegExp;
  /**
   * Returns ways to read the text; none if it is not a target after all, and `unreadable` if its parts are not
   * targets either.
   */
  kinds(text: string): [WrittenKind, string][] | 'unreadable';
  isQuote?: boolean;
}

/** Reserved names that tests and private networks use. */
const PRIVATE_SUFFIX =
  /\.(?:example|test|invalid|localhost|local|internal|lan|intranet|corp|home|localdomain|onion)$/i;

const PATTERNS: readonly Pattern[] = [
  { regex: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>"'`«»“”„]+/gi, kinds: (text) => [['url', text]] },
  {
    regex: /(?:mailto:)?[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/gu,
    kinds: (text) => [['email', text.replace(/^mailto:/i, '')]],
  },
  { regex: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, kinds: ibans },
  { regex: /\b[a-z]{2}\d{2}[a-z0-9]{11,30}\b/gi, kinds: ibans },
  { regex: /\+\d[\d ()./-]{5,20}\d/g, kinds: (text) => [['phone', text]] },
  {
    regex: /(?<![\d.,/-])0[\d][\d ()/-]{5,16}\d(?![\d.,])/g,
    kinds: (text) => [
      ['phone', text],
      ['account', text],
    ],
  },
  { regex: /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?![\d.])/g, kinds: addressOfNetwork },
  { regex: /(?<![\p{L}\p{N}])[a-z]:\\[^\s"'`<>|,;]+/giu, kinds: (text) => [['path', text]] },
  {
    regex: /(?<![\p{L}\p{N}./~-])(?:~|\.{1,2}|\$HOME)?\/[\p{L}\p{N}_.~@%+/-]+/gu,
    kinds: (text) => [['path', text]],
  },
  {
    regex:
      /(?<![\p{L}\p{N}@/._-])(?:[\p{L}\p{N}_-]{1,63}\.){1,8}\p{L}{2,24}(?::\d{2,5})?(?:\/[^\s<>"'`«»“”„,;()]*)?/gu,
    kinds: hostOrFile,
  },
  {
    regex: /(?<![\p{L}\p{N}@/._-])[\p{L}\p{N}_.-]{1,80}(?:\/[\p{L}\p{N}_.*+-]{1,80}){1,20}\/?/gu,
    kinds: (text) =>
      /^[\d./-]+$/.test(text) || SLASHED.test(text)
        ? []
        : [
            ['path', text],
            ['object', text],
          ],
  },
  { regex: /(?<![\p{L}\p{N}&#/])#[\p{L}_][\p{L}\p{N}_-]{0,79}/gu, kinds: (text) => [['channel', text]] },
  {
    regex: /(?<![\p{L}\p{N}.@/])@[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,79}/gu,
    kinds: (text) => [['person', text.replace(/[.-]+$/, '')]],
  },
  {
    regex:
      /"([^"\n]{1,400})"|“([^“”\n]{1,400})”|„([^„“”\n]{1,400})[“”]|«([^«»\n]{1,400})»|»([^«»\n]{1,400})«|`([^`\n]{1,400})`|‘([^‘’\n]{1,400})’/gu,
    kinds: quoted,
    isQuote: true,
  },
  {
    regex: /(?<![\p{L}\p{N}])'([^'\n](?:[^'\n]|'(?=\p{L})){0,398})'(?![\p{L}\p{N}])/gu,
    kinds: quoted,
    isQuote: true,
  },
  {
    regex: /(?<![\p{L}\p{N}.,-])(?:[A-Z]{1,4}[ -]?|[a-z]{1,4}-?)?\d[\d -]{2,30}\d(?![\d.,:]\d|[\p{L}])/gu,
    kinds: numbered,
  },
];

/** `and/or`, `w/o`, `24/7` and the like. */
const SLASHED = /^(?:and\/or|w\/.*|n\/a|he\/she|his\/her|s\/he|und\/oder|et\/ou|y\/o|\p{L}\/\p{L})$/iu;
const MAX_QUOTED_NAME = 120;

/** A mandate may have no more. In the order of the text. */
export const MAX_NAMED = 100;

/** Returns literals in the order of the text, without those inside others; a quote may contain others. */
export function literalsOf(text: string): Literal[] {
  const found: Literal[] = [];
  for (const { regex, kinds, isQuote = false } of PATTERNS) {
    for (const match of text.matchAll(regex)) {
      const from = match.index;
      const written = isQuote ? match[0] : withoutStops(match[0]);
      const literal = { from, to: from + written.length, isQuote };
      const isWithin = found.some(
        (other) => other.isQuote === isQuote && literal.from < other.to && other.from < literal.to,
      );
      if (isWithin) continue;
      const ways = kinds(isQuote ? (match.slice(1).find((part) => part !== undefined) ?? '') : written);
      const targets = ways === 'unreadable' ? [] : ways.flatMap(read);
      if (targets.length > 0 || isQuote || ways === 'unreadable') found.push({ ...literal, targets });
    }
  }
  return found.sort((one, other) => one.from - other.from || other.to - one.to);
}

/** Drops the punctuation that belongs to the sentence: a stop at the end, and a bracket that the text does not open. */
export function withoutStops(text: string): string {
  let surplus = 0;
  for (const character of text) surplus += ')]'.includes(character) ? 1 : '(['.includes(character) ? -1 : 0;
  let end = text.length;
  for (; end > 0; end -= 1) {
    const last = text.charAt(end - 1);
    const isBracket = last === ')' || last === ']';
    if (!isBracket && !'.,;:!?…*'.includes(last)) break;
    if (isBracket && surplus <= 0) break;
    if (isBracket) surplus -= 1;
  }
  return text.slice(0, end);
}

function read([kind, text]: [WrittenKind, string]): Target[] {
  return normalise(kind, text).filter((one): one is Target => 'value' in one);
}

/** Takes as many groups as make the check digits right: in `DE89 … 00 FROM`, the last word is left out. */
function ibans(text: string): [WrittenKind, string][] | 'unreadable' {
  let isWrong = false;
  for (let rest = text; rest.length >= 15; rest = rest.slice(0, Math.max(0, rest.lastIndexOf(' ')))) {
    const [one] = normalise('account', rest);
    if (one === undefined) break;
    if ('unreadable' in one) isWrong = true;
    else if (/^[A-Z]{2}\d{2}/.test(one.value)) return [['account', rest]];
  }
  return isWrong ? 'unreadable' : [];
}

function addressOfNetwork(text: string): [WrittenKind, string][] {
  const [address = ''] = text.split('/');
  if (isIP(address) === 0) return [];
  return text === address ? [['domain', address]] : [['object', text]];
}

export function hostOrFile(text: string): [WrittenKind, string][] {
  const [host = ''] = text.split(/[/:]/);
  if (host === text && isFileName(host))
    return [
      ['path', text],
      ['object', text],
    ];
  const last = host.slice(host.lastIndexOf('.') + 1);
  // `done.It` is the end of one sentence and the beginning of another.
  if (/^\p{Lu}\p{Ll}/u.test(last)) return [];
  const { isIcann, domain } = parseHost(host);
  const isHost = PRIVATE_SUFFIX.test(host) || (isIcann === true && domain !== null);
  if (!isHost)
    return host === text
      ? []
      : [
          ['path', text],
          ['object', text],
        ];
  return host === text ? [['domain', text]] : [['url', text]];
}

function quoted(text: string): [WrittenKind, string][] {
  const name = text.trim().replace(/[.,;:!?]+$/, '');
  return name === '' || name.length > MAX_QUOTED_NAME ? [] : [['object', name]];
}

const DATE =
  /^(?:(?:19|20)\d{2}[ -]\d{1,2}[ -]\d{1,2}|(?:19|20)\d{2}[ -]+(?:19|20)\d{2}|\d{1,2}[ -]\d{1,2}[ -](?:19|20)?\d{2}|(?:19|20)\d{2})$/;

/** Reads an account, a card or an order number, which tools write without spaces. */
function numbered(text: string): [WrittenKind, string][] {
  const digits = text.replace(/\D/g, '');
  if (DATE.test(text.trim()) || digits.length < 4 || (digits.length < 6 && !/^[a-z]/i.test(text))) return [];
  return [['account', text.trim()]];
}
