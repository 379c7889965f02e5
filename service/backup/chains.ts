/** How far each chain reaches, by the same query in the running database and in its backup. */
import { canonicalJson, formatHash } from '@assize/evidence-format';
import { sql } from 'kysely';
import { chainId } from '../database/chain-id.ts';
import type { Database } from '../database/open.ts';
import { type BackedUpChain, BackupFault } from './manifest.ts';

/** The head row, and beside it the hash of the artifact that it must name; null where that is missing. */
export const HEADS = `SELECT c.chain AS chain, t.name AS tenant, c.environment AS environment, c.size AS size,
    c.head_hash AS head_hash, p.note AS checkpoint,
    (SELECT a.hash FROM artifacts a WHERE a.chain = c.chain AND a.position = c.size - 1) AS last_hash
  FROM chains c JOIN tenants t ON t.tenant_id = c.tenant_id LEFT JOIN checkpoints p ON p.chain = c.chain
  ORDER BY c.chain`;

export const LAST_MIGRATION = 'SELECT max(version) AS version FROM schema_migrations';

export interface HeadRow {
  chain: number;
  tenant: string;
  environment: string;
  size: number;
  head_hash: Uint8Array;
  checkpoint: string | null;
  last_hash: Uint8Array | null;
}

export interface Contents {
  chains: BackedUpChain[];
  migration: number;
}

/** @throws {BackupFault} where a chain does not end as its head row says. */
export function contentsOf(heads: readonly HeadRow[], migration: number): Contents {
  const chains = heads.map((row) => {
    const [head, last] = [row.head_hash, row.last_hash].map((hash) => hash && formatHash(hash));
    if (row.size > 0 && head !== last) {
      throw new BackupFault(`The chain of ${row.tenant}/${row.environment} does not end as its head says.`);
    }
    const { tenant, environment, size, checkpoint } = row;
    return { chain: chainId(row.chain), tenant, environment, size, checkpoint, head_hash: head ?? '' };
  });
  return { chains, migration };
}

export async function contentsIn(db: Database): Promise<Contents> {
  const { rows } = await sql.raw<HeadRow>(HEADS).execute(db);
  const migrations = await sql.raw<{ version: number }>(LAST_MIGRATION).execute(db);
  return contentsOf(rows, migrations.rows[0]?.version ?? 0);
}

/** @throws {BackupFault} where the backup lacks records that were there before it began. */
export function requireNotOlder(before: readonly BackedUpChain[], after: readonly BackedUpChain[]): void {
  for (const { chain, size } of before) {
    const found = after.find((other) => other.chain === chain);
    if (found === undefined || found.size < size) {
      throw new BackupFault(`The chain ${chain} is shorter in the backup than it was before.`);
    }
  }
}

/** @throws {BackupFault} where the manifest and the database disagree. */
export function requireSame({ chains, migration }: Contents, found: Contents): void {
  if (found.migration !== migration)
    throw new BackupFault('Its manifest names another version of its tables.');
  for (const chain of chains) {
    const there = found.chains.find((other) => other.chain === chain.chain);
    if (there === undefined || canonicalJson({ ...there }) !== canonicalJson({ ...chain })) {
      throw new BackupFault(`Its manifest and its database disagree on the chain ${chain.chain}.`);
    }
  }
  if (found.chains.length !== chains.length) {
    throw new BackupFault('Its database has chains that its manifest does not name.');
  }
}
