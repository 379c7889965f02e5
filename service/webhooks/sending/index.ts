import type { GuardedFetch } from './network/guarded-fetch.ts';
import type { GuardedSockets } from './network/sockets.ts';
import type { Sender, SenderDeps } from './send.ts';

export { bodyOf } from './message.ts';
export type { Answer } from './network/exchange.ts';
export type { GuardedFetch } from './network/guarded-fetch.ts';
export type { GuardedSockets } from './network/sockets.ts';
export { MAX_DELAY_MS, MAX_FAILING_MS, retryDelayMs } from './retry.ts';
export type { Sender } from './send.ts';
export { Sending, type SendingDeps } from './sending.ts';

/** Loads the HTTP client for webhooks only when it is needed, because most processes send none. */
export async function openSender(deps: SenderDeps): Promise<Sender> {
  return (await import('./send.ts')).createSender(deps);
}

/** Loads it likewise. @param allowNetworks as in ASSIZE_WEBHOOK_ALLOW_CIDRS. */
export async function openGuardedFetch(allowNetworks: readonly string[]): Promise<GuardedFetch> {
  return (await import('./network/guarded-fetch.ts')).guardedFetch(allowNetworks);
}

/** Loads it likewise. @param allowNetworks as in ASSIZE_WEBHOOK_ALLOW_CIDRS. */
export async function openGuardedSockets(allowNetworks: readonly string[]): Promise<GuardedSockets> {
  return (await import('./network/sockets.ts')).guardedSockets(allowNetworks);
}
