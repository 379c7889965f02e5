/**
 * Posts an event to the developer's own machine, with the sender, headers, body and limits of a real delivery. Only here,
 * any address will do, and there is one try.
 */
import { systemClock } from '../../foundation/clock.ts';
import { newSecret, secretText, signedHeaders } from '../../webhooks/endpoints/index.ts';
import { bodyOf, openSender } from '../../webhooks/sending/index.ts';
import { fillRandom } from '../../wiring.ts';
import type { HeardEvent } from './source.ts';

export interface Forwarded {
  /** The HTTP status; null where there was no answer. */
  status: number | null;
  /** null where the target took it. */
  error: string | null;
  duration_ms: number;
}

export interface Forwarder {
  /** A receiver verifies with it. It is created for this run. */
  secret: string;
  forward(event: HeardEvent, stop: AbortSignal): Promise<Forwarded>;
  close(): Promise<void>;
}

/** Any address is allowed, since the machine is the developer's own. */
const EVERYWHERE = ['0.0.0.0/0', '::/0'];

export async function createForwarder(url: string): Promise<Forwarder> {
  const clock = systemClock();
  const secret = newSecret(fillRandom);
  const sender = await openSender({ allowNetworks: EVERYWHERE, clock });
  return {
    secret: secretText(secret),
    async forward({ id, type, timestamp, data }, stop) {
      const body = bodyOf({ type, data: JSON.stringify(data), createdAt: Date.parse(timestamp) });
      const headers = signedHeaders([secret], { id, atMs: clock.now(), body });
      const target = { url, environment: 'sandbox' } as const;
      const { status, error, durationMs } = await sender.send(target, headers, body, stop);
      return { status, error, duration_ms: durationMs };
    },
    close: () => sender.close(),
  };
}
