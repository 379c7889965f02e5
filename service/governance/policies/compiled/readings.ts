/**
 * Rules read from their sources while others go on: one at a time on a node, each in its turn of the event loop, and each
 * source once, as long as it is remembered. What was read holds no tenant's data, and is the same for every author.
 */
import { countWork, isTurnUsedUp, nextTurn } from '../../../foundation/turns.ts';
import { Definitions, type WrittenDefinitions } from '../cel/definitions.ts';
import { type Reading, readCondition } from '../cel/expression.ts';
import { UNITS_OF_READING_A_CHARACTER, UNITS_OF_REFUSING } from '../cel/syntax/limits.ts';

/** Of sources, together: what some drafts have, tried again and again. */
const MAX_CHARACTERS = 512 * 1024;

/** Readings by source, the most recently used last. */
const remembered = new Map<string, Reading>();
let characters = 0;

/** @param chain whose turn it takes. */
export async function readInTurn(
  source: string,
  chain: number,
  definitions: Definitions | null = null,
): Promise<Reading> {
  // What names a policy's own is not remembered: its lists would be.
  if (definitions !== null) return worked(source, chain, () => readCondition(source, definitions));
  while (!remembered.has(source) && isTurnUsedUp()) await nextTurn(chain);
  const before = remembered.get(source);
  if (before !== undefined) {
    remembered.delete(source);
    remembered.set(source, before);
    return before;
  }
  const reading = readCondition(source);
  const { length } = reading.faults;
  countWork(length > 0 ? UNITS_OF_REFUSING : source.length * UNITS_OF_READING_A_CHARACTER);
  remember(source, reading);
  return reading;
}

function remember(source: string, reading: Reading): void {
  remembered.set(source, reading);
  characters += source.length;
  for (const [oldest] of remembered) {
    if (characters <= MAX_CHARACTERS) return;
    remembered.delete(oldest);
    characters -= oldest.length;
  }
}

/** The same for the variables and lists of a policy. @returns null where it has none. */
export async function defineInTurn(written: WrittenDefinitions, chain: number): Promise<Definitions | null> {
  const { variables = [], lists = {} } = written;
  if (variables.length === 0 && Object.keys(lists).length === 0) return null;
  const definitions = new Definitions(written);
  for (const [place, variable] of variables.entries()) {
    await worked(variable.expression, chain, () => definitions.add(variable, place));
  }
  return definitions;
}

async function worked<T>({ length }: string, chain: number, read: () => T): Promise<T> {
  while (isTurnUsedUp()) await nextTurn(chain);
  const result = read();
  countWork(length * UNITS_OF_READING_A_CHARACTER);
  return result;
}
