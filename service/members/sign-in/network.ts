/** Who counts as one when attempts are slowed down. */
import ipaddr from 'ipaddr.js';

/** How much of an IPv6 address is given to one customer (RFC 6177); they choose the rest as they like. */
const SITE_BITS = 64;

/** @returns the address, or of IPv6 the network that one customer has; as it stands where it is no address. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  return ipaddr.IPv6.networkAddressFromCIDR(`${withoutZone(parsed)}/${SITE_BITS}`).toNormalizedString();
}

function withoutZone(address: ipaddr.IPv6): string {
  return address.toNormalizedString().split('%')[0] ?? '';
}
