/** Removes a tenant with all its rows in every table, and the people who have no other place. Nothing of it stays. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { chainId } from '../../database/chain-id.ts';
import type { Tables } from '../../database/tables/index.ts';
import { openSigningFolder } from '../../proof/log/index.ts';
import type { Tenant } from '../../tenants/index.ts';
import type { Service } from '../../wiring.ts';

/** Rows that refer to others go before them. */
const LAST = ['chains', 'tenants'];
/** A service that runs beside this notices within a second that its chains are gone. */
const SETTLES_MS = 2500;
/** Stands before the numbers of the chains of a demo that is being removed. */
const REMOVING = 'removing ';

interface Owned {
  tenantId: string;
  chains: readonly number[];
}

/**
 * The row of the tenant goes last, and names its chains meanwhile: so a removal that was killed is finished by the next.
 * @returns how many rows were removed.
 */
export async function removeTenant(service: Service, { tenantId, demo }: Tenant): Promise<number> {
  const { db, config } = service;
  const rows = await db.selectFrom('chains').select('chain').where('tenant_id', '=', tenantId).execute();
  const begun = demo?.startsWith(REMOVING) ? demo.slice(REMOVING.length).split(' ').map(Number) : [];
  const owned = { tenantId, chains: [...new Set([...begun, ...rows.map(({ chain }) => chain)])] };
  const removed = await db.transaction().execute(async (tx) => {
    const people = await removePeople(tx, tenantId);
    const others = await removeRows(tx, owned, ['tenants']);
    const left = `${REMOVING}${owned.chains.join(' ')}`;
    await tx.updateTable('tenants').set({ demo: left }).where('tenant_id', '=', tenantId).execute();
    return people + others;
  });
  await sleep(SETTLES_MS);
  // A note of a chain that is gone would look like lost evidence.
  const folder = await openSigningFolder(config.signingDir, 'demo');
  for (const chain of owned.chains) await folder.forgetChain(chainId(chain));
  // A running service may have written more meanwhile.
  return removed + (await removeRows(db, owned));
}

type Db = Kysely<Tables>;

/** Each table that names tenants or chains, whichever they are in this version. */
async function removeRows(
  db: Db,
  { tenantId, chains }: Owned,
  except: readonly string[] = [],
): Promise<number> {
  const tables = await db.introspection.getTables();
  const ordered = tables.toSorted((one, other) => LAST.indexOf(one.name) - LAST.indexOf(other.name));
  let removed = 0;
  for (const { name, columns } of ordered) {
    const has = (column: string) => columns.some((each) => each.name === column);
    const conditions = [
      ...(has('tenant_id') && name !== 'person_sessions' ? [sql`tenant_id = ${tenantId}`] : []),
      ...(has('chain') && chains.length > 0 ? [sql`chain IN (${sql.join(chains)})`] : []),
    ];
    if (conditions.length === 0 || except.includes(name)) continue;
    const where = sql.join(conditions, sql` OR `);
    const { numAffectedRows = 0n } = await sql`DELETE FROM ${sql.table(name)} WHERE ${where}`.execute(db);
    removed += Number(numAffectedRows);
  }
  return removed;
}

/** The rows that only name a person. */
const OF_PEOPLE = [
  ['person_accounts', 'user_id'],
  ['person_passkeys', 'user_id'],
  ['person_second_factors', 'user_id'],
  ['person_sessions', 'user_id'],
  ['person_verifications', 'value'],
  ['people', 'id'],
] as const;

/** A person who has, or had, a place elsewhere stays: the evidence there names them. */
async function removePeople(db: Db, tenantId: string): Promise<number> {
  // People who stay in other tenants no longer look at this one.
  await db
    .updateTable('person_sessions')
    .set({ tenant_id: null })
    .where('tenant_id', '=', tenantId)
    .execute();
  const elsewhere = db.selectFrom('members').select('user_id').where('tenant_id', '<>', tenantId);
  const own = db
    .selectFrom('members')
    .select('user_id')
    .where('tenant_id', '=', tenantId)
    .where('user_id', 'not in', elsewhere);
  const ids = (await own.execute()).map(({ user_id }) => user_id);
  if (ids.length === 0) return 0;
  let removed = 0;
  for (const [table, column] of OF_PEOPLE) {
    const { numAffectedRows = 0n } =
      await sql`DELETE FROM ${sql.table(table)} WHERE ${sql.ref(column)} IN (${sql.join(ids)})`.execute(db);
    removed += Number(numAffectedRows);
  }
  return removed;
}
