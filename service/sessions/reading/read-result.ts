/** Reads the values of a result, and packs their keyed hashes. The text of the result goes no further. */
import { type ResultReader, valuesOfResult } from '@assize/act-reading/values';
import type { TargetHashes } from '../../targets/known/index.ts';
import { CONTENT, HASH_BYTES, MADE, OWN, packed, UNDECLARED } from '../values/packed.ts';
import type { ReadAnswer, ReadQuestion } from './question.ts';

const CLASSES = { own: OWN, content: CONTENT } as const;
const NOTHING_SAID: ResultReader = { source: null, fields: {} };

export function readResult(
  hashes: TargetHashes,
  { chain, result, source, fields, made }: ReadQuestion,
): ReadAnswer {
  const hashOf = (name: string) => hashes.textOf(chain, name).slice(0, HASH_BYTES);
  const { values, incomplete } = valuesOfResult(result, { source, fields });
  const given = made === null ? null : valuesOfResult(made, NOTHING_SAID);
  // If not all of the arguments are known, no value can be said to be new.
  const known = given === null || given.incomplete ? null : new Set(given.values.map(({ name }) => name));
  const classes = new Map<string, number>();
  for (const { name, source: from } of values) {
    const isMade = known !== null && from !== 'content' && !known.has(name);
    const hash = hashOf(name);
    const own = from === null ? UNDECLARED : CLASSES[from];
    classes.set(hash, (classes.get(hash) ?? 0) | own | (isMade ? MADE : 0));
  }
  for (const [hash, all] of classes) if ((all & CONTENT) !== 0) classes.set(hash, all & ~MADE);
  return { packed: packed(classes), incomplete };
}
