/**
 * Finds what a mail program would read in an argument besides the argument itself: a whole mail in one text, as
 * Gmail's `raw` takes it, and a line break in a subject or another header, after which another header could follow.
 */
import type { JsonValue } from '@assize/evidence-format';
import type { Allowance } from './arguments/arguments.ts';

export interface Messages {
  /** Texts that are mails although no entry names them as content. */
  mails: { path: string; text: string }[];
  /** The places of headers with a line break. */
  broken: string[];
}

const MAX_DEPTH = 32;
const MAX_MAILS = 20;
const MAIL =
  /^(?:raw|mime|eml|rfc_?822|(?:raw|mime)_?(?:message|mail|email|content|body)|(?:message|mail|email)_?(?:raw|mime))$/i;
/** The first header of a mail that was decoded from base64. The mail reader decides whether it is one. */
const BEGINS = /^(?:>?From [^\n]*\n)?[a-z][\w-]{1,40}[ \t]*:/i;
const BEGINS_IN_PLAIN =
  /^(?:>?From [^\n]*\n)?(?:from|to|cc|bcc|subject|date|sender|reply-to|return-path|received|message-id|mime-version|content-type)[ \t]*:/i;
const HEADER =
  /^(?:(?:mail|email|message)?_?subject(?:_?line)?|(?:from|to|sender|reply_?to|display)_?name|reply_?to|in_?reply_?to|references|message_?id|filename|file_?name|content_?type)$/i;
/** Libraries differ in which of these end a line. */
const BREAK = /(?!\t)[\p{Cc}\u2028\u2029]/u;

export function messagesIn(
  given: JsonValue,
  listed: (path: string) => boolean,
  allowed: Allowance,
): Messages {
  const found: Messages = { mails: [], broken: [] };
  const look = (value: JsonValue, path: string, name: string, isHeader: boolean, depth: number): void => {
    if (allowed.left <= 0 || depth > MAX_DEPTH) return;
    if (typeof value === 'string') {
      if ((isHeader || HEADER.test(name)) && BREAK.test(value.trim())) found.broken.push(path);
      if (!listed(path) && found.mails.length < MAX_MAILS && isMail(name, value))
        found.mails.push({ path, text: value });
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    const members = Object.entries(value);
    allowed.left -= members.length;
    for (const [key, each] of members) {
      const at = isList ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`;
      look(
        each as JsonValue,
        at,
        isList ? name : plain(key),
        isHeader || /^headers?$/i.test(name),
        depth + 1,
      );
    }
  };
  look(given, '', '', false, 0);
  return found;
}

/** Turns `messageRaw` into `message_Raw`. */
const plain = (name: string) => name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replaceAll('-', '_');

function isMail(name: string, text: string): boolean {
  if (MAIL.test(name) || BEGINS_IN_PLAIN.test(text.slice(0, 200))) return true;
  const start = text.slice(0, 80);
  return /^[A-Za-z0-9+/_-]{24,}/.test(start) && BEGINS.test(Buffer.from(start, 'base64').toString('latin1'));
}
