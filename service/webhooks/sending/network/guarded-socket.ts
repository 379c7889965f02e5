/**
 * A connection for a protocol other than HTTP, to allowed addresses only. With TLS, the certificate must be for the
 * host; without it, only networks that the operator has named are reached, in every environment.
 */
import net from 'node:net';
import tls from 'node:tls';
import type { Reachable } from '../../endpoints/addresses.ts';
import { answering, judgedAddresses, type Resolve, type ResolvedAddress, TargetRefused } from './connect.ts';
import { Stopped, TimeLimit } from './send-fault.ts';

export interface SocketTarget {
  host: string;
  port: number;
  /** null: without TLS. */
  tls: {
    /** PEM certificates to trust instead of the well-known ones; empty for those. */ authorities: readonly string[];
  } | null;
}

export interface SocketDeps {
  reachable: Reachable;
  resolve: Resolve;
  timeoutMs: number;
}

/** @throws {TargetRefused}; and any error of the connection. */
export async function guardedSocket(
  target: SocketTarget,
  { reachable, resolve, timeoutMs }: SocketDeps,
  stop: AbortSignal,
): Promise<net.Socket> {
  // As for an encrypted webhook: the rule without TLS is stricter here.
  const named = { hostname: target.host, protocol: 'https:' };
  const addresses = await judgedAddresses(named, { reachable, resolve, environment: 'production' });
  requireNamed(target, addresses, reachable);
  const socket = open(target, addresses);
  const { promise, resolve: connected, reject } = Promise.withResolvers<void>();
  const timer = setTimeout(() => reject(new TimeLimit()), timeoutMs);
  const stopped = () => reject(new Stopped());
  if (stop.aborted) stopped();
  stop.addEventListener('abort', stopped, { once: true });
  socket.once(target.tls === null ? 'connect' : 'secureConnect', connected);
  socket.once('error', reject);
  socket.once('close', () => reject(new Stopped()));
  try {
    await promise;
    const { remoteAddress = '' } = socket;
    requireNamed(target, [{ address: remoteAddress, family: net.isIP(remoteAddress) }], reachable);
    if (reachable.reach(remoteAddress) === 'refused') throw new TargetRefused('The address is not public.');
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', stopped);
  }
}

function open({ host, port, tls: secured }: SocketTarget, addresses: readonly ResolvedAddress[]): net.Socket {
  const common = { host, port, lookup: answering(addresses), autoSelectFamily: true };
  if (secured === null) return net.connect(common);
  const { authorities } = secured;
  return tls.connect({
    ...common,
    ...(net.isIP(host) === 0 && { servername: host }),
    ...(authorities.length > 0 && { ca: [...authorities] }),
    minVersion: 'TLSv1.2',
    rejectUnauthorized: true,
  });
}

function requireNamed(
  { tls: secured }: SocketTarget,
  addresses: readonly ResolvedAddress[],
  reachable: Reachable,
): void {
  if (secured !== null || addresses.every(({ address }) => reachable.reach(address) === 'named')) return;
  throw new TargetRefused('Without TLS, the host must be in a network that the operator has allowed.');
}
