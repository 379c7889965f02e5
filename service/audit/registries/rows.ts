/**
 * How registries read: tables by the column that identifies their rows, the artifacts that rows name, and records each
 * of which accounts for one row.
 */
import { type SelectQueryBuilder, sql } from 'kysely';
import { type LeafAndPayload, leavesById, PAGE_ROWS, pagesOf } from '../../evidence/reading/index.ts';
import type { CheckContext } from '../registry.ts';

/**
 * The rows of a query, a page at a time.
 * @param column identifies them by a text, which is never empty. @param from its name in the query.
 */
export function pagesBy<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  column: keyof Row & string,
  from: string = column,
): AsyncGenerator<Row[], void> {
  const key = sql.ref(from);
  return pagesOf((after: Row | undefined) =>
    query
      .where(key, '>', after?.[column] ?? '')
      .orderBy(key)
      .limit(PAGE_ROWS)
      .execute(),
  );
}

/** All rows of a query, by the column that identifies them. */
export async function rowsBy<
  DB,
  TB extends keyof DB,
  Column extends string,
  Row extends Record<Column, string>,
>(query: SelectQueryBuilder<DB, TB, Row>, column: Column): Promise<Map<string, Row>> {
  const rows = new Map<string, Row>();
  for await (const page of pagesBy(query, column)) for (const row of page) rows.set(row[column], row);
  return rows;
}

/** The artifacts that these columns name, by id. */
export function leavesNamedIn<Column extends string>(
  { db, chain }: CheckContext,
  rows: readonly Readonly<Record<Column, string | null>>[],
  ...columns: readonly Column[]
): Promise<Map<string, LeafAndPayload>> {
  return leavesById(
    db,
    chain,
    rows.flatMap((row) => columns.flatMap((column) => row[column] ?? [])),
  );
}

/** Takes the first item that fits out of the list. @returns whether there was one. */
export function takeOut<Item>(items: Item[], fits: (item: Item) => boolean): boolean {
  const place = items.findIndex(fits);
  if (place >= 0) items.splice(place, 1);
  return place >= 0;
}
