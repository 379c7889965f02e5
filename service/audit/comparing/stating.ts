/**
 * The check of a table whose rows are named by the records of their changes, as a declaration. Rows are read first:
 * each was written with its record, which a later read then finds. A record without its payload counts by its time.
 */
import type { JsonObject } from '@assize/evidence-format';
import type { Check, CheckContext, Tally } from '../registry.ts';
import { type Act, actsOfType } from './acts.ts';
import { type Fault, takeOut, tell } from './naming.ts';

/** A record with the change that it states. */
export type Stated = Pick<Act, 'id' | 'position' | 'action' | 'actor' | 'at'> & { change: JsonObject };

/** The records of one kind, in the order of the chain. */
export class Records {
  /** By the name of their row. */
  readonly named = new Map<string, Stated[]>();
  /** Their payload is gone, so each may account for one row. */
  readonly nameless: Act[] = [];

  of(name: string): readonly Stated[] {
    return this.named.get(name) ?? [];
  }

  add(name: string, record: Stated): void {
    const records = this.named.get(name);
    if (records === undefined) this.named.set(name, [record]);
    else records.push(record);
  }

  /** Takes a record without its payload that fits, which accounts for one row. @returns false if there is none. */
  accountsFor(fits: (record: Act) => boolean): boolean {
    return takeOut(this.nameless, fits);
  }
}

export interface Stating<Row, Kind extends string, Extra> {
  /** Reads something else before the records. */
  extra?(context: CheckContext): Promise<Extra>;
  rows(context: CheckContext): AsyncIterable<Row[]>;
  /** The name by which records call a row. */
  nameOf(row: Row): string;
  /** The parts of a change that concerns several rows. */
  partsOf?(change: JsonObject): JsonObject[];
  /** That name in a record, or in a part of it. */
  nameIn(change: JsonObject): string;
  /** The actions of each kind. */
  records: Readonly<Record<Kind, readonly string[]>>;
  /** The sentence on a record that names nothing. Without it, such a record counts like one whose payload is gone. */
  ofNothing?: string;
  /** Compares a record with those before it. @returns its fault, or null; undefined where there is nothing to compare. */
  onRecord?(
    kind: Kind,
    name: string,
    record: Stated,
    before: Readonly<Record<Kind, Records>>,
    extra: Extra,
  ): string | null | undefined;
  /** The subject of the sentences on a row. */
  it?(row: Row): string;
  compare(
    row: Row,
    records: Readonly<Record<Kind, Records>>,
    reading: { extra: Extra; context: CheckContext },
  ): Fault | readonly Fault[];
  /** The kind of records after which there is no row. */
  end?: NoInfer<Kind>;
  /** The sentence on a record that has no row. */
  left: Readonly<Partial<Record<Kind, Left>>>;
}

/** A text stands for all records. The other form tells records with a name from those without a payload. */
type Left = string | { named(name: string): string; nameless?: string };

export function stating<const Kind extends string, Row, Extra = undefined>(
  declared: Stating<Row, Kind, Extra>,
): Check {
  return async (tally, context) => {
    const rows = new Map<string, Row>();
    for await (const page of declared.rows(context))
      for (const row of page) rows.set(declared.nameOf(row), row);
    const extra = (await declared.extra?.(context)) as Extra;
    const records = await readRecords(tally, context, declared, extra);
    for (const row of rows.values()) {
      const faults = declared.compare(row, records, { extra, context });
      for (const fault of Array.isArray(faults) ? faults : [faults])
        tell(tally, fault, () => declared.it?.(row) ?? '');
    }
    for (const [kind, left] of Object.entries(declared.left) as [Kind, Left][]) {
      const { named, nameless } = typeof left === 'string' ? { named: () => left, nameless: left } : left;
      for (const [name, stated] of records[kind].named) {
        const [record] = stated;
        if (record === undefined || rows.has(name)) continue;
        const end = declared.end === undefined ? undefined : records[declared.end];
        const last = stated.at(-1) ?? record;
        const isOver = end !== undefined && (end.of(name).length > 0 || end.accountsFor(after(last)));
        if (isOver) tally.compared(null, record);
        else tally.unmatched([record], context.size, named(name));
      }
      if (nameless !== undefined) tally.unmatched(records[kind].nameless, context.size, nameless);
    }
  };
}

function after({ position }: Pick<Act, 'position'>): (record: Act) => boolean {
  return (record) => record.position > position;
}

type Reading<Kind extends string, Extra> = Pick<
  Stating<never, Kind, Extra>,
  'records' | 'partsOf' | 'nameIn' | 'ofNothing' | 'onRecord'
>;

async function readRecords<Kind extends string, Extra>(
  tally: Tally,
  context: CheckContext,
  { records, partsOf = (change) => [change], nameIn, ofNothing, onRecord }: Reading<Kind, Extra>,
  extra: Extra,
): Promise<Record<Kind, Records>> {
  const kinds = Object.keys(records) as Kind[];
  const found = Object.fromEntries(kinds.map((kind) => [kind, new Records()])) as Record<Kind, Records>;
  const actions = kinds.flatMap((kind) => records[kind]);
  for await (const page of actsOfType(context, 'governance_change', { actions })) {
    for (const act of page) {
      const kind = kinds.find((each) => records[each].includes(act.action));
      if (kind === undefined) continue;
      const { change, id, position, action, actor, at } = act;
      if (change === null && ofNothing !== undefined && !act.isGone) tally.compared(ofNothing, act);
      else if (change === null) found[kind].nameless.push(act);
      else {
        for (const part of partsOf(change)) {
          const stated = { id, position, action, actor, at, change: part };
          const fault = onRecord?.(kind, nameIn(part), stated, found, extra);
          if (fault !== undefined) tally.compared(fault, act);
          found[kind].add(nameIn(part), stated);
        }
      }
    }
  }
  return found;
}

/** Members are recorded in production. */
export function inProduction(check: Check): Check {
  return async (tally, context) => {
    if (context.environment === 'production') await check(tally, context);
  };
}
