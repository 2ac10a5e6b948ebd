import normalizeUrl from 'normalize-url';

/** Tracking parameters, which never change a page. */
const TRACKING_PARAMETERS = [
  /^utm_/i,
  /^mtm_/i,
  /^pk_(?:campaign|kwd|source|medium|content|cid)$/i,
  /^(?:gclid|gclsrc|gbraid|wbraid|dclid|fbclid|msclkid|yclid|twclid|ttclid|igshid|mc_cid|mc_eid|_ga|_gl|_hsenc|_hsmi|vero_id|wt_mc|srsltid)$/i,
];

/** Longer addresses are usually crawler traps. */
const MAX_LENGTH = 2_000;

/**
 * One spelling for all addresses of the same page: without fragment, tracking parameters, default port and trailing
 * dots of the host; the other parameters sorted by name. Keeps what a server may distinguish: scheme, `www.`, path,
 * trailing slash.
 *
 * @returns null when it is not an address of a web page, or contains a user name or password
 */
export function canonicalAddress(url: string): string | null {
  const parsed = URL.parse(url.trim());
  if (parsed === null || !/^https?:$/.test(parsed.protocol)) return null;
  if (parsed.username !== '' || parsed.password !== '' || parsed.href.length > MAX_LENGTH) return null;
  try {
    return normalizeUrl(parsed.href, {
      stripHash: true,
      stripWWW: false,
      removeTrailingSlash: false,
      removeSingleSlash: false,
      removeQueryParameters: TRACKING_PARAMETERS,
      sortQueryParameters: true,
    });
  } catch {
    return null;
  }
}

/**
 * Whether an address lies at one of the domains or below it.
 *
 * @param domains host names, in their own letters or in Punycode
 */
export function isWithinDomains(url: string, domains: readonly string[]): boolean {
  const host = hostOf(url);
  return (
    host !== null &&
    domains.some((domain) => {
      const wanted = hostOf(`http://${domain}`);
      return wanted !== null && (host === wanted || host.endsWith(`.${wanted}`));
    })
  );
}

function hostOf(url: string): string | null {
  return URL.parse(url)?.hostname.replace(/(?<!\.)\.+$/, '') || null;
}

/** Whether a locator is a web page, not a file. */
export function isWebAddress(locator: string): boolean {
  return /^https?:\/\//i.test(locator);
}
