/**
 * Finds the changes of an action that the words of its task don't name: another row, a column or a right that the task
 * does not mention. It looks at the rows and columns of SQL, and at the typed fields of the arguments.
 */

import type { Particular } from '@assize/act-reading/act';
import { splitAtCase } from '@assize/act-reading/names';
import type { TaskWords } from './words.ts';

/** Columns that databases, or their clients, maintain automatically. */
const KEPT =
  /(?:^|_)(?:updated|modified|changed|touched|version|revision|etag)(?:_|$)|_(?:at|by|on|ts|time|date)$/;
/** Names of rights. */
const RIGHT =
  /(?:^|_)(?:roles?|(?:is_?)?(?:super_?)?(?:admin|user_?type|owner|staff|root)|(?:is_?)?superuser|sudo|permissions?|scopes?|privileges?|entitlements?|access_?level|verified|(?:is_?)?public|visibility)(?:_|$)/;
/** Names of credentials. */
const PROOF =
  /(?:^|_)(?:mfa|2fa|totp|two_?factor|passw(?:or)?d|pwd|password_?hash|passcode|pin|secret|api_?key|token)(?:_|$)/;
/** Values that give no more rights than anyone may have, or that name a place in a list. */
const HARMLESS_NAME =
  /(?:^|_)(?:page|next|sync|continuation|cursor|idempotency|client|request)_(?:token|secret)$/;
const HARMLESS = new Set(
  'viewer reader read readonly view only can r ro member guest user assistant system commenter comment attendee participant private internal default'.split(
    ' ',
  ),
);
const SWITCHED_OFF = /(?:admin|owner|staff|root|superuser|sudo|public)$/;
/** Fields that name one object of several. */
const ONE_OF =
  /^(?:team|group|project|repo|repository|org|organi[sz]ation|workspace|environment|queue|board|folder|plan)(?:_(?:name|slug|key|id))?$/;
/** Columns that point to another row. */
const POINTS = /(?:^|_)(?:id|uuid|key|number|no|nr|code)$/;

/**
 * Returns descriptions for people, in the order of the changes, and at most `most`; empty where the task names
 * everything.
 */
export function unnamedIn(changes: readonly Particular[], task: TaskWords, most: number): string[] {
  const rows = changes.filter(({ of }) => of === 'row');
  const isRowNamed = rows.some(({ value }) => value !== null && isNamed(value, task));
  // The parameters of a statement are in other fields of the arguments.
  const isOtherBeside =
    rows.some(({ value }) => value === null) &&
    changes.some(({ of, value }) => of === 'field' && value !== null && isAnother(value, task));
  const isOther = ({ of, name, value }: Particular): boolean => {
    switch (of) {
      case 'other_rows':
        return !speaksOfAll(task);
      case 'some_rows':
        return namesOneRow(task) && (value === null || !isNamed(value, task));
      case 'row':
        if (value === null) return isOtherBeside;
        return isAnother(value, task) || (isRowNamed && !isNamed(value, task));
      case 'column':
        return isUnnamedColumn(plain(name), value, task);
      case 'field':
        return isUnnamedField(plain(name), value, task);
    }
  };
  const unnamed = new Set<string>();
  for (const change of changes) {
    if (unnamed.size >= most) break;
    if (isOther(change)) unnamed.add(shownChange(change));
  }
  return [...unnamed];
}

const namesOneRow = (task: TaskWords) => task.namesOne() && !speaksOfAll(task);

function shownChange({ of, name, value }: Particular): string {
  const text = value === null ? name : `${name} ${value}`.trim();
  switch (of) {
    case 'other_rows':
      return `rows other than ${text}`;
    case 'some_rows':
      return name === '' ? 'the rows that its condition chooses' : `the rows by their ${text}`;
    default:
      return text === '' ? 'one of its fields (there are more than are looked at)' : text;
  }
}

/** Turns `isAdmin`, `is-admin` and `user.is_admin` into `is_admin`. */
const plain = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]+/gu, '')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .toLowerCase();

