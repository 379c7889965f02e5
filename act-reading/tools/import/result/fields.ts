/**
 * Proposes where single members of a result come from, by the schema of a tool's output. A name counts wherever it
 * stands in the result, so a name with two meanings is a stranger's.
 */

import type { JsonObject } from '@assize/evidence-format';
import { TEXT } from '../../../lexicon/field-names.ts';
import { saysNothing } from '../../../lexicon/nouns.ts';
import * as LIST from '../../../lexicon/results.ts';
import { nameKey } from '../../../names/index.ts';
import { countWork } from '../../../work.ts';
import type { ResultSource } from '../../entry.ts';
import { type Field, type Fields, fieldsOf } from '../document/fields.ts';
import type { Told } from './source.ts';

/** An entry has at most 80 reasons, of which its other fields need up to 56. */
const MAX_PROPOSED = 24;
const MAX_NAME_CHARACTERS = 64;

export interface ResultMembers {
  /** For all other members: content if the schema is too large to tell all members apart. */
  source: Told<ResultSource>;
  fields: readonly [name: string, told: Told<ResultSource>][];
}

/** @param root the document that references of the output's schema point into. */
export function resultFieldsOf(
  output: JsonObject,
  root: JsonObject,
  source: Told<ResultSource>,
): ResultMembers {
  // As a member, a list without a name is read like any other.
  const read = fieldsOf({ properties: { result: output } }, root);
  // Measured: 12 µs per field.
  countWork(read.all.length * 1_200);
  const fields = toldIn(read, source.value === 'own' ? judgeOwn : judgeContent);
  const isWhole = read.incomplete === null && read.unreachable === null && !read.all.some(isDeepest);
  if (
    isWhole &&
    fields.length <= MAX_PROPOSED &&
    fields.every(([name]) => name.length <= MAX_NAME_CHARACTERS)
  )
    return { source, fields };
  if (source.value === 'content') return { source, fields: [] };
  const why = 'its output has too many members to tell which of them others may have written';
  return { source: { value: 'content', why }, fields: [] };
}

/** {@link fieldsOf} looks no deeper. */
function isDeepest({ path }: Field): boolean {
  return (path.match(/\.|\[/g)?.length ?? 0) >= 7;
}

function toldIn({ all }: Fields, judge: (field: Field) => Told<ResultSource> | null) {
  // Other spellings of a name count as the same.
  const told = new Map<string, [name: string, told: Told<ResultSource>]>();
  for (const field of all) {
    const found = /^result(\[\*\])*$/.test(field.path) ? null : judge(field);
    const key = nameKey(field.name);
    if (found !== null && told.get(key)?.[1].value !== 'content') told.set(key, [field.name, found]);
  }
  return [...told.values()];
}

/** Even a register that the tenant keeps has free texts, such as the notes on a customer. */
function judgeOwn({ words, type, values }: Field): Told<ResultSource> | null {
  const isText = TEXT.has(words.join('_')) || TEXT.has(words.at(-1) ?? '');
  if (!isText || values.length > 0 || (type !== 'string' && type !== '')) return null;
  return { value: 'content', why: 'a free text' };
}

/** In what others wrote, only the ids of things are the service's own; the ids of people are not. */
function judgeContent({ words, parents, type, format }: Field): Told<ResultSource> | null {
  const last = words.at(-1) ?? '';
  if (LIST.PARTIES.has(words.join('_')) || LIST.PARTIES.has(last)) {
    return { value: 'content', why: 'whom a text comes from or names, its author decides' };
  }
  if (last !== 'id') return null;
  const thing = words.slice(0, -1).join('_');
  const isOfThing = (thing === '' || LIST.NUMBERED.has(thing)) && parents.every(isThing);
  const isPlain = (type === 'string' || type === 'integer') && format !== 'uri' && format !== 'email';
  if (isOfThing && isPlain) return { value: 'own', why: 'an id that the service gives' };
  return { value: 'content', why: 'an id that an outsider may have chosen' };
}

function isThing(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  return last === 'result' || saysNothing(last) || LIST.NUMBERED.has(last) || LIST.OUTSIDERS.has(last);
}
