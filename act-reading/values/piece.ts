/** Reads the values in one piece of a text, by the marks that it has. */

import type { WrittenKind } from '../targets/index.ts';
import { hostOrFile, withoutStops as withoutAnyStops } from '../task/named-targets.ts';
import { MARK } from './marks.ts';
import type { Reading } from './reading.ts';

export function readPiece(piece: string, marks: number, reading: Reading): void {
  const isUrl = (marks & MARK.colon) !== 0 && piece.includes('://');
  if (isUrl) readUrls(piece, reading);
  if ((marks & MARK.at) !== 0) readAddresses(piece, reading);
  if ((marks & MARK.hash) !== 0) readChannels(piece, reading);
  if (!isUrl && (marks & MARK.slash) !== 0) readPaths(piece, reading);
  if (!isUrl && (marks & MARK.dot) !== 0) readHosts(piece, marks, reading);
  // The parts of an address are not ids.
  if ((marks & MARK.digit) !== 0 && (marks & MARK.at) === 0) readIds(isUrl ? pathsOf(piece) : piece, reading);
}

/** Most pieces end without a sign of the sentence. */
const withoutStops = (text: string) => (/[)\].,;:!?…*]$/.test(text) ? withoutAnyStops(text) : text);

const SCHEME = /[a-z][a-z0-9+.-]{0,20}$/i;
const MAX_SCHEME = 21;
const MAX_URLS_IN_ONE = 8;
/** Signs that may belong to a URL, and often to the text around it. */
const AROUND = /[^\x21-\x7e]|[,;|'()[\]{}\\]/;

/** Also reads the addresses inside an address, as in `https://a.example/?to=https://b.example`. */
function readUrls(piece: string, reading: Reading): void {
  let at = piece.indexOf('://');
  for (let count = 0; at >= 0 && count < MAX_URLS_IN_ONE; count += 1) {
    const scheme = SCHEME.exec(piece.slice(Math.max(0, at - MAX_SCHEME), at))?.[0];
    if (scheme !== undefined) readUrl(piece.slice(at - scheme.length).replace(/^hxxp/i, 'http'), reading);
    at = piece.indexOf('://', at + 3);
  }
}

function readUrl(written: string, reading: Reading): void {
  const whole = withoutStops(written);
  addUrl(whole, reading);
  const end = whole.search(AROUND);
  if (end > 0) addUrl(withoutStops(whole.slice(0, end)), reading);
}

const pathsOf = (piece: string) => piece.replace(/:\/\/[^/?#]*/g, ' ');

function addUrl(written: string, reading: Reading, isOther = false): void {
  const target = reading.add('url', written, isOther);
  if (target?.kind !== 'url') return;
  const query = target.value.indexOf('?');
  if (query >= 0) reading.addTarget({ kind: 'url', value: target.value.slice(0, query) }, true);
  const host = /^[^:]+:\/\/(\[[^\]]*\]|[^/:?]+)/.exec(target.value)?.[1];
  if (host !== undefined) reading.addTarget({ kind: 'domain', value: host }, true);
}

const MAX_LOCAL = 64;
const MAX_HOST = 254;
const LOCAL = /[^\s@,;:|()<>[\]{}"\\]{1,64}$/u;
const HOST = /^[\p{L}\p{N}\p{M}_-]{1,63}(?:\.[\p{L}\p{N}\p{M}_-]{1,63}){1,30}/u;
/** Around it may stand the words of a text without spaces, or signs that only the standard allows. */
const NARROW_LOCAL =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Cf}])[A-Za-z0-9._+-]{1,64}$/u;
const NARROW_HOST = /^[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){1,30}/;
const PLAIN = /^[A-Za-z0-9._+-]+$/;
const HANDLE = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{0,79}/u;

function readAddresses(piece: string, reading: Reading): void {
  for (let at = piece.indexOf('@'); at >= 0; at = piece.indexOf('@', at + 1)) {
    const before = piece.slice(Math.max(0, at - MAX_LOCAL), at);
    const after = piece.slice(at + 1, at + 1 + MAX_HOST);
    const local = LOCAL.exec(before)?.[0];
    const host = local === undefined ? undefined : HOST.exec(after)?.[0];
    if (local !== undefined && host !== undefined) addAddresses(local, host, reading);
    else if (local === undefined) addHandle(after, reading);
  }
}

