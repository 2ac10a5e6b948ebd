import type { GradedResult, GradeResultsInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { ListedSource } from '@plumbline/contracts/briefings/briefing-canon';
import type { SourceTier } from '@plumbline/contracts/evidence/source';
import { listedTierOf } from '@plumbline/web/source-quality';
import { getDomain, getHostname } from 'tldts';

/** Grades the sources of hits: by the briefing's own list, and by the house's where that says nothing. */
export function createGradeResults() {
  return async ({ sources, hits }: GradeResultsInput): Promise<readonly GradedResult[]> =>
    hits.map(({ locator }) => ({
      locator,
      tier: tierByList(locator, sources) ?? listedTierOf(locator),
      outlet: outletOf(locator),
    }));
}

/** Tier of the longest listed domain that equals or contains the host, or null. */
function tierByList(locator: string, sources: readonly ListedSource[]): SourceTier | null {
  const host = getHostname(locator)?.toLowerCase() ?? '';
  const fitting = sources.filter(({ domain }) => isAtOrBelow(host, domain.toLowerCase()));
  return fitting.toSorted((a, b) => b.domain.length - a.domain.length)[0]?.tier ?? null;
}

/** An IP address matches only itself. */
function isAtOrBelow(host: string, domain: string): boolean {
  return host === domain || (getDomain(host) !== null && host.endsWith(`.${domain}`));
}

/** The publisher: the registrable domain, or else the host without its port. */
function outletOf(locator: string): string {
  return getDomain(locator) ?? getHostname(locator) ?? locator;
}
