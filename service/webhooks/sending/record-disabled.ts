/**
 * Records endpoints that the service has disabled. The sending thread appends no evidence, so the endpoint is disabled
 * first, and the record follows within a second or two. A state that the log of attempts does not confirm is not
 * recorded, so that truth verification finds the gap.
 */
import { bound } from '../../database/evidence/append-store.ts';
import type { Chore } from '../../foundation/chores.ts';
import { isoOrNull } from '../../foundation/clock.ts';
import { type EndpointDeps, recordEndpointChange } from '../endpoints/endpoint.ts';
import { updateEndpoint } from '../endpoints/row.ts';
import { GONE, MAX_FAILING_MS } from './retry.ts';

/** The actor of a change without a key. */
const DELIVERY = 'delivery';
const EVERY_MS = 1000;
const ROWS_AT_ONCE = 100;

export type RecordDeps = Omit<EndpointDeps, 'secretBox' | 'config'>;

export function recordDisabledChore(deps: RecordDeps): Chore {
  return {
    name: 'record which webhook endpoints were disabled',
    everyMs: EVERY_MS,
    run: () => recordDisabled(deps),
  };
}

async function recordDisabled(deps: RecordDeps): Promise<void> {
  const rows = await deps.db
    .selectFrom('webhook_endpoints')
    .select(['chain', 'endpoint_id', 'url', 'disabled_at', 'disabled_reason', 'failing_since'])
    .where('disabled_at', 'is not', null)
    .where('disabled_evidence_id', 'is', null)
    .where(({ or, and, eb, exists, selectFrom }) =>
      or([
        and([
          eb('disabled_reason', '=', 'gone'),
          exists(
            selectFrom('webhook_attempts')
              .select('attempt')
              .whereRef('webhook_attempts.chain', '=', 'webhook_endpoints.chain')
              .whereRef('webhook_attempts.endpoint_id', '=', 'webhook_endpoints.endpoint_id')
              .where('status', '=', GONE),
          ),
        ]),
        and([
          eb('disabled_reason', '=', 'failing'),
          eb('failing_since', '<=', eb('disabled_at', '-', MAX_FAILING_MS)),
        ]),
      ]),
    )
    .limit(ROWS_AT_ONCE)
    .execute();
  for (const { chain, disabled_at, disabled_reason: reason, failing_since, ...endpoint } of rows) {
    const at = deps.clock.now();
    const stamp = { id: deps.ids.ordered('ev', at), at };
    const recorded = updateEndpoint(deps.db, chain, endpoint.endpoint_id)
      .set({ disabled_evidence_id: stamp.id })
      .where('disabled_at', '=', disabled_at)
      .where('disabled_evidence_id', 'is', null);
    // This is overtaken if another node has recorded it, or the endpoint was enabled or deleted.
    await recordEndpointChange(
      deps,
      { chain, party: DELIVERY },
      {
        action: 'webhook.disable',
        endpoint,
        more: { reason, disabled_at: isoOrNull(disabled_at), failing_since: isoOrNull(failing_since) },
        stamp,
        statements: [bound(recorded, 1)],
      },
    );
  }
}
