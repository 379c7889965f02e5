/** Collects the findings of full verification and truth verification on a database that no service uses. */

import { REGISTRIES } from '@assize/service/audit/registries/index.ts';
import { type Registry, Tally } from '@assize/service/audit/registry.ts';
import type { DatabaseLocation } from '@assize/service/database/location.ts';
import type { Database } from '@assize/service/database/open.ts';
import { type RangeVerifier, verifyChain } from '@assize/service/proof/verification/index.ts';
import type { Service } from '@assize/service/wiring.ts';
import { FULL_VERIFICATION } from '../../cases/truth/tables.ts';
import { rangesOnThisThread } from './verification.ts';

export interface Noticing {
  /** @param by registries, or full verification. @returns the faults, in words. */
  found(db: Database, by: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
}

/** @param service signs and reads now, and may be closed before the verification. */
export async function noticingOver(
  { signing, clock, db: open }: Service,
  location: DatabaseLocation,
  chain: number,
): Promise<Noticing> {
  const verifiers = signing.verifiers(chain);
  const last = await signing.lastSigned(chain);
  const view = {
    verifiers: () => verifiers,
    lastSigned: async () => last,
    unstated: async () => null,
    state: async () => 'signs' as const,
  };
  const ranges = await rangesOnThisThread(location);
  const head = await open
    .selectFrom('chains')
    .select(['tenant_id', 'environment', 'size'])
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();

  async function checked(registry: Registry, db: Database): Promise<string[]> {
    const { tenant_id: tenantId, environment, size } = head;
    const context = { chain, tenantId, environment, size, nowMs: clock.now(), db, location };
    const tally = new Tally();
    await registry.check(tally, context, await registry.before?.({ chain, db, signing: view }));
    return tally.report().gaps.map(({ what }) => `${registry.name}: ${what}`);
  }

  return {
    async found(db, by) {
      const found: string[] = [];
      for (const registry of REGISTRIES)
        if (by.includes(registry.name)) found.push(...(await checked(registry, db)));
      if (by.includes(FULL_VERIFICATION))
        found.push(...(await verified(db, location, chain, view, ranges, clock)));
      return found;
    },
    close: () => ranges.close(),
  };
}

async function verified(
  db: Database,
  { kind }: DatabaseLocation,
  chain: number,
  signing: Parameters<typeof verifyChain>[0]['signing'],
  ranges: RangeVerifier,
  clock: Service['clock'],
): Promise<string[]> {
  const { problems } = await verifyChain({ db, kind, clock, signing, ranges }, chain, { full: true });
  return problems.map((problem) => JSON.stringify(problem));
}
