/**
 * Sessions over HTTP, as the protocol has them up to 2025-11-25: opened by `initialize`, named by a header, and each
 * with its own connection to the wrapped server. A session belongs to the caller who opened it.
 */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { WrappedServer } from '../../configuration/configuration.ts';
import type { Gateway } from '../gateway.ts';
import { type Caller, callerKey } from '../governance.ts';
import { Session } from '../session.ts';

interface Open {
  transport: WebStandardStreamableHTTPServerTransport;
  session: Session;
  /** The caller and the server that it is for. */
  owner: string;
  /** Exchanges whose answer is still being written. */
  writing: number;
  usedAt: number;
}

/** Each has its own process if the gateway starts the server. */
export const MAX_SESSIONS = 2_000;
export const IDLE_MS = 60 * 60_000;
export const LOOK_EVERY_MS = 60_000;

export class Sessions {
  readonly #gateway: Gateway;
  readonly #open = new Map<string, Open>();
  readonly #cleaning: NodeJS.Timeout;

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
    this.#cleaning = setInterval(() => this.closeIdle(), LOOK_EVERY_MS);
    this.#cleaning.unref();
  }

  get size(): number {
    return this.#open.size;
  }

  /** @returns undefined where this caller has no such session at this server */
  find(id: string, caller: Caller, server: WrappedServer): Open | undefined {
    const open = this.#open.get(id);
    if (open === undefined || open.owner !== callerKey(caller, server.name)) return undefined;
    open.usedAt = this.#gateway.platform.elapsedMs();
    return open;
  }

  /** @returns the handler of the request with `initialize`; undefined where there are too many sessions */
  async open(caller: Caller, server: WrappedServer): Promise<Open | undefined> {
    if (this.#open.size >= MAX_SESSIONS) return undefined;
    const id = this.#gateway.platform.newId();
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
    const session = new Session({
      client: transport,
      upstream: this.#gateway.upstreamTo(server),
      governance: this.#gateway.governanceOf(caller, server.name),
      // Not the id that the client sends: with it, someone else could continue its session.
      id: `mcp-${this.#gateway.platform.newId()}`,
    });
    const open = {
      transport,
      session,
      owner: callerKey(caller, server.name),
      writing: 0,
      usedAt: this.#gateway.platform.elapsedMs(),
    };
    this.#open.set(id, open);
    session.onclose = () => this.#open.delete(id);
    await session.start();
    return open;
  }

  closeIdle(): void {
    const limit = this.#gateway.platform.elapsedMs() - IDLE_MS;
    for (const { session, writing, usedAt } of this.#open.values()) {
      if (writing === 0 && usedAt < limit) void session.close('The session was not used for an hour.');
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#cleaning);
    await Promise.all([...this.#open.values()].map(({ session }) => session.close()));
  }
}
