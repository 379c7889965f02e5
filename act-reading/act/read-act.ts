/**
 * Reads what an action does from its name and arguments, by the catalogue: its effects, whom and what it reaches, and
 * what its contents do. Pure: the same catalogue and request always give the same reading. What can't be read is
 * listed as unreadable, and never left out.
 */
import type { JsonObject } from '@assize/evidence-format';
import { EFFECTS, type Effect } from '../targets/index.ts';
import type { Catalogue, ToolEntry } from '../tools/index.ts';
import { allowance, argumentsOf, readPath } from './arguments/arguments.ts';
import { Collector } from './collector.ts';
import { greatestNumber, type NumberAt } from './money/greatest-number.ts';
import type { Readers } from './readers.ts';
import { emptyReading, nameOf, type Reading, raise } from './reading.ts';

export interface ActRequest {
  action: string;
  context: Readonly<Record<string, unknown>>;
}

export function readAct(catalogue: Catalogue, { action, context }: ActRequest, readers: Readers): Reading {
  const match = catalogue.match(action);
  const reading = emptyReading();
  for (const floor of match.floors) raise(reading, floor);
  if ('unlisted' in match) {
    return { ...reading, unlisted: match.unlisted === 'empty' ? null : match.unlisted };
  }
  const { tool, all } = match;
  reading.tool = { id: tool.id, name: nameOf(tool.entry) };
  const given = argumentsOf(context);
  const collector = new Collector(reading, readers);
  for (const { entry } of all) {
    raise(reading, entry);
    if (typeof given === 'string') collector.addUnreadable(entry, given);
    else collector.add(entry, given);
  }
  if (typeof given !== 'string') collector.finish(given);
  reading.effects = EFFECTS.filter((effect) => collector.effects.has(effect));
  reading.greatest_number = greatestIn(
    given,
    reading.effects,
    all.map(({ entry }) => entry),
  );
  return reading;
}

function greatestIn(
  given: JsonObject | string,
  effects: readonly Effect[],
  entries: readonly ToolEntry[],
): NumberAt | null {
  const pays = effects.includes('pay');
  if (typeof given === 'string') return pays ? { path: 'arguments', value: null } : null;
  if (effects.every((effect) => effect === 'read')) return null;
  return greatestNumber(given, allowance(), { inCents: placesInCents(entries, given), pays });
}

function placesInCents(entries: readonly ToolEntry[], given: JsonObject): ReadonlySet<string> {
  const places = entries.flatMap(({ amount }) => {
    if (amount?.in_cents !== true) return [];
    const found = readPath(given, amount.path, allowance());
    return 'unreadable' in found ? [] : found.values.map(({ path }) => path);
  });
  return new Set(places);
}
