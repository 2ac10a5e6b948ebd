import type { Reading } from '@plumbline/contracts/activities';
import type { GradedResult, JudgeFindingsInput } from '@plumbline/contracts/briefings/briefing-activities';
import type { BriefingItem, ItemRelation, LiveQuery, LiveResult } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingRecord } from '@plumbline/contracts/briefings/briefing-record';
import { counted } from '@plumbline/contracts/common/counted';
import { findingIdOf } from '@plumbline/contracts/evidence/citation-key';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import { hitIdOf, type PassageHit, referenceTo, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { callActivity } from '../calls/activity-options.ts';
import { extractFindings, readPages } from '../deep-research/task/page-reading.ts';
import { searchSources } from '../deep-research/task/source-search.ts';
import { targetDomainsOf } from '../domain/briefing/live-queries.ts';
import {
  admitsTier,
  isAsked,
  scopeFault,
  screenResult,
  TIER_3,
  titleKeyOf,
  UNREAD,
} from '../domain/briefing/result-screening.ts';
import type { BriefingRun } from './briefing-run.ts';
import type { BriefingSubject } from './corpus-context.ts';

type Judged = JudgeFindingsInput['findings'][number];

/**
 * Asks some queries side by side, within the budget, and adds what they bring to the evidence. What is found does not depend on
 * which query was faster: results are taken in the order of the queries.
 */
export async function searchLive(
  run: BriefingRun,
  subject: BriefingSubject,
  queries: readonly LiveQuery[],
  evidence: LiveEvidence,
): Promise<void> {
  if (queries.length === 0) return;
  evidence.queries.push(...queries);
  const found = await Promise.all(queries.map((query) => search(run, subject, query)));
  const readable = await screen(subject, queries, found, evidence);
  const passages = await readResults(run, subject, readable, evidence);
  if (passages.length === 0) return;
  const judged = await extract(run, subject, passages);
  await judge(run, judged, passages, evidence);
}

function search(run: BriefingRun, { sources }: BriefingSubject, query: LiveQuery): Promise<SearchHit[]> {
  const { web } = run.request;
  if (web === null) return Promise.resolve([]);
  const request = { ...run.request, web: { ...web, since: query.since } };
  const purpose = {
    taskId: query.queryId,
    language: run.settings.language,
    primaryOnly: false,
    targetDomains: targetDomainsOf(query, sources, web.domainAllow),
    ...(query.until !== null && { until: query.until }),
  };
  return searchSources({ ...run, request }, '', [query.text], purpose);
}

async function screen(
  { sources }: BriefingSubject,
  queries: readonly LiveQuery[],
  found: readonly (readonly SearchHit[])[],
  evidence: LiveEvidence,
): Promise<readonly Readable[]> {
  const hits = found.flat().filter(({ locator }) => !evidence.known.has(locator) && !evidence.seen.has(locator));
  if (hits.length === 0) return [];
  const graded = await callActivity('gradeResults', { sources, hits }, `standing of ${counted(hits.length, 'result')}`);
  const gradeOf = new Map(graded.map((grade) => [grade.locator, grade]));
  const readable: Readable[] = [];
  const ofWatchpoints = queries.flatMap((query, index) => (query.targetTiers.includes(3) ? (found[index] ?? []) : []));
  const watched = new Set(ofWatchpoints.map(({ locator }) => locator));
  for (const [index, query] of queries.entries()) {
    for (const hit of found[index] ?? []) {
      const grade = gradeOf.get(hit.locator);
      // A page gets one verdict, even if several queries find it: one of tier 3 by the query for a watchpoint.
      if (grade === undefined || evidence.seen.has(hit.locator) || !isAsked(query, grade)) continue;
      if (!admitsTier(query, grade) && watched.has(hit.locator)) continue;
      const fault = screenResult({ query, hit, graded: grade, seenTitles: evidence.seenTitles });
      evidence.seen.add(hit.locator);
      evidence.seenTitles.add(titleKeyOf(hit, grade));
      if (fault === null) readable.push({ query, hit, graded: grade });
      else reject(evidence, query, hit, fault);
    }
  }
  return readable;
}

async function extract(
  run: BriefingRun,
  { anchor, corpus }: BriefingSubject,
  passages: readonly ReadPassage[],
): Promise<readonly Judged[]> {
  const byQuery = Map.groupBy(passages, ({ query }) => query);
  const extracted = await Promise.all(
    [...byQuery].map(async ([query, ofQuery]) => {
      const task = taskOf(run, query);
      const readings = ofQuery.map(({ passage }, index) => toReading(passage, findingIdOf(task.taskId, index + 1)));
      const findings = await extractFindings(run, { anchor, task, corpus }, readings);
      const readingOf = new Map(readings.map(({ findingId }, index) => [findingId, ofQuery[index]]));
      return findings.flatMap((finding) => {
        const origin = readingOf.get(finding.findingId);
        return origin === undefined ? [] : [{ ...judgedSourceOf(origin), finding }];
      });
    }),
  );
  return extracted.flat();
}

/** The search took its first results for relevant; whether they say anything is judged afterwards. */
function toReading(hit: PassageHit, findingId: string): Reading {
  return {
    hit: referenceTo(hit),
    hitScore: null,
    belowThreshold: false,
    searchRank: hit.rank,
    findingId,
    depth: 0,
    origin: 'search',
  };
}

function judgedSourceOf({ query, graded, passage }: ReadPassage): Omit<Judged, 'finding'> {
  const { tier, outlet } = graded;
  return { queryId: query.queryId, tier, outlet, publishedAt: passage.publishedAt ?? '' };
}

async function judge(
  run: BriefingRun,
  findings: readonly Judged[],
  passages: readonly ReadPassage[],
  evidence: LiveEvidence,
): Promise<void> {
  const { language } = run.settings;
  const { items, relations, rejected } = await run.reasoning.ask(
    'judgeFindings',
    {
      queries: evidence.queries,
      findings,
      themes: run.themes,
      earlierClaims: run.previousClaims,
      earlierItems: evidence.items,
      language,
    },
    `judge ${counted(findings.length, 'finding')}`,
  );
  evidence.items.push(...items);
  evidence.relations.push(...relations);
  const kept = new Set(items.flatMap(({ citations }) => citations));
  evidence.findings.push(
    ...findings.map(({ finding }) => finding).filter(({ quotes }) => quotes.some(({ key }) => kept.has(key))),
  );
  const reasonOf = new Map(rejected.map(({ findingId, reason }) => [findingId, reason]));
  evidence.results.push(...verdicts(passages, findings, items, reasonOf));
}

/** One verdict for each page that was read. */
function verdicts(
  passages: readonly ReadPassage[],
  findings: readonly Judged[],
  items: readonly { readonly locator: string; readonly status: string }[],
  reasonOf: ReadonlyMap<string, string>,
): LiveResult[] {
  const pages = new Map(passages.map((one) => [one.hit.locator, one]));
  return [...pages.values()].map(({ query, hit, graded: { tier }, passage }) => {
    const said = items.filter(({ locator }) => locator === passage.locator || locator === hit.locator);
    const reasons = findings
      .filter(({ finding }) => finding.locator === passage.locator)
      .flatMap(({ finding }) => reasonOf.get(finding.findingId) ?? []);
    const result = { queryId: query.queryId, locator: hit.locator, title: hit.title };
    if (said.some(({ status }) => status === 'confirmed')) return { ...result, verdict: 'accepted', reason: '' };
    const reason = tier === 3 ? TIER_3 : 'the source is not listed';
    if (said.length > 0) return { ...result, verdict: 'flagged', reason };
    return { ...result, verdict: 'rejected', reason: reasons[0] ?? 'the page says nothing about it' };
  });
}

/** A result that is worth reading. */
interface Readable {
  readonly query: LiveQuery;
  readonly hit: SearchHit;
  readonly graded: GradedResult;
}

/** A passage of a readable result. */
interface ReadPassage extends Readable {
  readonly passage: PassageHit;
}

/** Fetches the pages concurrently; rejects those whose date or tier differs from what the search said. */
async function readResults(
  run: BriefingRun,
  subject: BriefingSubject,
  readable: readonly Readable[],
  evidence: LiveEvidence,
): Promise<readonly ReadPassage[]> {
  const pages = await Promise.all(readable.map((result) => readResult(run, subject, result)));
  const standing = await standingOfTargets(subject, readable, pages);
  return pages.flatMap((passages, index) => {
    const result = readable[index];
    if (result === undefined) return [];
    const { query, hit } = result;
    const [first] = passages;
    const graded = standing.get(first?.locator ?? '') ?? result.graded;
    const fault = first === undefined ? UNREAD : pageFault(first, graded, query);
    if (fault === null) return passages.map((passage) => ({ ...result, graded, passage }));
    reject(evidence, query, hit, fault);
    return [];
  });
}

/** A page knows its date better than the search service, and where it was read decides over where it was found. */
function pageFault({ publishedAt }: PassageHit, graded: GradedResult, query: LiveQuery): string | null {
  if (!admitsTier(query, graded)) return TIER_3;
  return isAsked(query, graded) ? scopeFault(publishedAt, query) : 'it leads to a source outside the query';
}

/** Standing of the pages that were read elsewhere than they were found: behind a redirect another outlet may speak. */
async function standingOfTargets(
  { sources }: BriefingSubject,
  readable: readonly Readable[],
  pages: readonly (readonly PassageHit[])[],
): Promise<ReadonlyMap<string, GradedResult>> {
  const moved = pages.flatMap(([first], index) =>
    first === undefined || first.locator === readable[index]?.hit.locator ? [] : [first],
  );
  if (moved.length === 0) return new Map();
  const graded = await callActivity('gradeResults', { sources, hits: moved }, 'standing behind redirects');
  return new Map(graded.map((grade) => [grade.locator, grade]));
}

async function readResult(
  run: BriefingRun,
  subject: BriefingSubject,
  { query, hit, graded }: Readable,
): Promise<readonly PassageHit[]> {
  const ranked = {
    ...hit,
    relevance: { id: hitIdOf(hit), score: null, reason: '' },
    sourceTier: graded.tier,
    selection: 'passed',
  } as const;
  const context = {
    anchor: subject.anchor,
    corpus: subject.corpus,
    task: taskOf(run, query),
    isFollowUp: false,
    visitedPassages: new Set<string>(),
  };
  const readings = await readPages(run, context, [ranked]);
  return readings.map(({ hit: passage }) => passage);
}

/** Ids of tasks begin citation keys, which must be unique among all outputs. */
function taskOf({ slot }: BriefingRun, { queryId, text }: LiveQuery): ResearchTask {
  return { taskId: `${slot.slotId.toLowerCase()}-${queryId}`, text, rationale: '' };
}

/** What all live searches have brought so far. */
export interface LiveEvidence {
  readonly queries: LiveQuery[];
  readonly refused: BriefingRecord['refusedQueries'];
  readonly results: LiveResult[];
  readonly items: BriefingItem[];
  readonly relations: ItemRelation[];
  readonly findings: Finding[];
  readonly corrections: BriefingRecord['corrections'];
  /** Wanted queries beyond the budget. */
  dropped: number;
  /** Requests to search providers that may still be made. */
  left: number;
  /** Addresses that earlier outputs dealt with: they are no results of this run. */
  readonly known: ReadonlySet<string>;
  /** Addresses that this run has seen, and its articles by `titleKeyOf`. */
  readonly seen: Set<string>;
  readonly seenTitles: Set<string>;
}

export function startEvidence(left: number, known: ReadonlySet<string>): LiveEvidence {
  return {
    queries: [],
    refused: [],
    results: [],
    items: [],
    relations: [],
    findings: [],
    corrections: [],
    dropped: 0,
    left,
    known,
    seen: new Set(),
    seenTitles: new Set(),
  };
}

function reject(evidence: LiveEvidence, { queryId }: LiveQuery, { locator, title }: SearchHit, reason: string): void {
  evidence.results.push({ queryId, locator, title, verdict: 'rejected', reason });
}
