/**
 * What an action changes that the words of its task don't name: another row, a column or a right that no one spoke of.
 * Looked for in the rows and columns of SQL, and in the typed fields of the arguments.
 */
import type { TargetHashes } from '../targets/index.ts';
import type { Particular } from '../tools/index.ts';
import { isAnotherIn, isSpokenOf, speaksOfNoun } from './words.ts';

/** The words of a task, as they are kept. */
export interface TaskWords {
  packed: Uint8Array;
  hashes: TargetHashes;
  chain: number;
}

/** Databases keep these by themselves, or clients for them. */
const KEPT =
  /(?:^|_)(?:updated|modified|changed|touched|version|revision|etag)(?:_|$)|_(?:at|by|on|ts|time|date)$/;
/** Names of rights and credentials. */
const POWER =
  /(?:^|_)(?:roles?|(?:is_)?(?:super_?)?(?:admin|user_?type|owner|staff|root)|superuser|sudo|permissions?|scopes?|privileges?|entitlements?|access_?level|mfa|2fa|totp|two_?factor|passw(?:or)?d|password_?hash|passcode|pin|secret|api_?key|token|verified|is_?public|visibility)(?:_|$)/;
/** These give no more than anyone may have, or name a place in a list. */
const HARMLESS_NAME =
  /(?:^|_)(?:page|next|sync|continuation|cursor|idempotency|client|request)_(?:token|secret)$/;
const HARMLESS = new Set(
  'viewer reader read view member guest user assistant system commenter comment attendee participant private internal default'.split(
    ' ',
  ),
);
const SWITCHED_OFF = /(?:admin|owner|staff|root|superuser|sudo|public)$/;
/** Fields that name one of several. */
const ONE_OF =
  /^(?:team|group|project|repo|repository|org|organi[sz]ation|workspace|environment|queue|board|folder|plan)(?:_(?:name|slug|key|id))?$/;

/** Shown to people, in the order in which they stand; empty where the task names all. */
export function unnamedIn(changes: readonly Particular[], task: TaskWords): string[] {
  const rows = changes.filter(({ of }) => of === 'row');
  const isRowNamed = rows.some(({ value }) => value !== null && isNamed(value, task));
  const isOther = ({ of, name, value }: Particular): boolean => {
    switch (of) {
      case 'other_rows':
        return !speaksOfAll(task);
      case 'row':
        return value !== null && (isAnother(value, task) || (isRowNamed && !isNamed(value, task)));
      case 'column':
        return isUnnamedColumn(plain(name), value, task);
      case 'field':
        return isUnnamedField(plain(name), value, task);
    }
  };
  return [...new Set(changes.filter(isOther).map(shownChange))];
}

function shownChange({ of, name, value }: Particular): string {
  const text = value === null ? name : `${name} ${value}`;
  return of === 'other_rows' ? `rows other than ${text}` : text;
}

/** `isAdmin` and `is-admin` are `is_admin`. */
const plain = (name: string) =>
  name
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replaceAll('-', '_')
    .toLowerCase();

function isUnnamedColumn(name: string, value: string | null, task: TaskWords): boolean {
  if (value !== null && isAnother(value, task)) return true;
  if (POWER.test(name))
    return !isSpoken(name, task) || (value !== null && isText(value) && !isNamed(value, task));
  return !KEPT.test(name) && !isSpoken(name, task) && (value === null || !isNamed(value, task));
}

function isUnnamedField(name: string, value: string | null, task: TaskWords): boolean {
  if (POWER.test(name)) {
    if (isHarmless(name, value)) return false;
    return !isSpoken(name, task) && (value === null || !isNamed(value, task));
  }
  const [, noun] = /^([a-z]+)/.exec(name) ?? [];
  if (value === null || noun === undefined || !ONE_OF.test(name) || !isText(value)) return false;
  return speaksOfNoun(task.packed, task.hashes, task.chain, noun) && !isNamed(value, task);
}

function isHarmless(name: string, value: string | null): boolean {
  const text = value?.toLowerCase() ?? '';
  return HARMLESS_NAME.test(name) || HARMLESS.has(text) || (text === 'false' && SWITCHED_OFF.test(name));
}

const isText = (value: string) => /\p{L}{2}/u.test(value) && !/^(?:true|false)$/i.test(value);

function isAnother(value: string, { packed, hashes, chain }: TaskWords): boolean {
  return isAnotherIn(packed, hashes, chain, { kind: 'object', value });
}

const speaksOfAll = (task: TaskWords) => !isAnother('all', task);

/** One of its words stands in the task, or it does as a whole. */
function isNamed(value: string, task: TaskWords): boolean {
  return isSpoken(value.toLowerCase(), task);
}

function isSpoken(text: string, { packed, hashes, chain }: TaskWords): boolean {
  const words = [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word !== '');
  return words.some((word) => formsOfWord(word).some((form) => isSpokenOf(packed, hashes, chain, form)));
}

/** A task says `close`, and a column is set to `closed`. */
function formsOfWord(word: string): string[] {
  const stem = word.replace(/(?:ied|ies)$/, 'y').replace(/(?:ing|ed|es|or|er|s|d)$/, '');
  return [...new Set([word, stem, `${stem}e`, `${stem}s`, `${stem}ed`, word.replace(/([a-z])\1ed$/, '$1')])];
}
