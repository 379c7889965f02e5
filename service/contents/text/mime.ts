/**
 * Reads a mail that stands in one text, as it goes over the wire (RFC 5322, MIME), mostly in base64: who gets it, and
 * what its parts say. A part that is no text can't be read.
 */

export interface Mail {
  /** The lists of addresses, as the headers have them. */
  recipients: string[];
  /** The subject and each part. */
  texts: string[];
}

export class UnreadableMail extends Error {}

const MAX_PARTS = 20;
const MAX_DEPTH = 4;

const HEADERS = /^(?:[A-Za-z][\w-]{1,60}:[^\n]*\n(?:[ \t][^\n]*\n)*)+(?:\n|$)/;
const OF_A_MAIL = /^(?:to|cc|bcc|from|subject|mime-version|content-type):/im;
const RECEIVING = [
  'to',
  'cc',
  'bcc',
  'resent-to',
  'resent-cc',
  'resent-bcc',
  'reply-to',
  'disposition-notification-to',
];

/** @returns the mail in plain; null where the text is none. */
export function mailIn(text: string): string | null {
  const plain = lines(text);
  if (/^(?:mime-version|content-type):/im.test(headOf(plain)) && HEADERS.test(plain)) return plain;
  if (!/^[A-Za-z0-9+/_\s-]{24,}=*\s*$/.test(text)) return null;
  const decoded = lines(Buffer.from(text, 'base64').toString('utf8'));
  return HEADERS.test(`${headOf(decoded)}\n\n`) && OF_A_MAIL.test(headOf(decoded)) ? decoded : null;
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
  /** By lower-case name. */
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
    const [, name, value = ''] = /^([A-Za-z][\w-]*):\s*(.*)$/.exec(line) ?? [];
    if (name === undefined) throw new UnreadableMail('its headers can not be read');
    return [[name.toLowerCase(), value]];
  });
  return { headers, body: text.slice(head.length).replace(/^\n{1,2}/, '') };
}

function addTexts({ headers, body }: Part, texts: string[], depth: number): void {
  if (depth > MAX_DEPTH || texts.length >= MAX_PARTS) throw new UnreadableMail('it has too many parts');
  const header = (sought: string) => headers.find(([name]) => name === sought)?.[1] ?? '';
  const type = header('content-type').toLowerCase();
  const boundary = /boundary="?([^";]+)"?/i.exec(header('content-type'))?.[1];
  if (type.startsWith('multipart/')) {
    if (boundary === undefined) throw new UnreadableMail('its parts can not be told apart');
    const parts = `\n${body}`.split(`\n--${boundary}`).slice(1);
    for (const part of parts)
      if (!part.startsWith('--')) addTexts(partOf(part.replace(/^[^\n]*\n/, '')), texts, depth + 1);
    return;
  }
  const isText = type === '' || type.startsWith('text/');
  if (!isText || /^\s*attachment/i.test(header('content-disposition')))
    throw new UnreadableMail('it has an attachment');
  texts.push(decodedBody(body, header('content-transfer-encoding').trim().toLowerCase()));
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

/** A name beside an address says nothing; one that holds an address is left, and makes the list unreadable. */
function addressesIn(value: string): string {
  return value
    .replace(WORD, (word) => (/[@<>,;]/.test(decodedWords(word)) ? decodedWords(word) : ''))
    .replace(/"[^"<>@,;]*"/g, '')
    .trim();
}
