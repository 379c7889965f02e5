/**
 * Reads a mail in one text, as it is sent (RFC 5322, MIME) and often in base64: who gets it, and what its parts say.
 * A part that is not text can't be read.
 */

export interface Mail {
  /** The lists of addresses, as written in the headers. */
  recipients: string[];
  /** The subject, and each part. */
  texts: string[];
}

export class UnreadableMail extends Error {}

const MAX_PARTS = 20;
const MAX_DEPTH = 4;

const HEADERS = /^(?:[A-Za-z][\w-]{1,60}[ \t]*:[^\n]*\n(?:[ \t][^\n]*\n)*)+(?:\n|$)/;
const OF_A_MAIL = /^(?:to|cc|bcc|from|subject|mime-version|content-type)[ \t]*:/im;
/** The line that begins a mail in a mailbox; programs that send mail skip it. */
const ENVELOPE = /^>?From [^\n]*\n/;
const RECEIVING = 'to cc bcc resent-to resent-cc resent-bcc reply-to disposition-notification-to'.split(' ');

/** @returns the decoded mail; null if the text is not one. */
export function mailIn(text: string): string | null {
  const plain = lines(text).replace(ENVELOPE, '');
  if (HEADERS.test(`${headOf(plain)}\n\n`) && isSurelyAMail(headOf(plain))) return plain;
  if (!/^[A-Za-z0-9+/_\s-]{24,}=*\s*$/.test(text)) return null;
  const decoded = lines(Buffer.from(text, 'base64').toString('utf8')).replace(ENVELOPE, '');
  return HEADERS.test(`${headOf(decoded)}\n\n`) && OF_A_MAIL.test(headOf(decoded)) ? decoded : null;
}

/** A plain text for people may begin with `Subject:`, but a mail also has an address that it goes to. */
function isSurelyAMail(head: string): boolean {
  const headers = [...head.matchAll(/^([a-z][\w-]*)[ \t]*:([^\n]*)/gim)];
  const names = new Set(headers.map(([, name = '']) => name.toLowerCase()));
  if (names.has('mime-version') || names.has('content-type')) return true;
  const isTo = headers.some(
    ([, name = '', value = '']) => RECEIVING.includes(name.toLowerCase()) && value.includes('@'),
  );
  return isTo && ['from', 'subject', 'date', 'message-id'].some((name) => names.has(name));
}

/** @throws UnreadableMail */
export function readMail(mail: string): Mail {
  const { headers, body } = partOf(mail);
  const recipients = headers
    .filter(([name]) => RECEIVING.includes(name))
    .map(([, value]) => addressesIn(value));
  const subject = headers.filter(([name]) => name === 'subject').map(([, value]) => decodedWords(value));
  const texts: string[] = [];
  addTexts({ headers, body }, texts, 0);
  return { recipients, texts: [...subject, ...texts] };
}

interface Part {
  /** Names are in lower case. */
  headers: [string, string][];
  body: string;
}

const lines = (text: string) => text.replace(/\r\n?/g, '\n');
const headOf = (mail: string) => mail.split('\n\n', 1)[0] ?? '';

function partOf(text: string): Part {
  const head = text.startsWith('\n') ? '' : headOf(text);
  const unfolded = head.replace(/\n[ \t]+/g, ' ').split('\n');
  const headers = unfolded.flatMap((line): [string, string][] => {
    if (line === '') return [];
    const [, name, value = ''] = /^([A-Za-z][\w-]*)[ \t]*:\s*(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new UnreadableMail('its headers can not be read');
    return [[name.toLowerCase(), value]];
  });
  return { headers, body: text.slice(head.length).replace(/^\n{1,2}/, '') };
}

function addTexts({ headers, body }: Part, texts: string[], depth: number): void {
  if (depth > MAX_DEPTH || texts.length >= MAX_PARTS) throw new UnreadableMail('it has too many parts');
  const header = (sought: string) => onlyOne(headers.filter(([name]) => name === sought));
  const type = header('content-type').toLowerCase();
  if (type.startsWith('multipart/')) {
    for (const part of partsIn(body, header('content-type'))) addTexts(partOf(part), texts, depth + 1);
    return;
  }
  const isText = type === '' || type.startsWith('text/');
  if (!isText || /^\s*attachment/i.test(header('content-disposition')))
    throw new UnreadableMail('it has an attachment');
  const charset = /charset\s*=\s*"?([^";\s]+)/.exec(type)?.[1] ?? 'us-ascii';
  if (!CHARSETS.test(charset)) throw new UnreadableMail('it is in a character set that is not read');
  texts.push(decodedBody(body, header('content-transfer-encoding').trim().toLowerCase()));
}

/** Charsets in which the letters of an address are ASCII. */
const CHARSETS =
  /^(?:utf-?8|(?:us-)?ascii|iso-8859-\d+|windows-125\d|koi8-[ru]|big5|gb\w+|euc-\w+|shift_jis)$/;

/** With two such headers, one program reads the first and another the last. */
function onlyOne(headers: readonly [string, string][]): string {
  if (headers.length > 1) throw new UnreadableMail('it has a header twice');
  return headers[0]?.[1] ?? '';
}

function partsIn(body: string, type: string): string[] {
  const [boundary, ...others] = [...type.matchAll(/boundary="?([^";]+)"?/gi)].map(([, text]) => text);
  const parts = boundary === undefined ? [] : `\n${body}`.split(`\n--${boundary}`).slice(1);
  if (others.length > 0 || parts.length === 0) throw new UnreadableMail('its parts can not be told apart');
  return parts.filter((part) => !part.startsWith('--')).map((part) => part.replace(/^[^\n]*\n/, ''));
}

function decodedBody(body: string, encoding: string): string {
  switch (encoding) {
    case 'base64':
      return Buffer.from(body, 'base64').toString('utf8');
    case 'quoted-printable':
      return fromQuoted(body.replace(/=\n/g, ''));
    case '':
    case '7bit':
    case '8bit':
    case 'binary':
      return body;
    default:
      throw new UnreadableMail('it is in an encoding that is not read');
  }
}

function fromQuoted(text: string): string {
  const bytes = Buffer.from(text, 'utf8').toString('latin1');
  return Buffer.from(
    bytes.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}

const WORD = /=\?[^?\s]+\?([bq])\?([^?\s]*)\?=/gi;

function decodedWords(value: string): string {
  return value.replace(WORD, (_, form: string, text: string) =>
    form.toLowerCase() === 'b'
      ? Buffer.from(text, 'base64').toString('utf8')
      : fromQuoted(text.replaceAll('_', ' ')),
  );
}

/** Drops the names beside addresses. A name that holds an address is kept, and makes the list unreadable. */
function addressesIn(value: string): string {
  return value
    .replace(WORD, (word) => (/[@<>,;]/.test(decodedWords(word)) ? decodedWords(word) : ''))
    .replace(/"[^"<>@,;]*"/g, '')
    .trim();
}
