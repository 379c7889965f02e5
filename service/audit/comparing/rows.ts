/** The tables as comparisons read them: page by page, by the columns that identify their rows. */
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Tables } from '../../database/tables/index.ts';
import { PAGE_ROWS, pagesOf, valuesOf } from '../../evidence/reading/index.ts';
import type { ChainOfRows, CheckContext } from '../registry.ts';

/**
 * The rows of a query, a page at a time.
 * @param columns identify them together. Where the query has two of one name, it is to be `table.column`.
 * @param pageRows how many at once.
 */
export function pagesBy<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  columns: string | readonly string[],
  pageRows = PAGE_ROWS,
): AsyncGenerator<Row[], void> {
  const list = (parts: readonly unknown[]) => sql`(${sql.join(parts)})`;
  const names = [columns].flat();
  const keys = names.map((column) => sql.ref(column));
  const ordered = keys.reduce((each, key) => each.orderBy(key), query.limit(pageRows));
  const valuesIn = (row: Row) => names.map((name) => row[name.split('.').at(-1) as keyof Row]);
  return pagesOf(
    (after: Row | undefined) =>
      after === undefined
        ? ordered.execute()
        : ordered.where(sql<boolean>`${list(keys)} > ${list(valuesIn(after))}`).execute(),
    pageRows,
  );
}

export type RowOf<T extends keyof Tables> = Selectable<Tables[T]>;

type TenantTable =
  | 'api_keys'
  | 'member_groups'
  | 'member_invitations'
  | 'members'
  | 'directories'
  | 'directory_users'
  | 'stand_ins'
  | 'token_parties'
  | 'issuers'
  | 'token_revocations'
  | 'chat_accounts';
type ChainTable = { [T in keyof Tables]: Tables[T] extends { chain: number } ? T : never }[keyof Tables];

/** The rows that a table has of the chain. */
export function rowsOf<T extends ChainTable>({ db, chain }: ChainOfRows, table: T) {
  const rows = db
    .selectFrom(table as 'halts')
    .selectAll()
    .where('chain', '=', chain);
  return rows as unknown as SelectQueryBuilder<Tables, T, RowOf<T>>;
}

/** The rows that a table has of the tenant. */
export function rowsOfTenant<T extends TenantTable>({ db, tenantId }: CheckContext, table: T) {
  const rows = db
    .selectFrom(table as 'members')
    .selectAll()
    .where('tenant_id', '=', tenantId);
  return rows as unknown as SelectQueryBuilder<Tables, T, RowOf<T>>;
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

/** The rows whose column has one of these texts. Joined, so that SQLite looks up each: see `queryByIds`. */
export async function rowsNamed<T extends ChainTable>(
  context: ChainOfRows,
  table: T,
  column: keyof RowOf<T> & string,
  texts: readonly string[],
): Promise<RowOf<T>[]> {
  if (texts.length === 0) return [];
  const rows = await context.db
    .selectFrom(valuesOf(texts).as('wanted'))
    .crossJoin(table as 'halts')
    .selectAll(table as 'halts')
    .where('chain', '=', context.chain)
    .whereRef(column as 'halt_id', '=', 'wanted.column1')
    .execute();
  return rows as unknown as RowOf<T>[];
}
