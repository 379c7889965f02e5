/** Reads the values of a result, and packs their keyed hashes. The text of the result goes no further. */
import type { ResultSource } from '@assize/act-reading/tools';
import { type ResultReader, valuesOfResult } from '@assize/act-reading/values';
import type { TargetHashes } from '../../targets/known/index.ts';
import { CONTENT, HASH_BYTES, MADE, OWN, packed, UNDECLARED } from '../values/packed.ts';
import type { ReadAnswer, ReadQuestion } from './question.ts';

const NOTHING_SAID: ResultReader = { source: null, fields: {} };

export function readResult(
  hashes: TargetHashes,
  { chain, result, source, fields, given, doesMoreThanRead }: ReadQuestion,
): ReadAnswer {
  const hashOf = (name: string) => hashes.textOf(chain, name).slice(0, HASH_BYTES);
  const { values, incomplete } = valuesOfResult(result, { source, fields });
  const asked = valuesOfResult(given, NOTHING_SAID);
  const inArguments = new Set(asked.values.map(({ name }) => name));
  // If not all of the arguments are known, any value may be an echo of them.
  const isEcho = (name: string) => asked.incomplete || inArguments.has(name);
  const classes = new Map<string, number>();
  for (const { name, source: from } of values) {
    const hash = hashOf(name);
    classes.set(hash, (classes.get(hash) ?? 0) | classOf(from, isEcho(name), doesMoreThanRead));
  }
  for (const [hash, all] of classes) if ((all & CONTENT) !== 0) classes.set(hash, all & ~MADE);
  return { packed: packed(classes), incomplete };
}

/** A register that repeats what it was asked says nothing about it. */
function classOf(source: ResultSource | null, isEcho: boolean, doesMoreThanRead: boolean): number {
  if (source === 'content') return CONTENT;
  if (isEcho) return UNDECLARED;
  return (source === 'own' ? OWN : UNDECLARED) | (doesMoreThanRead ? MADE : 0);
}
