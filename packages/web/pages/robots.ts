import { createSingleFlight } from '@plumbline/adapters/single-flight';
import robotsParser from 'robots-parser';
import type { PageFetcher } from './page-fetching.ts';

export interface RobotsOptions {
  readonly fetcher: PageFetcher;
  readonly now: () => Date;
  /** How long this process caches the rules of a site. */
  readonly timeToLiveMs?: number;
}

export interface Robots {
  /**
   * Whether the site's robots.txt forbids an address.
   *
   * @throws {PageUnavailableError} while the rules are unavailable: until then the site counts as closed
   */
  forbids(url: URL, signal: AbortSignal): Promise<boolean>;
}

/** Name that rules use for this program. */
const PRODUCT_TOKEN = 'Plumbline';
const HOUR_MS = 3_600_000;
/** Parsers need not read more (RFC 9309 section 2.5). */
const MAX_BYTES = 500 * 1_024;
const MAX_SITES = 1_000;

/**
 * Limit on matching a path against all wildcard rules, in compared characters: about a third of a second, short enough
 * for heartbeats.
 */
const MAX_COMPARISONS = 100_000_000;

interface Rules {
  readonly robot: ReturnType<typeof parseRules>;
  /** Total length of the wildcard rules, which are compared at every position of a path. */
  readonly wildcardLength: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

// The package exports the function itself; its types speak of a default export.
const parseRules = robotsParser as unknown as typeof robotsParser.default;

/**
 * Reads robots.txt (RFC 9309). A site without one, or that answers 4xx, allows everything; a site that is unreachable
 * or answers 5xx is closed for the moment. Ignores `crawl-delay`, which is not in the standard.
 */
export function createRobots({ fetcher, now, timeToLiveMs = HOUR_MS }: RobotsOptions): Robots {
  const known = new Map<string, Rules>();
  const share = createSingleFlight<Rules>();

  const load = async (origin: string, signal: AbortSignal): Promise<Rules> => {
    const address = `${origin}/robots.txt`;
    const answer = await fetcher.fetch({ url: address, signal, cutAtBytes: MAX_BYTES });
    // Missing or forbidden: fetching the page shows any refusal.
    const text = answer.kind === 'refused' ? '' : new TextDecoder().decode(answer.bytes);
    const robot = parseRules(address, text);
    const rules = { robot, wildcardLength: wildcardLengthOf(text), until: now().getTime() + timeToLiveMs };
    const [oldest] = known.keys();
    if (known.size >= MAX_SITES && oldest !== undefined) known.delete(oldest);
    known.set(origin, rules);
    return rules;
  };

  return {
    async forbids(url, signal) {
      const { origin } = url;
      const kept = known.get(origin);
      const isFresh = kept !== undefined && kept.until > now().getTime();
      const rules = isFresh ? kept : await share(origin, signal, (shared) => load(origin, shared));
      // Rules that are expensive to evaluate count as a refusal.
      if (rules.wildcardLength * url.href.length > MAX_COMPARISONS) return true;
      return rules.robot.isAllowed(url.href, PRODUCT_TOKEN) === false;
    },
  };
}

function wildcardLengthOf(text: string): number {
  const lines = text.split(/[\r\n]+/).filter((line) => line.includes('*'));
  return lines.reduce((total, line) => total + line.length, 0);
}
