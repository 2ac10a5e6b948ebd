import type { BriefingClaim } from '../../../workflows/contracts/briefing-items.ts';
import type { BriefingRecord } from '../../../workflows/contracts/briefing-record.ts';
import type { CitedSource } from '../../report/citation-rendering.ts';

type Dated = Pick<BriefingRecord, 'findings' | 'items' | 'themes'>;

/**
 * The sources of a record's findings with the dates of their publication. Pages of earlier outputs are no items of this one: what
 * their claims say of the newest evidence tells their date, where it can only be theirs. Others have no date.
 */
export function datedSources(record: Dated): CitedSource[] {
  const items = new Map(record.items.map((item) => [item.locator, item]));
  const earlier = datesOfEarlierSources(record);
  const sources = new Map(record.findings.map(({ sourceId, locator }) => [sourceId, locator]));
  return [...sources].map(([sourceId, locator]) => ({
    sourceId,
    locator,
    publishedAt: items.get(locator)?.publishedAt ?? earlier.get(locator) ?? null,
    retrievedAt: '',
    sourceTier: items.get(locator)?.tier ?? null,
    pageLabels: null,
  }));
}

function datesOfEarlierSources({ findings, items, themes }: Dated): Map<string, string> {
  const locators = new Map(findings.flatMap(({ locator, quotes }) => quotes.map(({ key }) => [key, locator] as const)));
  const dates = new Map(items.map(({ locator, publishedAt }) => [locator, publishedAt]));
  const found = themes.flatMap(({ claims }) => claims).flatMap((claim) => dateOfOnlyUndated(claim, locators, dates));
  return new Map(found);
}

/** The address whose publication a claim's `evidencedAt` must be, because no other of its addresses can have it. */
function dateOfOnlyUndated(
  { citations, evidencedAt }: BriefingClaim,
  locators: ReadonlyMap<string, string>,
  dates: ReadonlyMap<string, string>,
): [string, string][] {
  const cited = [...new Set(citations.flatMap((key) => locators.get(key) ?? []))];
  const [undated, ...others] = cited.filter((locator) => !dates.has(locator));
  const isKnown = cited.some((locator) => dates.get(locator) === evidencedAt);
  return undated === undefined || others.length > 0 || isKnown ? [] : [[undated, evidencedAt]];
}
