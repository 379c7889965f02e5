/**
 * Connections for requests without a session: a server on stdio runs once for each caller, so that what it keeps of one
 * person never meets another.
 */
import type { WrappedServer } from '../../configuration/configuration.ts';
import type { Gateway } from '../gateway.ts';
import { type Caller, callerKey } from '../governance.ts';
import { SharedUpstream } from '../upstream/shared-upstream.ts';
import type { Upstream } from '../upstream/upstream.ts';
import { IDLE_MS, LOOK_EVERY_MS, MAX_SESSIONS } from './sessions.ts';

interface Shared {
  upstream: SharedUpstream;
  usedAt: number;
}

export class SharedConnections {
  readonly #gateway: Gateway;
  readonly #shared = new Map<string, Shared>();
  readonly #cleaning: NodeJS.Timeout;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#cleaning = setInterval(() => this.closeIdle(), LOOK_EVERY_MS);
    this.#cleaning.unref();
  }

  /** @returns undefined where there are too many */
  to(caller: Caller, server: WrappedServer): Upstream | undefined {
    if (server.kind === 'http') return this.#gateway.upstreamTo(server);
    const name = callerKey(caller, server.name);
    const known = this.#shared.get(name);
    if (known === undefined && this.#shared.size >= MAX_SESSIONS) return undefined;
    const upstream = known?.upstream ?? new SharedUpstream(() => this.#gateway.upstreamTo(server));
    this.#shared.set(name, { upstream, usedAt: this.#gateway.platform.elapsedMs() });
    return upstream.exchange();
  }

  get size(): number {
    return this.#shared.size;
  }

  closeIdle(): void {
    const limit = this.#gateway.platform.elapsedMs() - IDLE_MS;
    for (const [name, { upstream, usedAt }] of this.#shared) {
      if (upstream.isUsed || usedAt >= limit) continue;
      this.#shared.delete(name);
      void upstream.close();
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#cleaning);
    await Promise.all([...this.#shared.values()].map(({ upstream }) => upstream.close()));
  }
}
