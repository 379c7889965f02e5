import type { Sender, SenderDeps } from './send.ts';

export { bodyOf } from './message.ts';
export type { Answer } from './network/exchange.ts';
export { retryDelayMs } from './retry.ts';
export type { Sender } from './send.ts';

/** Loads the HTTP client for webhooks only when it is needed, because most processes send none. */
export async function openSender(deps: SenderDeps): Promise<Sender> {
  return (await import('./send.ts')).createSender(deps);
}
