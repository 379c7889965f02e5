/** Checks an entry, from the API, a file, an import or a ready catalogue. */

import { RISK_LEVELS } from '../risk.ts';
import { DETECT, EFFECTS, TARGET_KINDS, TARGET_ROLES } from '../targets/index.ts';
import {
  CONFIDENTIALITIES,
  CONTENT_KINDS,
  HASH_PATTERN,
  keptEntry,
  MAX_CONTENTS,
  MAX_DESCRIPTION_CHARACTERS,
  MAX_EFFECT_VALUES,
  MAX_ENTRY_CHARACTERS,
  MAX_NAME_CHARACTERS,
  MAX_PATH_CHARACTERS,
  MAX_REASON_CHARACTERS,
  MAX_REASONS,
  MAX_RESULT_FIELDS,
  MAX_TARGETS,
  MAX_VALUE_CHARACTERS,
  PATH_PATTERN,
  RESULT_SOURCES,
  storedName,
  type WrittenEntry,
} from './entry.ts';

const PATH = new RegExp(PATH_PATTERN);
const HASH = new RegExp(HASH_PATTERN);
const KINDS: readonly unknown[] = [...TARGET_KINDS, DETECT];
const MEMBERS = [
  ...['tool', 'server', 'effect', 'effect_by', 'targets', 'amount', 'contents', 'risk_level'],
  ...['is_irreversible', 'result', 'result_fields', 'confidentiality', 'description', 'seen', 'reasons'],
];

export const CONFUSABLE =
  'It must have letters of one script and no invisible characters, so that it cannot pose as another';

/** A fault of an entry. */
export interface EntryFault {
  /** The names that lead to the field. */
  field: readonly string[];
  message: string;
  type: string;
}

/** Returns all faults of a value of unknown form. @param where it stands in the request. */
export function faultsOfEntry(written: unknown, where: readonly string[] = []): EntryFault[] {
  const faults: EntryFault[] = [];
  const check = new Check(faults, where);
  if (!check.object(written, [], MEMBERS)) return faults;
  check.name(written.tool, ['tool']);
  if (written.server !== undefined) check.name(written.server, ['server']);
  if (typeof written.server === 'string' && written.server.includes('*')) {
    check.fault(['server'], 'It cannot be a pattern: write the pattern as the tool, such as gmail.*');
  }
  check.oneOf(written.effect, ['effect'], EFFECTS);
  checkEffectBy(check, written.effect_by);
  checkLists(check, written);
  checkAmount(check, written.amount);
  if (written.risk_level !== undefined) check.oneOf(written.risk_level, ['risk_level'], RISK_LEVELS);
  if (written.is_irreversible !== undefined) check.isBoolean(written.is_irreversible, ['is_irreversible']);
  checkResult(check, written);
  if (written.description !== undefined) {
    check.text(written.description, ['description'], MAX_DESCRIPTION_CHARACTERS, 0);
  }
  checkOrigin(check, written);
  if (faults.length > 0) return faults;
  const entry = written as unknown as WrittenEntry;
  if (storedName(entry) === null) check.fault(['tool'], CONFUSABLE);
  else if (keptEntry(entry).text.length > MAX_ENTRY_CHARACTERS) {
    check.fault([], `It must have at most ${MAX_ENTRY_CHARACTERS} characters as JSON`);
  }
  return faults;
}

function checkEffectBy(check: Check, by: unknown): void {
  if (by === undefined || !check.object(by, ['effect_by'], ['path', 'values'])) return;
  check.path(by.path, ['effect_by', 'path']);
  if (!check.object(by.values, ['effect_by', 'values'])) return;
  const values = Object.entries(by.values);
  if (values.length === 0 || values.length > MAX_EFFECT_VALUES) {
    check.fault(['effect_by', 'values'], `It must have from 1 to ${MAX_EFFECT_VALUES} members`);
    return;
  }
  for (const [value, effect] of values) {
    check.text(value, ['effect_by', 'values'], MAX_VALUE_CHARACTERS, 0);
    check.oneOf(effect, ['effect_by', 'values', value], EFFECTS);
  }
}

function checkLists(check: Check, { targets, contents }: Record<string, unknown>): void {
  check.list(targets, ['targets'], MAX_TARGETS, (target, at) => {
    if (!check.object(target, at, ['path', 'kind', 'role', 'effect'])) return;
    check.path(target.path, [...at, 'path']);
    check.oneOf(target.kind, [...at, 'kind'], KINDS);
    check.oneOf(target.role, [...at, 'role'], TARGET_ROLES);
    if (target.effect !== undefined) check.oneOf(target.effect, [...at, 'effect'], EFFECTS);
  });
  check.list(contents, ['contents'], MAX_CONTENTS, (content, at) => {
    if (!check.object(content, at, ['path', 'kind', 'dialect'])) return;
    check.path(content.path, [...at, 'path']);
    check.oneOf(content.kind, [...at, 'kind'], CONTENT_KINDS);
    if (content.dialect !== undefined) check.text(content.dialect, [...at, 'dialect'], 32);
  });
}

