/**
 * A request that Slack sends to the service, from its bytes to its answer. All channels of a tenant have one address; the
 * signature says which of them it may be for.
 */
import { type JsonObject, type JsonValue, parseJson } from '@assize/evidence-format';
import { Failure } from '../../../foundation/failure.ts';
import type { SlackOptions } from '../settings.ts';
import { DONE, type HandleDeps, type Handled, handle } from './handle.ts';
import { ForeignRequest, type Interaction, interactionIn } from './payload.ts';
import { type SignedRequest, signatureFault } from './signature.ts';

/** A channel that a request may be for. */
export interface Receiving {
  channelId: string;
  options: SlackOptions;
  secrets: { signing_secret: string | null };
}

export type DepsFor<Channel> = (channel: Channel) => HandleDeps;

/**
 * @param channels of the tenant. @param request with a form in its body.
 * @throws {Failure} `unauthenticated` if none of their apps signed it, or it is old; `forbidden` if it is of another
 * workspace or app than its signer; `invalid` for anything else.
 */
export async function receiveRequest<Channel extends Receiving>(
  channels: readonly Channel[],
  depsFor: DepsFor<Channel>,
  request: SignedRequest,
  nowMs: number,
): Promise<Handled> {
  let fault = 'The signature is wrong.';
  const signers = channels.filter(({ secrets }) => {
    // Without a secret, the fault says no more than with a wrong one.
    if (secrets.signing_secret === null) return false;
    const found = signatureFault(request, secrets.signing_secret, nowMs);
    fault = found ?? fault;
    return found === null;
  });
  if (signers.length === 0) throw new Failure('unauthenticated', fault);
  return receivePayload(signers, depsFor, payloadIn(request.body));
}

/** @param channels that the payload is known to come from, such as those that share its connection. */
export async function receivePayload<Channel extends Receiving>(
  channels: readonly Channel[],
  depsFor: DepsFor<Channel>,
  payload: JsonValue,
): Promise<Handled> {
  const interaction = read(channels, payload);
  if (interaction === null) return DONE;
  const channel = channels.find(({ channelId }) => channelId === interaction.channelId);
  // The message outlives the channel that posted it.
  return channel === undefined ? DONE : handle(depsFor(channel), interaction);
}

function read(channels: readonly Receiving[], payload: JsonValue): Interaction | null {
  try {
    return interactionIn(
      payload,
      channels.map(({ options }) => options),
    );
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
