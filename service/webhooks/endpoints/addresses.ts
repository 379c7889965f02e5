/**
 * The addresses that webhooks may be sent to: those of the public internet, and those that the operator has named. An
 * address that is not known to be public is refused, in any spelling.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** `named`: the operator has allowed it, so http will do. */
export type Reach = 'public' | 'named' | 'refused';

export interface Reachable {
  /** @param address as the system states it, such as `10.0.0.1` or `::1`. */
  reach(address: string): Reach;
  /** Whether the operator has named any network. */
  readonly namesAny: boolean;
}

/** RFC 4291, 2.4: the block that IANA assigns as global unicast. The rest is unassigned, or translated into something else. */
const GLOBAL_UNICAST: Network = ipaddr.parseCIDR('2000::/3');
/** Looks public, but gives an Azure virtual machine its own configuration. */
const METADATA: Network = ipaddr.parseCIDR('168.63.129.16/32');
const MAPPED_BITS = 96;
const IPV4_BITS = 32;
const IPV6_BITS = 128;

/** Parsed once, because every webhook needs it. */
const KNOWN = new WeakMap<readonly string[], Reachable>();

/** @param networks as in ASSIZE_WEBHOOK_ALLOW_CIDRS. */
export function reachable(networks: readonly string[]): Reachable {
  const known = KNOWN.get(networks) ?? judgeOf(networks);
  KNOWN.set(networks, known);
  return known;
}

function judgeOf(networks: readonly string[]): Reachable {
  const named = networks.map(readNetwork);
  return {
    namesAny: named.length > 0,
    reach(text) {
      if (isIP(text) === 0) return 'refused';
      const address = ipaddr.process(text);
      if (named.some((network) => isIn(address, network))) return 'named';
      return isPublic(address) ? 'public' : 'refused';
    },
  };
}

/** `ipaddr.process` has already turned an IPv4-mapped address into the IPv4 address that is connected to. */
function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? !isIn(address, METADATA) : isIn(address, GLOBAL_UNICAST);
}

function isIn(address: Address, [network, bits]: Network): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}

/** A single address is a network of one; an IPv4-mapped network means the IPv4 addresses. */
function readNetwork(text: string): Network {
  const [address, bits] = text.includes('/')
    ? ipaddr.parseCIDR(text)
    : ([ipaddr.parse(text), undefined] as const);
  if (address instanceof ipaddr.IPv6) {
    const length = bits ?? IPV6_BITS;
    const isMapped = address.isIPv4MappedAddress() && length >= MAPPED_BITS;
    return isMapped ? [address.toIPv4Address(), length - MAPPED_BITS] : [address, length];
  }
  return [address, bits ?? IPV4_BITS];
}
