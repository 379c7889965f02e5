/** Gives an endpoint a new secret. The previous one also signs for another day, so that the receiver can switch. */
import { bound } from '../../database/evidence/append-store.ts';
import { stampNow } from '../../evidence/changes/index.ts';
import { DAY_MS } from '../../foundation/clock.ts';
import type { EndpointWithSecret } from './create.ts';
import {
  type EndpointDeps,
  type EndpointOwner,
  findEndpoint,
  noSuchEndpoint,
  recordEndpointChange,
  requireSecretBox,
} from './endpoint.ts';
import { updateEndpoint } from './row.ts';
import { secretBoundTo } from './sealing.ts';
import { newSecret, secretText } from './sign.ts';

export const OVERLAP_MS = DAY_MS;

/**
 * At most two secrets are valid at a time: one from an earlier rotation stops signing at once.
 * @throws {Failure} `not_found`; `unavailable`.
 */
export async function rotateSecret(
  deps: EndpointDeps,
  owner: EndpointOwner,
  endpointId: string,
): Promise<EndpointWithSecret> {
  const { db } = deps;
  const { chain } = owner;
  const endpoint = await findEndpoint(db, chain, endpointId);
  const box = requireSecretBox(deps);
  const stamp = stampNow(deps);
  const secret = newSecret(deps.fillRandom);
  const sealed = box.seal(secret, secretBoundTo(chain, endpointId));
  const update = updateEndpoint(db, chain, endpointId).set(({ ref }) => ({
    previous_secret: ref('secret'),
    previous_until: stamp.at + OVERLAP_MS,
    secret: sealed,
  }));
  const done = await recordEndpointChange(deps, owner, {
    action: 'webhook.rotate_secret',
    endpoint,
    stamp,
    hidden: { secret: sealed },
    statements: [bound(update, 1)],
  });
  if (!done) throw noSuchEndpoint();
  return { endpoint: await findEndpoint(db, chain, endpointId), secret: secretText(secret) };
}
