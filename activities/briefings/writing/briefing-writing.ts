import type { BriefingClaim } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { codeSpan, escapeMarkdown } from '@plumbline/contracts/common/markdown-text';
import { findingIdIn } from '@plumbline/contracts/evidence/citation-key';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import {
  type CitedSource,
  createCitedClaims,
  createMarkdownLines,
  createSourceRegistry,
  list,
  listSources,
} from '@plumbline/report/document';
import { phrasesFor } from '@plumbline/report/wording';
import { localTime } from '../../../workflows/domain/briefing/slots.ts';
import { type BriefingPhrases, briefingPhrasesFor } from './briefing-phrases-for.ts';

/** What the parts of one text share: its words, the numbers of its citations, the names of its themes. */
export interface BriefingWriting {
  readonly phrases: BriefingPhrases;
  readonly citations: ReturnType<typeof createBriefingCitations>;
  /** How many documents of the briefing were searched. */
  readonly documents: number;
  /** Undefined: the output does not show it. */
  readonly claimOf: (claimId: string) => BriefingClaim | undefined;
  /** Whether a summary cites a passage, or what goes on with it. */
  readonly isTold: (passage: Pick<Claim, 'citations'>) => boolean;
  /** Title of a theme of the output, escaped; its id where the output has none. */
  readonly titleOf: (themeId: string) => string;
}

export function createBriefingWriting(record: BriefingRecord): BriefingWriting {
  const { themes, elsewhere, language } = record;
  const claims = new Map(themes.flatMap((theme) => theme.claims.map((claim) => [claim.claimId, claim])));
  const titles = new Map(themes.map(({ themeId, title }) => [themeId, escapeMarkdown(title)]));
  const summaries = [...themes, ...(elsewhere === null ? [] : [elsewhere])].flatMap(({ summary }) => summary);
  const told = new Set(summaries.flatMap(({ citations }) => citations).map(findingIdIn));
  return {
    phrases: briefingPhrasesFor(language),
    isTold: ({ citations }) => citations.some((key) => told.has(findingIdIn(key))),
    citations: createBriefingCitations(record),
    documents: record.documents.count,
    claimOf: (claimId) => claims.get(claimId),
    titleOf: (themeId) => titles.get(themeId) ?? codeSpan(themeId),
  };
}

/** Writes claims as Markdown, and remembers what they cite. */
function createBriefingCitations(record: BriefingRecord) {
  const { findings, language } = record;
  const phrases = phrasesFor(language);
  // The places of quotations are in the record; a reader follows the address.
  const citing = createSourceRegistry(findings, new Map(), []);
  const cited = createCitedClaims({ findings, sources: datedSources(record), phrases }, citing);
  const lines = createMarkdownLines(cited.sources(), 'numbered');
  const claim = (one: Claim): string => lines.claim(cited.read(one));
  return {
    claim,
    entries: (claims: readonly Claim[]): string[] => (claims.length === 0 ? [] : [list(claims.map(claim))]),
    /** What has been cited so far. */
    sources: (): string[] => listSources(cited.sources(), { citationStyle: 'numbered', shownSources: 'cited' }),
  };
}

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

/** `2026-03-06 07:30 +01:00`: the time of a slot in its zone. */
export function localTimeOf({ time, timezone }: Pick<BriefingSlot, 'time' | 'timezone'>): string {
  const instant = new Date(time);
  const { day, minute } = localTime(instant, timezone);
  const zone = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, timeZoneName: 'longOffset' })
    .formatToParts(instant)
    .find(({ type }) => type === 'timeZoneName');
  // UTC itself is "GMT" without figures.
  const offset = zone?.value.replace('GMT', '') || '+00:00';
  return `${day} ${minute.slice(0, 2)}:${minute.slice(2)} ${offset}`;
}