function isUnnamedColumn(name: string, value: string | null, task: TaskWords): boolean {
  const isOneOf = value !== null && (!isNumber(value) || POINTS.test(name));
  if (isOneOf && isAnother(value, task) && !isSpokenWhole(value, task)) return true;
  if (RIGHT.test(name)) {
    if (!isSpoken(name, task) || value === null) return true;
    // `role = 1` may be any role, but `is_admin = 1` is clear.
    if (isNumber(value)) return !name.startsWith('is_') && !isSpokenWhole(value, task);
    return !isNamedRight(value, task);
  }
  if (PROOF.test(name)) return !isSpoken(name, task) || (value !== null && !isNamedRight(value, task));
  return !KEPT.test(name) && !isSpoken(name, task) && (value === null || !isNamed(value, task));
}

function isUnnamedField(name: string, value: string | null, task: TaskWords): boolean {
  if (name === '') return value === null || (isText(value) && isAnother(value, task));
  if (RIGHT.test(name) || PROOF.test(name)) {
    if (isHarmless(name, value)) return false;
    if (value === null) return !isSpoken(name, task) || RIGHT.test(name);
    if (!isNumber(value) && isAnother(value, task)) return true;
    // Mentioning roles does not name one.
    if (isText(value) && RIGHT.test(name)) return !isNamedRight(value, task);
    return !isSpoken(name, task) && !(isText(value) && isNamedRight(value, task));
  }
  if (value !== null && task.isUnmeantPower(value)) return true;
  const noun = /^[a-z]+/.exec(name)?.[0];
  if (value === null || noun === undefined || !ONE_OF.test(name) || !isText(value)) return false;
  return task.speaksOfNoun(noun) && !isNamed(value, task);
}

function isHarmless(name: string, value: string | null): boolean {
  if (HARMLESS_NAME.test(name)) return true;
  if (value === null) return false;
  const words = wordsOf(value);
  if (words.length > 0 && words.every((word) => HARMLESS.has(word))) return true;
  return value.toLowerCase() === 'false' && SWITCHED_OFF.test(name);
}

const isText = (value: string) => /\p{L}{2}/u.test(value) && !/^(?:true|false)$/i.test(value);
const isNumber = (value: string) => /^[\s#]*\d+\s*$/.test(value);

function isAnother(value: string, task: TaskWords): boolean {
  return task.namesAnother({ kind: 'object', value });
}

const speaksOfAll = (task: TaskWords) => !isAnother('all', task);

/** Whether the task contains one of its words, or all of it. */
function isNamed(value: string, task: TaskWords): boolean {
  return isSpoken(value.toLowerCase(), task);
}

/** Whether the task contains each of its words, or all of it: `viewer` does not name `viewer,admin`. */
function isNamedRight(value: string, task: TaskWords): boolean {
  if (!isText(value) || isSpokenWhole(value, task)) return true;
  return wordsOf(value).every(
    (word) => HARMLESS.has(word) || isSpoken(word, task) || task.speaksOfNoun(word),
  );
}

const isSpokenWhole = (value: string, task: TaskWords) => task.speaksOf(value.toLowerCase());

const wordsOf = (value: string) =>
  value
    .split(/[^\p{L}\p{N}]+/u)
    .flatMap(splitAtCase)
    .map((word) => word.toLowerCase())
    .filter((word) => word !== '');

function isSpoken(text: string, task: TaskWords): boolean {
  const words = [text, ...text.split(/[^\p{L}\p{N}]+/u)].filter((word) => word !== '');
  return words.some((word) => formsOfWord(word).some((form) => task.speaksOf(form)));
}

/** Returns the forms of a word: a task says `close`, and a column is set to `closed`. */
function formsOfWord(word: string): string[] {
  const stem = word.replace(/(?:ied|ies)$/, 'y').replace(/(?:ing|ed|es|or|er|s|d)$/, '');
  return [...new Set([word, stem, `${stem}e`, `${stem}s`, `${stem}ed`, word.replace(/([a-z])\1ed$/, '$1')])];
}
