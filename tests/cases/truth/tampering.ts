/** The shape of a case: a change of the tables without the service, and the registry that must name it. */
import type { Database } from '@assize/service/database/open.ts';
import type { Tables } from '@assize/service/database/tables/index.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Filled } from '../../support/truth/truth-parts.ts';

export interface Tampering {
  promise: string;
  tables: (keyof Tables)[];
  tamper(db: Database, filled: Filled): Promise<unknown>;
  registry: string;
  /** null if it concerns no artifact. */
  index: (filled: Filled) => number | null;
  what: RegExp;
}

export const run = (statement: (filled: Filled) => RawBuilder<unknown>) => (db: Database, filled: Filled) =>
  statement(filled).execute(db);
export const at = (name: string) => (filled: Filled) => filled.at[name] ?? -1;
export const nowhere = () => null;
export const OTHER_HASH = Buffer.alloc(32, 7);
export const NO_ID = 'ev_0123456789abcdef01234567';

export const payloadOf = (name: string, from: string, to: string) => async (db: Database, filled: Filled) => {
  const place = (query: { chain: number; position: number }) => query;
  const { chain, position } = place({ chain: filled.chain, position: filled.at[name] ?? -1 });
  const { payload } = await db
    .selectFrom('artifact_payloads')
    .select('payload')
    .where('chain', '=', chain)
    .where('position', '=', position)
    .executeTakeFirstOrThrow();
  const text = Buffer.from(payload).toString('utf8');
  if (!text.includes(from)) throw new Error(`${text} does not have ${from}`);
  await db
    .updateTable('artifact_payloads')
    .set({ payload: Buffer.from(text.replace(from, to)) })
    .where('chain', '=', chain)
    .where('position', '=', position)
    .execute();
};

export const artifact = (name: string, change: (filled: Filled) => RawBuilder<unknown>) =>
  run(
    (filled) =>
      sql`UPDATE artifacts SET ${change(filled)} WHERE chain = ${filled.chain} AND id = ${filled.ids[name]}`,
  );
