/**
 * The part that each field plays in an act, by its name, its format, its parents' names and its description: who is
 * told, who is paid, who gets access, where it happens, what it acts on.
 */

import { setOf } from '../../../lists.ts';
import type { Effect } from '../../../targets/index.ts';
import { MAX_TARGETS } from '../../entry.ts';
import type { Field } from '../document/fields.ts';
import type { Subject } from '../effect/subject.ts';
import { commandsOf, listsOf } from './commands.ts';
import { type Deed, deedOf } from './deed.ts';
import type { Part } from './part.ts';
import { personOf, settled } from './people.ts';
import { stemsOf } from './stems.ts';
import { attachmentOf, byFormat, isLevel, objectOf, placeOf } from './things.ts';

/** Things that people often call by their numbers. */
const NUMBERED = setOf('issue pr ticket order invoice case');
const ORDER = ['payee', 'recipient', 'grantee', 'program', 'link', 'place', 'object'];

/**
 * Takes the elements of a list in place of the list; those who are told or paid come before things that are acted on.
 */
export function partsOf(subject: Subject, effects: ReadonlySet<Effect>): Part[] {
  const deed = deedOf(subject, effects);
  const lists = listsOf(subject);
  const run = new Set(commandsOf(subject, effects).map(({ path }) => path));
  const found = subject.fields.flatMap((field) => {
    const isLeaf = !lists.has(field.path) && field.type !== 'object';
    const part = isLeaf ? partOf(field, deed) : null;
    const isOfRun =
      part !== null && (part.role === 'object' || /[.[]/.test(part.path)) && isRun(part.path, run);
    return part === null || isOfRun ? [] : [part];
  });
  return settled([...found, ...required(subject, found, effects)])
    .sort((one, other) => ORDER.indexOf(one.role) - ORDER.indexOf(other.role))
    .slice(0, MAX_TARGETS);
}

/** Whether the field is the run text, or inside it. */
function isRun(path: string, run: ReadonlySet<string>): boolean {
  return run.has(path) || [...run].some((one) => path.startsWith(`${one}[`) || path.startsWith(`${one}.`));
}

/** A deleted thing must be named somewhere: if no field is known to, the required ones are taken. */
function required({ fields }: Subject, found: readonly Part[], effects: ReadonlySet<Effect>): Part[] {
  if (!effects.has('delete') || found.length > 0) return [];
  return fields
    .filter((field) => field.required && field.type === 'string' && field.values.length === 0)
    .map(({ path, name }) => ({
      path,
      kind: 'object',
      role: 'object',
      why: `the tool deletes, and needs the field ${name}`.slice(0, 250),
    }));
}

/** @returns null for a field that names neither a person nor a thing. */
function partOf(field: Field, deed: Deed): Part | null {
  if (!mayName(field)) return null;
  const goesAlong = attachmentOf(field, deed);
  if (goesAlong !== null) return goesAlong;
  for (const stem of stemsOf(field)) {
    const found = personOf(stem, field, deed) ?? placeOf(stem, field, deed);
    if (found === 'aside') return null;
    if (found !== null) return found;
  }
  return byFormat(field, deed) ?? objectOf(field, deed);
}

/** Counts of things: `maximum_number_of_urls`, `max_recipients`. */
function isCount(words: readonly string[]): boolean {
  const [first = ''] = words;
  const isBound = words.length > 1 && /^(?:max|maximum|min|minimum|num|limit|total)$/.test(first);
  const isNumberOf = words.some((word, at) => /^(?:number|count)$/.test(word) && words[at + 1] === 'of');
  return isBound || isNumberOf || words.at(-1) === 'count';
}

function mayName({ type, words, values }: Field): boolean {
  if (isCount(words)) return false;
  if (values.length > 0 && type !== 'array' && !isLevel(words)) return false;
  if (type === 'string' || type === '' || type === 'array') return words.length > 0;
  if (type !== 'integer' && type !== 'number') return false;
  if (words.some((word) => NUMBERED.has(word))) return true;
  return words.some((word) => ['id', 'number', 'iid', 'key', 'sid', 'chat'].includes(word));
}
