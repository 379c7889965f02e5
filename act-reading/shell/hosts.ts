/** Hosts and addresses that a command names: noted for rules, and an act for each. */

import { shown, target } from '../content.ts';
import type { RiskLevel } from '../risk.ts';
import type { Effect } from '../targets/index.ts';
import { actOfAddress, readAddress } from '../text/address.ts';
import { READS, WRITES } from './does.ts';
import type { ShellReading } from './reading.ts';
import type { ShellWord } from './words.ts';

const OPEN = 'the text does not fix it: it is made when the command runs';

/** Without a scheme a fetching program takes http. */
const withScheme = (text: string) => (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`);

export function fetchAddress(word: ShellWord, reading: ShellReading) {
  const text = withScheme(word.text);
  const address = readAddress(text);
  if (!word.isFixed || address === null) return sendTo(word, reading);
  note(text, address.host, reading);
  const act = actOfAddress(text, address);
  if (address.scheme === 'file') reading.does(READS, [{ text: address.path, isFixed: true }]);
  else reading.add(act);
}

/** The address does not show all that it carries. */
export function sendTo(
  word: ShellWord,
  reading: ShellReading,
  what = 'sends data to',
  effect: Effect = 'send',
): void {
  const text = withScheme(word.text);
  const address = readAddress(text);
  note(text, address?.host ?? word.text, reading);
  const reason = !word.isFixed ? OPEN : address === null ? 'it is no address' : undefined;
  reading.add({
    effect,
    what: `${what} ${shown(address?.host || word.text)}`,
    targets: [target('url', 'place', text, reason)],
    ...(address?.isMetadata === true && { risk_level: 'high' as const }),
  });
}

/** @returns the host's name, for what runs there. */
export function reachHost(
  word: ShellWord,
  reading: ShellReading,
  effect: Effect,
  what: string,
  risk?: RiskLevel,
): string {
  const host = word.text
    .replace(/^[a-z]+:\/\//i, '')
    .replace(/^[^@/]*@/, '')
    .replace(/[/,].*$/s, '')
    .replace(/^([^:[\]]+):.*$/s, '$1');
  reading.hosts.push(host);
  const reached = target('domain', 'place', host, word.isFixed ? undefined : OPEN);
  reading.add({
    effect,
    what: `${what} ${shown(host)}`,
    targets: [reached],
    ...(risk !== undefined && { risk_level: risk }),
  });
  return host;
}

/** `host:path` and `rsync://host/path` are elsewhere, the others here. The last is where the copy goes. */
export function remotePlaces(words: readonly ShellWord[], reading: ShellReading): void {
  for (const [place, word] of words.entries()) {
    const isLast = place === words.length - 1 && words.length > 1;
    const isRemote = /^(?:[^/:@]+@)?[^/:]+:|^\w+:\/\//.test(word.text);
    if (isRemote && /^\w+:\/\//.test(word.text)) reachUrl(word, reading, isLast);
    else if (isRemote)
      reachHost(word, reading, isLast ? 'send' : 'read', isLast ? 'sends files to' : 'fetches files from');
    else if (words.length > 1) reading.does(isLast ? WRITES : READS, [word]);
    else reachHost(word, reading, 'send', 'opens a connection to');
  }
}

function note(text: string, host: string, reading: ShellReading): void {
  reading.urls.push(text);
  if (host !== '') reading.hosts.push(host);
}

/** A bucket, or a folder of a server: the address says which. */
function reachUrl(word: ShellWord, reading: ShellReading, isLast: boolean): void {
  note(word.text, readAddress(word.text)?.host ?? '', reading);
  reading.add({
    effect: isLast ? 'send' : 'read',
    what: `${isLast ? 'sends files to' : 'fetches files from'} ${shown(word.text)}`,
    targets: [target('url', 'place', word.text, word.isFixed ? undefined : OPEN)],
  });
}
