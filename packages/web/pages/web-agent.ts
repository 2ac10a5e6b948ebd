import { lookup as resolveName } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** The only public block of IPv6 (RFC 4291 section 2.4). */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Networks without IPv4 reach the IPv4 web through this prefix: the last four bytes are the IPv4 address (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
/** The platform services of a cloud (WireServer of Azure), at an address that looks public. */
const CLOUD_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);
/** Marks an IPv4 address in the last four bytes of an IPv6 address (ISATAP, RFC 5214 section 6.1). */
const ISATAP_MARK = 0x5efe;

export interface WebAgentOptions {
  /**
   * `host` (at any port) or `host:port`, IPv6 in brackets: the only hosts outside the public web from which pages are
   * read.
   */
  readonly allowedHosts?: readonly string[];
  /** Ports of the public web. */
  readonly ports?: readonly number[];
  readonly connectTimeoutMs?: number;
  /** Time from the request to the end of the answer's headers. */
  readonly headersTimeoutMs?: number;
  /** Whether a variable names a proxy, through which the public web is read then. */
  readonly isProxied?: boolean;
  /** Resolves host names, like `dns.lookup`. */
  readonly lookup?: LookupFunction;
}

/** A connection refused on purpose. The message continues the address, for users. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
}

/** Concurrent requests to one server, to be polite. */
const CONNECTIONS_PER_ORIGIN = 2;

/**
 * The agent for pages of the public web. Checks every connection at the address actually dialled and resolves its name
 * only once: neither a redirect nor DNS rebinding reaches the internal network. Configured services (search, models)
 * use their own agents. A proxy connects by name: the name is resolved and checked here before each request.
 */
export function createWebAgent(options: WebAgentOptions = {}): Dispatcher {
  const {
    allowedHosts = [],
    ports = [80, 443],
    connectTimeoutMs = 5_000,
    headersTimeoutMs = 10_000,
    isProxied = false,
    lookup = resolveName as LookupFunction,
  } = options;
  const allowed = new Set(allowedHosts.map(asInAddresses));
  const connectAnywhere = buildConnector({ lookup, timeout: connectTimeoutMs, allowH2: false });
  const connectOutside = buildConnector({ lookup: publicLookup(lookup), timeout: connectTimeoutMs, allowH2: false });

  const settings: Agent.Options = {
    connections: CONNECTIONS_PER_ORIGIN,
    headersTimeout: headersTimeoutMs,
    connect(target, callback) {
      const { host, port } = placeOf(target);
      if (isAllowed(allowed, host, port)) return connectAnywhere(target, callback);
      const refusal = refusalOf(host, port, ports);
      if (refusal !== null) return callback(new BlockedAddressError(refusal), null);
      connectOutside(target, callback);
    },
  };
  const direct = new Agent(settings);
  if (!isProxied) return direct;
  // What NO_PROXY names is connected to as without a proxy.
  const proxied = new EnvHttpProxyAgent(settings);
  const lookUp = publicLookup(lookup);
  return direct.compose((dispatch) => (request, handler) => {
    const { host, port } = placeOf(new URL(String(request.origin)));
    if (isAllowed(allowed, host, port)) return dispatch(request, handler);
    const send = (error: Error | null): void => {
      if (error === null) proxied.dispatch(request, handler);
      else handler.onResponseError?.(null as never, error);
    };
    const refusal = refusalOf(host, port, ports);
    if (refusal !== null || isIP(host) !== 0) send(refusal === null ? null : new BlockedAddressError(refusal));
    else lookUp(host, { all: true }, send);
    return true;
  });
}

function placeOf({ hostname, port, protocol }: { hostname: string; port?: string; protocol: string }) {
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || (protocol === 'https:' ? 443 : 80) };
}

/** A host with or without a port, as in URLs: lower case, Punycode, IPv6 in brackets. */
function asInAddresses(host: string): string {
  const [port = ''] = /:\d+$/.exec(host) ?? [];
  return (URL.parse(`http://${host}`)?.hostname ?? host) + port;
}

function isAllowed(allowed: ReadonlySet<string>, host: string, port: number): boolean {
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return allowed.has(name) || allowed.has(`${name}:${port}`);
}

function refusalOf(host: string, port: number, ports: readonly number[]): string | null {
  if (isIP(host) !== 0 && !isPublicAddress(host)) return `leads to ${host}, which is not part of the public web`;
  return ports.includes(port) ? null : `leads to port ${port}, which serves no public pages`;
}

/** Resolves names to public addresses only; a single non-public address refuses the name. */
export function publicLookup(lookup: LookupFunction): LookupFunction {
  return (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found) => {
      const addresses = typeof found === 'string' ? [{ address: found, family: isIP(found) }] : (found ?? []);
      const inside = addresses.find(({ address }) => !isPublicAddress(address));
      const [first] = addresses;
      if (error !== null) callback(error, '');
      else if (inside !== undefined) callback(blockedName(host, inside.address), '');
      else if (first === undefined)
        callback(Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' }), '');
      else if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function blockedName(host: string, address: string): BlockedAddressError {
  return new BlockedAddressError(`leads to ${host} at ${address}, which is not part of the public web`);
}

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
