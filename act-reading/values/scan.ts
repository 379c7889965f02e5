/**
 * Finds the values in a text in one pass. Only pieces with a mark of a value (an `@`, a digit, a slash) are looked at
 * closely, so that the time grows with the length of the text and nothing else.
 */

import type { WrittenKind } from '../targets/index.ts';
import { hostOrFile, ibans, withoutStops } from '../task/named-targets.ts';
import { decodedOf, plainForms } from './decoded.ts';
import { MARK, markOf } from './marks.ts';
import type { Reading } from './reading.ts';
import { rewritten } from './rewritten.ts';

/** A text that was decoded may hold another. */
const MAX_DECODINGS = 2;
/** No target is longer. */
const MAX_PIECE = 2048;
/** A shorter piece without a mark is a word. */
const MIN_ENCODED = 12;

export function scan(text: string, reading: Reading, depth = 0): void {
  const length = reading.open(text);
  const found = piecesOf(text, length, reading, depth);
  if ((found & MARK.digit) !== 0) readGroups(text.slice(0, length), reading);
  for (const other of rewritten(text.slice(0, length))) again(other, reading, depth);
}

/** @returns the marks of all pieces together. */
function piecesOf(text: string, length: number, reading: Reading, depth: number): number {
  let [from, marks, all] = [0, 0, 0];
  let before = '';
  for (let at = 0; at <= length; at += 1) {
    const mark = at === length ? MARK.end : markOf(text.charCodeAt(at));
    if (mark !== MARK.end) {
      marks |= mark;
      continue;
    }
    if (at > from && (marks !== 0 || at - from >= MIN_ENCODED)) {
      const piece = text.slice(from, at);
      readLong(piece, marks, reading, depth);
      // A line that ends inside an address goes on in the next one.
      if (before !== '') readPiece(before + piece, marks | MARK.at, reading, MAX_DECODINGS);
      all |= marks;
    } else if (at > from && before !== '') {
      readPiece(before + text.slice(from, at), MARK.at | MARK.colon | MARK.slash, reading, MAX_DECODINGS);
    }
    if (at > from) before = breaksOff(text, at, marks) ? text.slice(from, at).replace(/=$/, '') : '';
    [from, marks] = [at + 1, 0];
  }
  return all;
}

function breaksOff(text: string, end: number, marks: number): boolean {
  if ((marks & (MARK.at | MARK.colon)) === 0) return false;
  const next = text.charCodeAt(end);
  return next === 10 || next === 13;
}

const SEPARATORS = /[^,;|(){}[\]']+/g;

function readLong(piece: string, marks: number, reading: Reading, depth: number): void {
  if (piece.length <= MAX_PIECE) {
    readPiece(piece, marks, reading, depth);
    return;
  }
  for (const [part] of piece.matchAll(SEPARATORS)) {
    if (part.length > MAX_PIECE && depth < MAX_DECODINGS)
      for (const other of decodedOf(part, marks)) again(other, reading, depth);
    for (let from = 0; from < part.length; from += MAX_PIECE)
      readPiece(part.slice(from, from + MAX_PIECE), marks, reading, depth);
  }
}

function again(text: string, reading: Reading, depth: number): void {
  if (depth < MAX_DECODINGS) scan(text, reading, depth + 1);
}

function readPiece(piece: string, marks: number, reading: Reading, depth: number): void {
  const others = (marks & MARK.other) === 0 ? [] : plainForms(piece);
  for (const plain of others) again(plain, reading, depth);
  const isUrl = (marks & MARK.colon) !== 0 && piece.includes('://');
  if (isUrl) readUrls(piece, reading);
  if ((marks & MARK.at) !== 0) readAddresses(piece, reading);
  if ((marks & MARK.hash) !== 0) readChannels(piece, reading);
  if (!isUrl && (marks & MARK.slash) !== 0) readPath(piece, reading);
  if (!isUrl && (marks & MARK.dot) !== 0) readHosts(piece, reading);
  if ((marks & MARK.digit) !== 0) readIds(piece, reading);
  if (depth < MAX_DECODINGS) for (const other of decodedOf(piece, marks)) again(other, reading, depth);
}

const URLS = /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s]+/gi;
const MAX_URLS_IN_ONE = 8;

/** Also the addresses inside an address, as in `https://a.example/?to=https://b.example`. */
function readUrls(piece: string, reading: Reading): void {
  let at = 0;
  for (let count = 0; count < MAX_URLS_IN_ONE; count += 1) {
    URLS.lastIndex = at;
    const match = URLS.exec(piece);
    if (match === null) break;
    const [written] = match;
    addUrl(withoutStops(written), reading);
    const ascii = /^[\x21-\x7e]+/.exec(written)?.[0] ?? '';
    const shorter = /^[^,;|'()[\]{}\\]+/.exec(ascii)?.[0] ?? '';
    for (const other of new Set([ascii, shorter]))
      if (other !== written) addUrl(withoutStops(other), reading);
    at = match.index + written.indexOf('://') + 3;
  }
}

function addUrl(written: string, reading: Reading): void {
  const target = reading.add('url', written);
  if (target?.kind !== 'url') return;
  const [whole = ''] = target.value.split('?');
  if (whole !== target.value) reading.addTarget({ kind: 'url', value: whole }, true);
  const host = /^[^:]+:\/\/(\[[^\]]*\]|[^/:?]+)/.exec(target.value)?.[1];
  if (host !== undefined) reading.addTarget({ kind: 'domain', value: host }, true);
}

