/** Starts to accept tokens: connections to issuers are made with the first token, and end with the service. */
import type { Database } from '../../database/open.ts';
import type { Started } from '../../foundation/chores.ts';
import type { Clock } from '../../foundation/clock.ts';
import servicePackage from '../../package.json' with { type: 'json' };
import { openSender, type Sender } from '../../webhooks/sending/index.ts';
import { createTokenAuthenticator, type TokenAuthenticator } from './authenticate.ts';
import { FETCH_TIMEOUT_MS, MAX_DOCUMENT_BYTES } from './key-sets/fetch.ts';
import { KeySets } from './key-sets/key-sets.ts';
import { forgetProofsChore } from './possession/used-proofs.ts';

export interface Tokens extends Started {
  tokens: TokenAuthenticator;
}

export interface TokensDeps {
  db: Database;
  clock: Clock;
  config: { webhooks: { allowNetworks: readonly string[] } };
}

export function startTokens({ db, clock, config }: TokensDeps): Tokens {
  const stopping = new AbortController();
  let opened: Promise<Sender> | null = null;
  const sender = () => {
    opened ??= openSender({
      allowNetworks: config.webhooks.allowNetworks,
      clock,
      timeoutMs: FETCH_TIMEOUT_MS,
      maxResponseBytes: MAX_DOCUMENT_BYTES,
      userAgent: `Assize-Tokens/${servicePackage.version}`,
    });
    return opened;
  };
  const keySets = new KeySets({ clock, sender, stop: stopping.signal });
  return {
    tokens: createTokenAuthenticator({ db, clock, keySets }),
    chores: [forgetProofsChore(db, clock)],
    async close() {
      stopping.abort();
      await (await opened)?.close();
    },
  };
}
