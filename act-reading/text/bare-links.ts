/**
 * Links in a text without a scheme: mail programs and chats turn `evil-login.com/form` into a link as they do
 * `www.example.com`. A file name that ends like a domain is left out.
 */

import { parse as parseHost } from 'tldts';
import { setOf } from '../lists.ts';
import { isFileName } from '../targets/index.ts';

/** A host under an existing top-level domain, or an address with a port or a path. */
const HOST =
  /(?<![\p{L}\p{N}@/._:%+=&?#-])(?:[\p{L}\p{N}_-]{1,63}\.){1,8}[\p{L}\p{N}-]{2,24}(?![\p{L}\p{N}@_-])/gu;
const ADDRESS = /(?<![\p{L}\p{N}@/._:%+=&?#-])\d{1,3}(?:\.\d{1,3}){3}(?=[:/])/gu;
const BEHIND = /^(?::\d{2,5})?(?:[/?#][^\s<>()[\]"'|]{0,2000})?/u;
/** Invisible characters, which programs drop, and dots of other scripts, which they take for a dot. */
const UNSEEN = /[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu;
const DOTS = /[\u3002\uff0e\uff61]/gu;

/** @returns addresses with `http://`, in the order of the text. */
export function bareLinksIn(text: string): string[] {
  if (!/[.\u3002\uff0e\uff61]/.test(text)) return [];
  const plain = text.replace(UNSEEN, '').replace(DOTS, '.');
  return [...matchesOf(plain, HOST, isHost), ...matchesOf(plain, ADDRESS, () => true)];
}

function matchesOf(
  text: string,
  pattern: RegExp,
  isMeant: (host: string, rest: string) => boolean,
): string[] {
  const links: string[] = [];
  for (const match of text.matchAll(pattern)) {
    const [host] = match;
    const [rest = ''] =
      BEHIND.exec(text.slice(match.index + host.length, match.index + host.length + 2_100)) ?? [];
    if (isMeant(host, rest)) links.push(`http://${host}${rest.replace(/[.,;:!?]+$/, '')}`);
  }
  return links;
}

function isHost(host: string, rest: string): boolean {
  if (/^www\./i.test(host)) return true;
  if (rest === '' && isFileName(host)) return false;
  const last = host.slice(host.lastIndexOf('.') + 1);
  // `done.It` is the end of one sentence and the beginning of another.
  if (/^\p{Lu}\p{Ll}/u.test(last)) return false;
  const { isIcann, domain } = parseHost(host);
  return isIcann === true && domain !== null && (rest !== '' || isSurelyAHost(host, last.toLowerCase()));
}

/** Alone, `user.name` and `app.run` are code, not hosts. */
function isSurelyAHost(host: string, last: string): boolean {
  return ENDINGS.has(last) || /[-\d]|\..*\./.test(host);
}

const ENDINGS = setOf(
  'com net org info biz edu gov io co app shop online site xyz top club click live store',
);
