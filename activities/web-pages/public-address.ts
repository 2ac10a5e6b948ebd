import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The only public block of IPv6 (RFC 4291 section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Networks without IPv4 reach the IPv4 web through this prefix: the last four bytes are the IPv4 address (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** The platform services of a cloud (WireServer of Azure), at an address that looks public. */
const CLOUD_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);
/** Marks an IPv4 address in the last four bytes of an IPv6 address (ISATAP, RFC 5214 section 6.1). */
const ISATAP_MARK = 0x5efe;

/**
 * Whether an IP address belongs to the public internet. Loopback, private, link-local, shared, multicast, documentation and
 * reserved addresses do not; nor does an IPv6 address that carries such an IPv4 address, nor one of the tunnels 6to4 and
 * Teredo, which end at an arbitrary relay.
 *
 * @param address as a resolver gives it; anything but a plain address (a name, `127.1`, a zone) is not public
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  // Extracts the IPv4 address from `::ffff:a.b.c.d`.
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === 'unicast' && !CLOUD_SERVICES.has(parsed.toString());
  if (parsed.match(NAT64)) return isPublicAddress(lastFourBytes(parsed));
  if (parsed.parts[5] === ISATAP_MARK && !isPublicAddress(lastFourBytes(parsed))) return false;
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}

function lastFourBytes(address: ipaddr.IPv6): string {
  return address.toByteArray().slice(-4).join('.');
}
