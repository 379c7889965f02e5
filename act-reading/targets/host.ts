/**
 * The one form of a host: any kind of IPv6 address that embeds an IPv4 address (RFC 4291, 6052, 3056) is that IPv4
 * address, because that is what a machine connects to.
 */
import ipaddr from 'ipaddr.js';

/** @param host as the URL standard writes it; an IPv6 address has its brackets. */
export function canonicalHost(host: string): string {
  const plain = host.replace(/\.$/, '');
  const bare = plain.replace(/^\[|\]$/g, '');
  if (!bare.includes(':')) return asIpv4(plain) ?? plain;
  if (!ipaddr.IPv6.isValid(bare)) return plain;
  return embeddedIn(ipaddr.IPv6.parse(bare)) ?? plain;
}

/**
 * Reads decimal, octal and hexadecimal spellings, which the URL standard reads only for `http:` and similar schemes.
 */
function asIpv4(host: string): string | null {
  if (!/^(?:0x[0-9a-f]*|\d+)(?:\.(?:0x[0-9a-f]*|\d+)){0,3}$/i.test(host)) return null;
  return URL.parse(`http://${host}`)?.hostname ?? null;
}

const LOCAL_TRANSLATION = [0x64, 0xff9b, 1];

function embeddedIn(address: ipaddr.IPv6): string | null {
  const { parts } = address;
  const range = address.range();
  const at = range === '6to4' ? 1 : 6;
  const isTranslated = LOCAL_TRANSLATION.every((part, place) => parts[place] === part);
  // Reads ::a.b.c.d, except :: and ::1, which are addresses of their own.
  const isCompatible = parts.slice(0, 6).every((part) => part === 0) && (parts[6] ?? 0) > 0;
  const isMapped = ['ipv4Mapped', 'rfc6145', 'rfc6052', '6to4'].includes(range);
  if (!isMapped && !isTranslated && !isCompatible) return null;
  const [high = 0, low = 0] = parts.slice(at, at + 2);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