const LOCAL = /[^\s@,;:|()<>[\]{}"\\]{1,64}$/u;
const NARROW_LOCAL = /[A-Za-z0-9._+-]{1,64}$/;
const HOST = /^[\p{L}\p{N}\p{M}_-]{1,63}(?:\.[\p{L}\p{N}\p{M}_-]{1,63}){1,30}/u;
const NARROW_HOST = /^[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){1,30}/;
const HANDLE = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,79}/u;
const MAX_LOCAL = 64;

function readAddresses(piece: string, reading: Reading): void {
  for (let at = piece.indexOf('@'); at >= 0; at = piece.indexOf('@', at + 1)) {
    const before = piece.slice(Math.max(0, at - MAX_LOCAL), at);
    const after = piece.slice(at + 1, at + 255);
    const host = HOST.exec(after)?.[0];
    const local = LOCAL.exec(before)?.[0];
    if (host === undefined || local === undefined) {
      const handle = local === undefined ? HANDLE.exec(after)?.[0] : undefined;
      if (handle !== undefined) reading.add('person', handle.replace(/[.-]+$/, ''));
      continue;
    }
    const narrow = NARROW_LOCAL.exec(before)?.[0] ?? local;
    const narrowHost = NARROW_HOST.exec(after)?.[0] ?? host;
    for (const one of new Set([narrow, local]))
      for (const other of new Set([narrowHost, host])) addAddress(`${one}@${other}`, reading);
  }
}

function addAddress(written: string, reading: Reading): void {
  const target = reading.add('email', written.replace(/^[.'*_]+(?=[^.'*_])|[-_]+$/g, ''));
  // Some tools pay or share by the address of an account.
  if (target !== null) reading.addTarget({ kind: 'account', value: target.value }, true);
}

const CHANNELS = /(?<![\p{L}\p{N}&#/])#([\p{L}_][\p{L}\p{N}_-]{0,79})/gu;

function readChannels(piece: string, reading: Reading): void {
  for (const [, name = ''] of piece.matchAll(CHANNELS)) reading.add('channel', name);
}

const PATHS = /(?:[a-z]:|~|\$HOME|\.{1,2}|[\p{L}\p{N}_.@+-]+)?[\\/][\p{L}\p{N}_.~@%+\\/-]*/giu;

function readPath(piece: string, reading: Reading): void {
  for (const [written] of piece.matchAll(PATHS)) {
    const path = withoutStops(written);
    if (path.length < 3 || /^[\d./]+$/.test(path)) continue;
    reading.add('path', path);
    if (/^[\p{L}\p{N}]/u.test(path)) reading.add('object', path, true);
  }
}

const HOSTS =
  /(?<![\p{L}\p{N}@/._-])(?:[\p{L}\p{N}_-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,23}(?::\d{2,5})?(?:\/[^\s<>"'`,;()]*)?/gu;
const NETWORK = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;

function readHosts(piece: string, reading: Reading): void {
  for (const [written] of piece.matchAll(HOSTS)) {
    const plain = withoutStops(written);
    for (const [kind, text] of hostOrFile(plain)) addHost(kind, text, reading);
  }
  for (const [address] of piece.matchAll(NETWORK)) addHost('domain', address, reading);
}

/** A host in a text is also a link to it, which may be written with either scheme. */
function addHost(kind: WrittenKind, text: string, reading: Reading): void {
  if (kind === 'path' || kind === 'object') {
    reading.add(kind, text, kind === 'object');
    return;
  }
  if (kind === 'domain') reading.add(kind, text);
  for (const scheme of ['https', 'http']) {
    if (kind === 'url') addUrl(`${scheme}://${text}`, reading);
    else reading.add('url', `${scheme}://${text}`, true);
  }
}

const IDS = /[\p{L}\p{N}][\p{L}\p{N}_-]*[\p{L}\p{N}]/gu;
const MIN_ID = 4;
const MEASURE = /^\d{1,3}[a-z%]{1,3}$|^\d{4}-\d\d-\d\d(?:t\d\d)?$/i;
const AS_ACCOUNT = /^[a-z]{0,4}-?\d[\d-]*$/i;

function readIds(piece: string, reading: Reading): void {
  for (const [id] of piece.matchAll(IDS)) {
    if (id.length < MIN_ID || !/\d/.test(id) || MEASURE.test(id)) continue;
    reading.add('object', id);
    if (id.includes('-') && AS_ACCOUNT.test(id)) reading.add('account', id, true);
  }
}

const IBANS = /(?<![A-Za-z0-9])[A-Za-z]{2}\d\d(?:[ \u00a0.-]?[A-Za-z0-9]){11,30}/g;
const GROUPS = /(?<![\p{L}\p{N}.,_-])[+(]?\d[\d \u00a0()./-]{5,22}\d/gu;
const DATE = /^\d{4}[-/.]\d\d?[-/.]\d\d?|^\d\d?[-/.]\d\d?[-/.]\d{4}/;
const MAX_PHONE_DIGITS = 15;

/** Accounts and telephone numbers, which people write in groups. */
function readGroups(text: string, reading: Reading): void {
  for (const [written] of text.matchAll(IBANS)) {
    const ways = ibans(written.replace(/[\u00a0.-]/g, ' '));
    if (ways !== 'unreadable') for (const [kind, iban] of ways) reading.add(kind, iban);
  }
  for (const [written] of text.matchAll(GROUPS)) {
    const digits = written.replace(/\D/g, '').length;
    if (digits < 6 || DATE.test(written)) continue;
    if (digits <= MAX_PHONE_DIGITS) reading.add('phone', written);
    const account = written.replace(/[^\d -]/g, '');
    reading.add('account', account);
  }
}
