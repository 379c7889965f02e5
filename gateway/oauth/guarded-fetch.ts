/**
 * `fetch` for authorization servers and their metadata. It reaches only https or, for a server on this machine, this
 * machine, so that a server can't make the gateway ask others here; answers are small, come in limited time, and lead
 * to no other host.
 */
import type { FetchLike } from '@modelcontextprotocol/client';
import { boundedFetch } from '../mcp/upstream/bounded-fetch.ts';
import { harmless, LoginProblem, saidBy } from './problem.ts';

const MAX_BYTES = 512 * 1024;
const TIMEOUT_MS = 15_000;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** @param server the address of the MCP server on whose behalf it asks */
export function guardedFetch(server: string): FetchLike {
  return async (url, init) => {
    const address = allowed(String(url), server);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
    try {
      return await boundedFetch(MAX_BYTES, address, { ...init, signal }, 'document');
    } catch (error) {
      throw new LoginProblem(`${harmless(address.host)} can't be reached: ${saidBy(error)}`, {
        cause: error,
      });
    }
  };
}

/** @throws {LoginProblem} */
export function allowed(url: string, server: string): URL {
  const address = URL.canParse(url) ? new URL(url) : undefined;
  const isHere = LOOPBACK.test(address?.hostname ?? '');
  if (address?.protocol === 'https:' && !isHere) return address;
  if (isHere && /^https?:$/.test(address?.protocol ?? '') && LOOPBACK.test(new URL(server).hostname))
    return address as URL;
  throw new LoginProblem(
    `The server names an address that the gateway does not ask, ${harmless(url)}: it must begin with https://.`,
  );
}
