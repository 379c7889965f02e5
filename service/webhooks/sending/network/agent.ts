/** Connections that go only where the service may send, for a limited time each. */
import { Agent } from 'undici';
import type { Environment } from '../../../tenants/index.ts';
import { reachable } from '../../endpoints/addresses.ts';
import { judgingConnector, type Resolve } from './connect.ts';

export interface AgentDeps {
  /** As in ASSIZE_WEBHOOK_ALLOW_CIDRS. */
  allowNetworks: readonly string[];
  resolve: Resolve;
  /** PEM certificates to trust instead of the well-known ones. */
  authorities?: readonly string[] | undefined;
}

const MAX_HEADER_BYTES = 8192;
/** An address is checked when the connection is made, so a connection may not be kept for ever. */
const CONNECTION_LIFETIME_MS = 60_000;
const IDLE_CONNECTION_MS = 4000;

export function guardedAgent(environment: Environment, deps: AgentDeps, timeoutMs: number): Agent {
  const { allowNetworks, resolve, authorities } = deps;
  return new Agent({
    connect: judgingConnector({
      reachable: reachable(allowNetworks),
      resolve,
      environment,
      timeoutMs,
      ...(authorities === undefined ? {} : { authorities }),
    }),
    clientTtl: CONNECTION_LIFETIME_MS,
    keepAliveTimeout: IDLE_CONNECTION_MS,
    keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // The limit of the whole exchange covers both of these.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