function checkAmount(check: Check, amount: unknown): void {
  if (amount === undefined || !check.object(amount, ['amount'], ['path', 'currency', 'in_cents'])) return;
  check.path(amount.path, ['amount', 'path']);
  if (amount.currency !== undefined) check.path(amount.currency, ['amount', 'currency']);
  if (amount.in_cents !== undefined) check.isBoolean(amount.in_cents, ['amount', 'in_cents']);
}

function checkResult(check: Check, entry: Record<string, unknown>): void {
  const { result, result_fields, confidentiality } = entry;
  if (result !== undefined) check.oneOf(result, ['result'], RESULT_SOURCES);
  if (confidentiality !== undefined) check.oneOf(confidentiality, ['confidentiality'], CONFIDENTIALITIES);
  if (result_fields === undefined || !check.object(result_fields, ['result_fields'])) return;
  const fields = Object.entries(result_fields);
  if (fields.length > MAX_RESULT_FIELDS) {
    check.fault(['result_fields'], `It must have at most ${MAX_RESULT_FIELDS} members`);
    return;
  }
  for (const [name, source] of fields) {
    check.text(name, ['result_fields'], MAX_VALUE_CHARACTERS);
    check.oneOf(source, ['result_fields', name], RESULT_SOURCES);
  }
}

function checkOrigin(check: Check, { seen, reasons }: Record<string, unknown>): void {
  if (seen !== undefined && check.object(seen, ['seen'], ['description_hash', 'schema_hash'])) {
    for (const name of ['description_hash', 'schema_hash']) {
      const hash = seen[name];
      if (typeof hash !== 'string' || !HASH.test(hash))
        check.fault(['seen', name], 'It must be sha256: and 64 hex digits');
    }
  }
  if (reasons === undefined || !check.object(reasons, ['reasons'])) return;
  const all = Object.entries(reasons);
  if (all.length > MAX_REASONS) check.fault(['reasons'], `It must have at most ${MAX_REASONS} members`);
  for (const [field, why] of all.slice(0, MAX_REASONS)) {
    check.text(field, ['reasons'], MAX_PATH_CHARACTERS);
    check.text(why, ['reasons', field], MAX_REASON_CHARACTERS);
  }
}

class Check {
  readonly #faults: EntryFault[];
  readonly #where: readonly string[];

  constructor(faults: EntryFault[], where: readonly string[]) {
    this.#faults = faults;
    this.#where = where;
  }

  fault(at: readonly string[], message: string): void {
    this.#faults.push({ field: [...this.#where, ...at], message, type: 'value_error' });
  }

  object(
    value: unknown,
    at: readonly string[],
    members?: readonly string[],
  ): value is Record<string, unknown> {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      this.fault(at, 'It must be an object');
      return false;
    }
    const foreign = members === undefined ? [] : Object.keys(value).filter((name) => !members.includes(name));
    for (const name of foreign.slice(0, 10)) this.fault([...at, name], 'There is no such member');
    return true;
  }

  list(
    value: unknown,
    at: readonly string[],
    most: number,
    each: (item: unknown, at: string[]) => void,
  ): void {
    if (value === undefined) return;
    if (!Array.isArray(value) || value.length > most) this.fault(at, `It must be a list of at most ${most}`);
    else for (const [place, item] of value.entries()) each(item, [...at, String(place)]);
  }

  text(value: unknown, at: readonly string[], most: number, least = 1): value is string {
    const isText = typeof value === 'string' && value.length >= least && value.length <= most;
    if (isText && !value.includes('\u0000') && value.isWellFormed()) return true;
    this.fault(at, `It must be a text of at most ${most} characters without U+0000`);
    return false;
  }

  name(value: unknown, at: readonly string[]): void {
    this.text(value, at, MAX_NAME_CHARACTERS);
  }

  path(value: unknown, at: readonly string[]): void {
    if (this.text(value, at, MAX_PATH_CHARACTERS) && !PATH.test(value)) {
      this.fault(at, 'It must be a path, such as to, message.to, recipients[*].email or $');
    }
  }

  oneOf(value: unknown, at: readonly string[], values: readonly unknown[]): void {
    if (!values.includes(value)) this.fault(at, `It must be one of ${values.join(', ')}`);
  }

  isBoolean(value: unknown, at: readonly string[]): void {
    if (typeof value !== 'boolean') this.fault(at, 'It must be true or false');
  }
}
