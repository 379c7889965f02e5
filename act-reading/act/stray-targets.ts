/**
 * Finds targets in an action's arguments where its entry names none: in free-form objects, in unexpected fields, in
 * the words of a message. It takes only what can't be anything else: a whole mail address or URL, and a valid account
 * number anywhere.
 */
import type { JsonValue } from '@assize/evidence-format';
import type { Effect, TargetRole, WrittenTarget } from '../targets/index.ts';
import { countWork } from '../work.ts';
import type { Allowance } from './arguments/arguments.ts';

export interface Stray extends WrittenTarget {
  path: string;
  effect: Effect;
}

const MAX_STRAYS = 100;
const MAX_DEPTH = 32;
const MAX_TEXT = 65_536;

const ADDRESS = /^(?:mailto:)?[^\s@<>,;:]+@[^\s@<>,;:]+\.[^\s@<>,;:]+$/i;
const URL_WITH_SCHEME = /^[a-z][a-z0-9+.-]{1,20}:\/\/\S+$/i;
/** ISO 13616, in groups of four or in one piece. Its check digits are verified when it is read. */
const IBAN = /(?<![A-Z0-9])[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,3})?(?![A-Z0-9])/g;

/** Only for a call that does more than read. @param listed the places that its entry names. */
export function strayTargets(
  given: JsonValue,
  effect: Effect,
  listed: (path: string) => boolean,
  allowed: Allowance,
): Stray[] {
  const found: Stray[] = [];
  const add = (path: string, kind: Stray['kind'], role: TargetRole, text: string) => {
    if (found.length < MAX_STRAYS) found.push({ path, kind, role, text, effect });
  };
  const look = (value: JsonValue, path: string, depth: number): void => {
    if (allowed.left <= 0 || depth > MAX_DEPTH) return;
    if (typeof value === 'string') {
      lookInText({ value: value.slice(0, MAX_TEXT), path, effect }, listed(path), add);
      return;
    }
    if (typeof value !== 'object' || value === null) return;
    const members = Array.isArray(value)
      ? value.map((each, place): [string, JsonValue] => [`${path}[${place}]`, each])
      : Object.entries(value).map(([name, each]): [string, JsonValue] => [
          path === '' ? name : `${path}.${name}`,
          each as JsonValue,
        ]);
    allowed.left -= members.length;
    for (const [at, each] of members) look(each, at, depth + 1);
  };
  look(given, '', 0);
  return found;
}

/** A header written as a text, such as `Bcc: ann@example.com`. */
const HEADER = /^(?:to|cc|bcc|reply-to|resent-(?:to|cc|bcc))\s*:\s*(.+)$/i;
const IN_HEADERS = /(?:^|[._])headers?(?:$|\[)/i;

/** An address that is stored for later is where something will go. */
const KEPT: readonly Effect[] = ['write', 'configure'];
const DRAFTED = /^(?:to|cc|bcc|recipients?|deliver)\b/;

function lookInText(
  { value, path, effect }: { value: string; path: string; effect: Effect },
  isListed: boolean,
  add: (path: string, kind: Stray['kind'], role: TargetRole, text: string) => void,
): void {
  countWork(value.length / 4);
  const text = value.trim();
  if (!isListed && ADDRESS.test(text))
    add(
      path,
      'email',
      KEPT.includes(effect) && !DRAFTED.test(path) ? 'grantee' : 'recipient',
      text.replace(/^mailto:/i, ''),
    );
  else if (!isListed && URL_WITH_SCHEME.test(text)) add(path, 'url', 'place', text);
  if (IN_HEADERS.test(path))
    for (const line of text.split(/[\r\n]+/)) {
      const [, addresses] = HEADER.exec(line.trim()) ?? [];
      if (addresses !== undefined) add(path, 'email', 'recipient', addresses);
    }
  for (const [account] of value.matchAll(IBAN)) add(path, 'account', 'payee', account);
}
