import robotsParser from 'robots-parser';
import { createSingleFlight } from '../runtime/single-flight.ts';
import type { PageFetcher } from './page-fetching.ts';

export interface RobotsOptions {
  readonly fetcher: PageFetcher;
  readonly now: () => Date;
  /** How long the rules of a site are kept, in this process. */
  readonly timeToLiveMs?: number;
}

export interface Robots {
  /**
   * Whether the site asks programs to stay away from an address.
   *
   * @throws {PageUnavailableError} while the site cannot say: then it counts as closed
   */
  forbids(url: URL, signal: AbortSignal): Promise<boolean>;
}

/** What rules for this program are addressed to. */
const PRODUCT_TOKEN = 'Plumbline';
const HOUR_MS = 3_600_000;
/** Parsers need not read more (RFC 9309 section 2.5). */
const MAX_BYTES = 500 * 1_024;
const MAX_SITES = 1_000;

/** Of a path against all rules with wildcards, in characters compared: about a third of a second, which heartbeats survive. */
const MAX_COMPARISONS = 100_000_000;

interface Rules {
  readonly robot: ReturnType<typeof parseRules>;
  /** Length of all lines with wildcards, which are compared at every place of a path. */
  readonly wildcardLength: number;
  /** Milliseconds since 1970. */
  readonly until: number;
}

// The package exports the function itself; its types speak of a default export.
const parseRules = robotsParser as unknown as typeof robotsParser.default;

/**
 * Rules of sites for programs (RFC 9309). A site without rules allows everything, and so does one that answers 4xx; one that
 * cannot be reached or answers 5xx is closed for the moment. `crawl-delay` is no part of the standard and ignored.
 */
export function createRobots({ fetcher, now, timeToLiveMs = HOUR_MS }: RobotsOptions): Robots {
  const known = new Map<string, Rules>();
  const share = createSingleFlight<Rules>();

  const load = async (origin: string, signal: AbortSignal): Promise<Rules> => {
    const address = `${origin}/robots.txt`;
    const answer = await fetcher.fetch({ url: address, signal, cutAtBytes: MAX_BYTES });
    // Missing or forbidden: the page itself will meet the same refusal, if any.
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
