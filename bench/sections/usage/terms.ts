/** Services whose tenant is on other terms than usual, set in the database before the service starts. */
import { readConfig } from '../../../service/config/config.ts';
import { createFirstKeys } from '../../../service/first-run.ts';
import { createLogger } from '../../../service/log/log.ts';
import { requireAgreement } from '../../../service/usage/agreed.ts';
import { monthOf } from '../../../service/usage/index.ts';
import { startService } from '../../../service/wiring.ts';
import type { Context } from '../../context.ts';
import type { Contender } from '../../load/measure.ts';
import { type Installation, installAssize, newKey, type RunningAssize } from '../../servers/assize.ts';
import type { PostgresServer } from '../../servers/postgres.ts';

export interface Terms {
  /** What was agreed, as an operator states it. */
  agreed: object;
  /** Whether it stops at its allowances. */
  stops: boolean;
  /** Evaluations of this month so far. */
  used: number;
}

/** Enterprise as it comes: nothing is limited, nothing stops. */
export const FREE_OF_TERMS: Terms = { agreed: {}, stops: false, used: 0 };

export interface OnTerms extends Installation {
  sandboxKey: string;
  /** Of production. */
  chain: number;
  keyId: string;
}

/** An installation of its own, with a tenant on these terms. */
export async function installOn(
  context: Context,
  postgres: PostgresServer | null,
  { agreed, stops, used }: Terms,
  settings: Record<string, string> = {},
): Promise<OnTerms> {
  const plain = installAssize(context, postgres);
  const sandboxKey = newKey();
  const environment = { ...plain.environment, ASSIZE_INIT_SANDBOX_KEY: sandboxKey, ...settings };
  const service = await startService(readConfig(environment), createLogger('warn'));
  try {
    await createFirstKeys(service);
    const { db, clock } = service;
    const { chain, keyId } = await service.authenticator.authenticate(plain.key);
    await db
      .updateTable('tenants')
      .set({ agreed: requireAgreement(JSON.stringify(agreed)), hard_limit: stops ? 1 : 0 })
      .execute();
    const counts = { evaluations: used, emissions: used, compliance_checks: 0 };
    const bytes = { payload_bytes: 0, removed_bytes: 0 };
    await db
      .insertInto('usage_counters')
      .values({ chain, month: monthOf(clock.now()), ...counts, ...bytes })
      .onConflict((conflict) => conflict.columns(['chain', 'month']).doUpdateSet(counts))
      .execute();
    return { ...plain, environment, sandboxKey, chain, keyId };
  } finally {
    await service.close();
  }
}

/** The service's other door, which is the one that has limits. */
export function atDoorB(name: string, running: RunningAssize, key: string): Contender {
  return {
    ...running,
    name,
    url: new URL('/v1/governance/evaluate', running.url).href,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
  };
}
