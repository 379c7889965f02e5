/** Groups addresses when attempts are slowed down. */
import ipaddr from 'ipaddr.js';

/**
 * The part of an IPv6 address that is assigned to one customer (RFC 6177); the customer chooses the rest
 * freely.
 */
const SITE_BITS = 64;

/** @returns the address, or the customer's network for IPv6; the text itself if it is not an address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(parsed)}/${SITE_BITS}`).toNormalizedString();
}

function withoutZone(address: ipaddr.IPv6): string {
  return address.toNormalizedString().split('%')[0] ?? '';
}
