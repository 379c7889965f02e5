/**
 * Brings a target into its one form: another spelling is the same target, and another letter is another. A text that
 * programs read in different ways is unreadable, and counts as unknown.
 */
import { posix } from 'node:path';
import { domainToASCII } from 'node:url';
import emailAddresses from 'email-addresses';
import {
  electronicFormatIBAN,
  getCountrySpecifications,
  ValidationErrorsIBAN,
  validateIBAN,
} from 'ibantools';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { mayClimb } from './climbing.ts';
import { canonicalHost } from './host.ts';
import { DETECT, type Target, type TargetKind, type WrittenKind } from './vocabulary.ts';

export type Normalised = Target | { kind: WrittenKind; unreadable: string };

/** A longer text names no target. */
export const MAX_TARGET_CHARACTERS = 2048;

/** A field for one mail address may hold a list of them. */
const MAX_ADDRESSES = 1000;

/** Control, format and private-use characters. Any other white space was replaced by plain spaces before. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u115f\u1160\u3164\uffa0]/u;
/** Visible ASCII with single spaces, as most texts are, has no other form. */
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;
const WHITE_SPACE = /[\s\u00a0\u2000-\u200a\u202f\u205f\u3000]+/gu;
/** Letters of these scripts look alike. */
const LOOK_ALIKE = [/\p{Script=Latin}/u, /\p{Script=Cyrillic}/u, /\p{Script=Greek}/u, /\p{Script=Armenian}/u];

/** @returns one result for each target in the text: a list of mail addresses names several. */
export function normalise(kind: WrittenKind, text: string): Normalised[] {
  const isPlain = text.length <= MAX_TARGET_CHARACTERS && PLAIN.test(text);
  const fault = isPlain ? null : faultOf(text);
  if (fault !== null) return [{ kind, unreadable: fault }];
  const plain = isPlain ? text : text.normalize('NFC').replace(WHITE_SPACE, ' ').trim();
  if (plain === '') return [{ kind, unreadable: 'it is empty' }];
  return kind === DETECT ? detected(plain) : READERS[kind](plain);
}

/** Returns why no target of any kind can be read from the text; null if one may be there. */
export function faultOf(text: string): string | null {
  if (text.length > MAX_TARGET_CHARACTERS) return `it is longer than ${MAX_TARGET_CHARACTERS} characters`;
  // Most texts are visible ASCII, in which nothing hides.
  if (/^[\x20-\x7e]*$/.test(text)) return null;
  if (INVISIBLE.test(text.replace(WHITE_SPACE, ' '))) return 'it has invisible characters';
  const mixed = text.split(/[^\p{L}\p{M}]+/u).some((word) => {
    return LOOK_ALIKE.filter((script) => script.test(word)).length > 1;
  });
  return mixed ? 'it mixes letters that look alike' : null;
}

const READERS: Record<TargetKind, (text: string) => Normalised[]> = {
  email: emails,
  domain: (text) => [domain(text)],
  phone: (text) => [phone(text)],
  account: (text) => [account(text)],
  url: (text) => url(text),
  path: (text) => (IS_ADDRESS.test(text) ? url(text) : [path(text)]),
  channel: (text) => [named('channel', text)],
  person: (text) => [named('person', text)],
  object: (text) => [{ kind: 'object', value: text }],
  program: (text) => [program(text)],
};

const SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;
/** Some programs open a file by a URL. */
const IS_ADDRESS = /^(?:[a-z][a-z0-9+.-]*:\/\/|file:)/i;
const HOST_AND_MORE = /^(?:[\p{L}\p{N}_-]+\.)+[\p{L}][\p{L}\p{N}-]*(?::\d+)?(?:[/?#]|$)/u;
const WITH_IBAN = new Set(
  Object.entries(getCountrySpecifications()).flatMap(([country, { IBANRegistry }]) =>
    IBANRegistry ? [country] : [],
  ),
);
const IBAN = /^[a-z]{2}\d{2}(?:[ -]?[a-z0-9]){10,30}$/i;
/** Many digits, and at most a few letters before them. */
const NUMBERED = /^[a-z]{0,4}[ -]?\d[\d -]{5,}$/i;
const PHONE = /^\+[\d ()./-]{6,24}$/;
const ABSOLUTE_PATH = /^(?:~?\/|\.{1,2}\/|[a-z]:[\\/])/i;

/** Reads a text by its form. A text without a typical form is a name. */
function detected(text: string): Normalised[] {
  if (SCHEME.test(text) || /^mailto:/i.test(text)) return url(text);
  if (text.includes('@') && !text.startsWith('@')) return emails(text);
  if (text.startsWith('#')) return READERS.channel(text);
  if (PHONE.test(text)) return [phone(text)];
  if (isIban(text) || NUMBERED.test(text)) return [account(text)];
  if (ABSOLUTE_PATH.test(text)) return [path(text)];
  if (HOST_AND_MORE.test(text)) return /[/?#:]/.test(text) ? url(text) : [domain(text)];
  return READERS.person(text);
}

const PLAIN_ADDRESS =
  /^[a-z0-9_+-]+(?:\.[a-z0-9_+-]+)*@(?:(?!xn--)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,63}$/i;

/** Reads mail addresses (RFC 5322, RFC 6532), separated by commas or, as many programs do it, semicolons. */
function emails(text: string): Normalised[] {
  // Nearly every address has this form, which needs no parser: 1 µs instead of 20.
  if (PLAIN_ADDRESS.test(text)) return [{ kind: 'email', value: text.toLowerCase() }];
  if (!text.includes('@')) return [{ kind: 'email', unreadable: 'it is no mail address' }];
  const list = text
    .replaceAll(';', ',')
    .replace(/\.?(?=>?\s*(?:,|$))/g, '')
    .replace(/,\s*$/, '');
  const parsed = /["()]/.test(list) ? null : emailAddresses.parseAddressList({ input: list, rfc6532: true });
  if (parsed === null) return [{ kind: 'email', unreadable: 'mail programs read it in different ways' }];
  if (parsed.length > MAX_ADDRESSES)
    return [{ kind: 'email', unreadable: `it has more than ${MAX_ADDRESSES} addresses` }];
  return parsed.map((one) => {
    if (one.type !== 'mailbox') return { kind: 'email', unreadable: 'it names a group' };
    const host = asciiHost(one.domain);
    if (host === null) return { kind: 'email', unreadable: 'its domain is none' };
    if (/[%!]/.test(one.local)) return { kind: 'email', unreadable: 'its host may send it on to another' };
    return { kind: 'email', value: `${one.local.toLowerCase()}@${host}` };
  });
}

/** Returns the host in ASCII (RFC 5891), without a dot at the end; null if it is not a host name. */
function asciiHost(text: string): string | null {
  // A character that ends a host in a URL would cut off the rest.
  if (/[/\\?#@:%\s[\]]/.test(text)) return null;
  const host = domainToASCII(text.replace(/\.$/, ''));
  return host.length <= 253 && /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/.test(host) ? host : null;
}

function domain(text: string): Normalised {
  const host = asciiHost(text.replace(/^\*?\./, ''));
  return host === null ? { kind: 'domain', unreadable: 'it is no domain' } : { kind: 'domain', value: host };
}

/** Reads a URL by the WHATWG standard. The fragment never reaches the host, so it is dropped. */
function url(text: string): Normalised[] {
  if (/^mailto:/i.test(text)) return readAgain(text.slice('mailto:'.length).split('?')[0] ?? '', emails);
  const unreadable = (why: string): Normalised[] => [{ kind: 'url', unreadable: why }];
  if (/^(?:data|javascript|blob|about|vbscript):/i.test(text)) return unreadable('it names no place');
  if (/\s\S*:\/\//.test(text)) return unreadable('it is more than one');
  const written = SCHEME.test(text) ? text : `https://${text.replace(/^\/\//, '')}`;
  const read = URL.parse(written);
  if (read === null) return unreadable('it is no URL');
  if (read.protocol === 'file:') {
    if (read.hostname !== '' && read.hostname !== 'localhost')
      return unreadable('it is a file of another host');
    return readAgain(read.pathname, (plain) => [path(plain)]);
  }
  if (read.username !== '' || read.password !== '') return unreadable('it has user information');
  const host = canonicalHost(read.hostname);
  if (host === '') return unreadable('it names no host');
  const port = read.port === '' ? '' : `:${read.port}`;
  return [
    {
      kind: 'url',
      value: `${read.protocol}//${host}${port}${canonical(read.pathname)}${canonical(read.search)}`,
    },
  ];
}

/** RFC 3986, section 6.2.2: escapes have upper-case digits, and unreserved characters are not escaped. */
function canonical(part: string): string {
  return part.replace(/%([0-9a-f]{2})/gi, (escaped, hex: string) => {
    const character = String.fromCharCode(Number.parseInt(hex, 16));
    return /[a-z0-9._~-]/i.test(character) ? character : escaped.toUpperCase();
  });
}

/** Text that percent-encoding hid is checked like any other. */
function readAgain(encoded: string, read: (text: string) => Normalised[]): Normalised[] {
  let text: string;
  try {
    text = decodeURIComponent(encoded);
  } catch {
    return [{ kind: 'url', unreadable: 'its percent-encoding is wrong' }];
  }
  const fault = faultOf(text);
  return fault === null ? read(text) : [{ kind: 'url', unreadable: fault }];
}

/** Reads an IBAN (ISO 13616) by its check digits, and other accounts without spaces and dashes. */
function account(text: string): Normalised {
  if (isIban(text)) {
    const iban = electronicFormatIBAN(text) ?? '';
    const { errorCodes } = validateIBAN(iban);
    if (errorCodes.every((code) => code === NATIONAL_CHECK)) return { kind: 'account', value: iban };
    return { kind: 'account', unreadable: 'the check digits of the IBAN are wrong' };
  }
  return { kind: 'account', value: /^[a-z]{0,4}[\d -]+$/i.test(text) ? text.replace(/[ -]/g, '') : text };
}

/** Check digits that some countries put inside the account number, in addition to the IBAN's own. */
const NATIONAL_CHECK = ValidationErrorsIBAN.WrongAccountBankBranchChecksum;

/** Whether its country has IBANs, and its form fits. */
function isIban(text: string): boolean {
  return IBAN.test(text) && WITH_IBAN.has(text.slice(0, 2).toUpperCase());
}

/** Returns the E.164 form if the country is known, and otherwise the digits. */
function phone(text: string): Normalised {
  const parsed = parsePhoneNumberFromString(text, { extract: false });
  if (parsed !== undefined && parsed.ext === undefined) return { kind: 'phone', value: parsed.number };
  const digits = text.replace(/[ ()./-]/g, '');
  if (/^\+?\d{3,}$/.test(digits)) return { kind: 'phone', value: digits };
  return { kind: 'phone', unreadable: 'it is no phone number' };
}

/** The root of a path that is not a POSIX root: the home folder, or a drive. */
const ROOT = /^(?:~[^/]*|[a-z]:)(?=\/|$)/;

/** Resolves a path as POSIX does, as far as the text alone allows. */
function path(text: string): Normalised {
  if (/^(?:\\\\|\/\/)[^\\/]/.test(text)) return { kind: 'path', unreadable: 'it is on another host' };
  const slashes = /^[a-z]:[\\/]/i.test(text) ? text.replaceAll('\\', '/').toLowerCase() : text;
  if (/(?:^|\\)\.\.\\|\\\.\.$/.test(slashes))
    return { kind: 'path', unreadable: 'it climbs on some systems only' };
  const home = slashes.replace(/^(?:\$HOME|\$\{HOME\})(?=\/|$)/, '~');
  if (/[$`]/.test(home)) return { kind: 'path', unreadable: 'it has a variable' };
  const [root = ''] = ROOT.exec(home) ?? [];
  if (/%|\.\.;/.test(home) && mayClimb(home.replace(/(?:^|(?<=\/))\.\.?(?=\/|$)/g, '')))
    return { kind: 'path', unreadable: 'its escapes may lead elsewhere' };
  const rest = posix.normalize(home.slice(root.length) || '.').replace(/(?<=[^/ ])[/ ]+$/, '');
  if (root === '') return { kind: 'path', value: rest };
  if (climbs(home.slice(root.length))) return { kind: 'path', unreadable: 'it climbs above its root' };
  return { kind: 'path', value: rest === '.' || rest === '/' ? root : `${root}${rest}` };
}

function climbs(below: string): boolean {
  let depth = 0;
  for (const step of below.split('/')) {
    if (step === '..') depth -= 1;
    else if (step !== '' && step !== '.') depth += 1;
    if (depth < 0) return true;
  }
  return false;
}

/** Reads a name as people write it: without case, and without the sign before a handle or a channel. */
function named(kind: TargetKind, text: string): Normalised {
  const plain = PLAIN.test(text) ? text : text.normalize('NFKC').replace(WHITE_SPACE, ' ').trim();
  const value = plain.replace(/^[@#\s]+/, '').toLowerCase();
  return value === '' ? { kind, unreadable: 'it names nothing' } : { kind, value };
}

function program(text: string): Normalised {
  return { kind: 'program', value: text.replace(/^\/(?:usr\/(?:local\/)?)?s?bin\/(?=[^/]+$)/, '') };
}
