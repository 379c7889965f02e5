/**
 * The check of a table whose rows name their artifacts, as a declaration. Rows are read first: each was written
 * together with its artifact, which a later read then finds.
 */
import { canonicalJson, type JsonObject } from '@assize/evidence-format';
import type { RareType } from '../../evidence/reading/index.ts';
import type { Check, CheckContext, Place, Tally } from '../registry.ts';
import { type Act, actsNamedIn, actsOfType } from './acts.ts';
import { Positions } from './positions.ts';

/** Each is one comparison; null where the two agree. A phrase goes on from `it`; a sentence ends with a full stop. */
export type Fault = string | null | { what: string | null | readonly string[]; at: Place | undefined };

export type Named<Column extends string> = { readonly [C in Column]: Act | undefined };

export interface Naming<Row, Column extends string, Extra> {
  /** Reads something else first. */
  extra?(context: CheckContext): Promise<Extra>;
  rows(context: CheckContext): AsyncIterable<Row[]>;
  /** The columns that name artifacts. A fault is reported at the artifact that the first of them names. */
  names: readonly Column[];
  /** The subject of the sentences on a row. */
  it?(row: Row): string;
  /** @param noted the positions of artifacts that earlier rows have named. */
  compare(
    row: Row,
    acts: Named<Column>,
    reading: { extra: Extra; noted: Positions; context: CheckContext },
  ): Fault | readonly Fault[] | Promise<Fault>;
  /** Sentences on artifacts that no row names: changes of governance by their action, others by their type. */
  changes?: Readonly<Record<string, string>>;
  types?: Readonly<Partial<Record<RareType, string>>>;
  /** True if the artifact need not be named any longer. */
  mayBeUnnamed?(act: Act, extra: Extra): boolean;
  /** Shared between tables that name the same artifacts. */
  noted?(context: CheckContext): Positions;
}

export function naming<
  const Column extends string,
  Row extends Readonly<Record<Column, string | null>>,
  Extra = undefined,
>(declared: Naming<Row, Column, Extra>): Check {
  return async (tally, context) => {
    const { names, it = () => '', compare, changes = {}, types = {} } = declared;
    const extra = (await declared.extra?.(context)) as Extra;
    const noted = declared.noted?.(context) ?? new Positions(context.size);
    const [first] = names;
    for await (const rows of declared.rows(context)) {
      const acts = await actsNamedIn<Column>(context, rows, ...names);
      for (const row of rows) {
        const own = Object.fromEntries(names.map((column) => [column, acts.get(row[column] ?? '')]));
        const faults = await compare(row, own as Named<Column>, { extra, noted, context });
        const place = first && { position: own[first]?.position, id: row[first] ?? undefined };
        for (const fault of Array.isArray(faults) ? faults : [faults])
          tell(tally, fault, () => it(row), place);
        for (const act of Object.values(own)) if (act !== undefined) noted.add(act.position);
      }
    }
    const mayBeUnnamed = declared.mayBeUnnamed ?? (() => false);
    const isLeft = (act: Act) => !noted.has(act.position) && !mayBeUnnamed(act, extra);
    const end = context.size;
    const actions = Object.keys(changes);
    if (actions.length > 0) {
      for await (const page of actsOfType(context, 'governance_change', { actions, end }))
        for (const act of page.filter(isLeft)) tally.compared(changes[act.action] ?? null, act);
    }
    for (const type of Object.keys(types) as RareType[]) {
      for await (const page of actsOfType(context, type, { end }))
        for (const act of page.filter(isLeft)) tally.compared(types[type] ?? null, act);
    }
  };
}

/** Counts one comparison. @param it the start of its sentence. @param place where it is reported unless the fault says. */
export function tell(tally: Tally, fault: Fault, it: () => string, place?: Place): void {
  const { what, at } = typeof fault === 'object' && fault !== null ? fault : { what: fault, at: place };
  tally.checked();
  for (const each of what === null ? [] : [what].flat())
    tally.gap(each.endsWith('.') ? each : `${it()} ${each}.`, at);
}

/** One check after another. */
export function inTurn(...checks: readonly Check[]): Check {
  return async (tally, context) => {
    for (const check of checks) await check(tally, context);
  };
}

/** The recorded value and the row's value, by name. */
type Parts = Readonly<Record<string, readonly [unknown, unknown]>>;

/** The names of the parts that differ. */
export function differing(parts: Parts): string[] {
  return Object.entries(parts).flatMap(([name, [one, other]]) => (one === other ? [] : [name]));
}

/** The parts in which a row differs from its change of governance; a change whose payload is gone states no others. */
export function differingFrom(
  act: Act,
  { at, by }: { at: number | null; by: string | null },
  stated: (change: JsonObject) => Parts,
): string[] {
  const { change } = act;
  const stating = change === null ? { 'what it is': [act.isGone, true] as const } : stated(change);
  return differing({ 'the time': [act.at, at], 'who it was': [act.actor, by], ...stating });
}

/**
 * Whether an artifact states this change. For records that are never removed: what they say is always there.
 * @param wanted as columns have it: objects as canonical JSON, and null where the change does not name it.
 */
export function isStated(
  act: Act | undefined,
  { action, at, by }: { action: string; at: number | null; by: string | null },
  wanted: Readonly<Record<string, string | null>>,
): act is Act {
  if (act?.type !== 'governance_change' || act.action !== action || act.at !== at || act.actor !== by)
    return false;
  return Object.entries(wanted).every(([name, value]) => {
    const stated = act.change?.[name] ?? null;
    return (typeof stated === 'object' && stated !== null ? canonicalJson(stated) : stated) === value;
  });
}

/** Takes the first item that fits out of the list. @returns whether there was one. */
export function takeOut<Item>(items: Item[], fits: (item: Item) => boolean): boolean {
  const place = items.findIndex(fits);
  if (place >= 0) items.splice(place, 1);
  return place >= 0;
}
