/**
 * Connects only to addresses that webhooks may be sent to. Addresses are checked when the connection is made, and it
 * goes to exactly the checked addresses: names are not looked up a second time.
 */
import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { Environment } from '../../../tenants/index.ts';
import type { Reachable } from '../../endpoints/addresses.ts';
import { bareHost } from '../../endpoints/url.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** All addresses of a name. @throws if there are none. */
export type Resolve = (name: string) => Promise<ResolvedAddress[]>;

export interface ConnectDeps {
  reachable: Reachable;
  resolve: Resolve;
  environment: Environment;
  timeoutMs: number;
  /** PEM certificates to trust instead of the well-known ones. */
  authorities?: readonly string[];
}

/** Webhooks may not be sent to this target. The message goes into the log that the tenant reads. */
export class TargetRefused extends Error {
  override readonly name = 'TargetRefused';
}

/** The wait before the next address of a name is also tried, ms. */
const NEXT_ADDRESS_AFTER_MS = 2000;

export function judgingConnector(deps: ConnectDeps): buildConnector.connector {
  return (options, callback) => {
    judgedAddresses(options, deps).then(
      (addresses) => connectTo(addresses, options, deps, callback),
      (error: unknown) => callback(error as Error, null),
    );
  };
}

type Named = Pick<buildConnector.Options, 'hostname' | 'protocol'>;
type Judging = Pick<ConnectDeps, 'reachable' | 'resolve' | 'environment'>;

/** All addresses of a host, each of which may be reached. @throws {TargetRefused} */
export async function judgedAddresses(options: Named, deps: Judging): Promise<ResolvedAddress[]> {
  const host = bareHost(options.hostname);
  const family = isIP(host);
  const addresses = family === 0 ? await deps.resolve(host) : [{ address: host, family }];
  if (addresses.length === 0) throw new TargetRefused(`The name ${host} has no address.`);
  for (const { address } of addresses) {
    const refusal = refusalOf(address, options, deps);
    if (refusal !== null) throw refusal;
  }
  return addresses;
}

/**
 * One bad address of several is enough: a name that leads to both the public internet and a private network is a
 * mistake or an attack, and chance would decide which address is tried first. The error does not name the addresses,
 * because they may be internal knowledge.
 */
function refusalOf(address: string, { hostname, protocol }: Named, deps: Judging): TargetRefused | null {
  const host = bareHost(hostname);
  const reach = deps.reachable.reach(address);
  if (reach === 'refused') {
    const isTyped = isIP(host) !== 0;
    return new TargetRefused(
      isTyped
        ? `The address ${host} is not public.`
        : `The name ${host} leads to an address that is not public.`,
    );
  }
  if (protocol !== 'https:' && deps.environment === 'production' && reach !== 'named') {
    return new TargetRefused('The production environment needs https.');
  }
  return null;
}

function connectTo(
  addresses: readonly ResolvedAddress[],
  options: buildConnector.Options,
  deps: ConnectDeps,
  callback: buildConnector.Callback,
): void {
  const connect = buildConnector({
    timeout: deps.timeoutMs,
    lookup: answering(addresses),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER_MS,
    rejectUnauthorized: true,
    maxCachedSessions: 0,
    ...(deps.authorities === undefined ? {} : { ca: [...deps.authorities] }),
  });
  connect(options, (...result) => {
    const [error, socket] = result;
    if (error !== null) return callback(error, null);
    // Checks the address of the connection before any request is sent.
    const refusal = refusalOf(socket.remoteAddress ?? '', options, deps);
    if (refusal === null) return callback(null, socket);
    socket.destroy();
    return callback(refusal, null);
  });
}

/** Replaces the system's look-up. */
export function answering(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_name, { all }, callback) => {
    const [first] = addresses;
    if (all === true || first === undefined) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}
