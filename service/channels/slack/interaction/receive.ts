/** A request that Slack sends to the service, from its bytes to its answer. */
import { type JsonObject, type JsonValue, parseJson } from '@assize/evidence-format';
import { Failure } from '../../../foundation/failure.ts';
import type { SlackOptions } from '../settings.ts';
import { type HandleDeps, type Handled, handle } from './handle.ts';
import { ForeignRequest, interactionIn } from './payload.ts';
import { type SignedRequest, signatureFault } from './signature.ts';

export interface ReceiveDeps extends HandleDeps {
  options: SlackOptions;
  /** null while the channel has none, because it uses Socket Mode. */
  signingSecret: string | null;
}

/**
 * @param request with a form in its body.
 * @throws {Failure} `unauthenticated` if it is not signed by the app, or is old; `forbidden` if it is of another workspace
 * or app; `invalid` for anything else.
 */
export async function receiveRequest(
  deps: ReceiveDeps,
  request: SignedRequest,
  nowMs: number,
): Promise<Handled> {
  const { signingSecret } = deps;
  // Without a secret, the fault says no more than with a wrong one.
  const fault =
    signingSecret === null ? 'The signature is wrong.' : signatureFault(request, signingSecret, nowMs);
  if (fault !== null) throw new Failure('unauthenticated', fault);
  return receivePayload(deps, payloadIn(request.body));
}

/** A payload that is known to come from Slack, such as one that came over its connection. */
export async function receivePayload(
  deps: HandleDeps & { options: SlackOptions },
  payload: JsonValue,
): Promise<Handled> {
  try {
    return await handle(deps, interactionIn(payload, deps.options));
  } catch (error) {
    if (error instanceof ForeignRequest) throw new Failure('forbidden', error.message);
    throw error;
  }
}

function payloadIn(body: Uint8Array): JsonObject {
  const text = new URLSearchParams(Buffer.from(body).toString('utf8')).get('payload');
  try {
    const payload = parseJson(text ?? '');
    if (typeof payload === 'object' && payload !== null && !Array.isArray(payload)) return payload;
  } catch {
    // The same fault as for another value.
  }
  const message = 'Value should be the JSON of an interaction';
  throw Failure.invalid([{ field: ['payload'], message, type: 'value_error' }]);
}