function addHandle(after: string, reading: Reading): void {
  const handle = HANDLE.exec(after)?.[0].replace(/[.-]+$/, '');
  if (handle !== undefined) reading.add('person', handle);
}

function addAddresses(local: string, host: string, reading: Reading): void {
  if (PLAIN.test(local) && PLAIN.test(host)) {
    addAddress(local, host, reading);
    return;
  }
  const narrowLocal = NARROW_LOCAL.exec(local)?.[0] ?? local;
  const narrowHost = NARROW_HOST.exec(host)?.[0] ?? host;
  for (const one of new Set([narrowLocal, local]))
    for (const other of new Set([narrowHost, host])) addAddress(one, other, reading);
}

function addAddress(local: string, host: string, reading: Reading): void {
  const target = reading.add(
    'email',
    `${local.replace(/^[.'*_-]+(?=[^.'*_-])/, '')}@${host.replace(/[-_]+$/, '')}`,
  );
  // Some tools pay or share by the address of an account.
  if (target !== null) reading.addTarget({ kind: 'account', value: target.value }, true);
}

const CHANNELS = /(?<![\p{L}\p{N}&#/])#([\p{L}_][\p{L}\p{N}_-]{0,79})/gu;

function readChannels(piece: string, reading: Reading): void {
  for (const [, name = ''] of piece.matchAll(CHANNELS)) reading.add('channel', name);
}

const PATHS = /(?:[a-z]:|\$HOME|[\p{L}\p{N}_.@~+-]+)?[\\/][\p{L}\p{N}_.~@%+\\/-]*/giu;

function readPaths(piece: string, reading: Reading): void {
  for (const written of piece.match(PATHS) ?? []) {
    const path = withoutStops(written);
    if (path.length < 3 || /^[\d./]+$/.test(path)) continue;
    const isRelative = /^[\p{L}\p{N}]/u.test(path);
    reading.add('path', path, isRelative);
    // A repository has such a name too: `owner/name`.
    if (isRelative) reading.add('object', path, true);
  }
}

const HOSTS =
  /(?<![\p{L}\p{N}@/._-])(?:[\p{L}\p{N}_-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,23}(?::\d{2,5})?(?:\/[^\s<>"'`,;()]*)?/gu;
const NETWORK = /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.])/g;

function readHosts(piece: string, marks: number, reading: Reading): void {
  for (const written of piece.match(HOSTS) ?? [])
    for (const [kind, text] of hostOrFile(withoutStops(written))) addHost(kind, text, reading);
  if ((marks & MARK.digit) !== 0)
    for (const address of piece.match(NETWORK) ?? []) addHost('domain', address, reading);
}

/** A host in a text is also a link to it, which may be written with either scheme. */
function addHost(kind: WrittenKind, text: string, reading: Reading): void {
  if (kind === 'path' || kind === 'object') {
    reading.add(kind, text, kind === 'object');
    return;
  }
  if (kind === 'domain') reading.add(kind, text);
  addUrl(`https://${text}`, reading, kind === 'domain');
  addUrl(`http://${text}`, reading, true);
}

const IDS = /[\p{L}\p{N}][\p{L}\p{N}_-]*[\p{L}\p{N}]/gu;
const MIN_ID = 4;
const MEASURE = /^\d{1,3}[a-z%]{1,3}$|^\d{4}-\d\d-\d\d(?:t\d\d)?$/i;
const AS_ACCOUNT = /^[a-z]{0,4}-?\d[\d-]*$/i;

function readIds(piece: string, reading: Reading): void {
  for (const id of piece.match(IDS) ?? []) {
    if (id.length < MIN_ID || !/\d/.test(id) || MEASURE.test(id)) continue;
    reading.add('object', id);
    if (id.includes('-') && AS_ACCOUNT.test(id)) reading.add('account', id, true);
  }
}
