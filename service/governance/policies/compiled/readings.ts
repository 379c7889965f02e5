/**
 * Reads rules from their sources without holding up other requests: one at a time on a node, each in its turn of the
 * event loop, and each source only once while it is remembered. A reading contains no data of a tenant, and is the
 * same for every author.
 */
import { countWork, isTurnUsedUp, nextTurn } from '../../../foundation/turns.ts';
import { Definitions, type WrittenDefinitions } from '../cel/definitions.ts';
import { type Reading, readCondition } from '../cel/expression.ts';
import { UNITS_OF_READING_A_CHARACTER, UNITS_OF_REFUSING } from '../cel/syntax/limits.ts';

/** The limit for all sources together: enough for a few drafts that are tried again and again. */
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
  // A rule of a policy with definitions is not remembered, since the policy's lists would be kept too.
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
export async function definitionsOf(written: WrittenDefinitions, chain = 0): Promise<Definitions | null> {
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
