import { callActivity } from '../calls/activity-options.ts';
import type { Reading } from '../contracts/activities.ts';
import type { JudgeFindingsInput } from '../contracts/briefing-activities.ts';
import type { LiveQuery, LiveResult } from '../contracts/briefing-items.ts';
import { findingIdOf } from '../contracts/citation-key.ts';
import { counted } from '../contracts/counted.ts';
import type { PassageHit, SearchHit } from '../contracts/evidence.ts';
import { extractFindings } from '../deep-research/task/passage-extraction.ts';
import { searchSources } from '../deep-research/task/source-search.ts';
import { isAsked, screenResult, titleKeyOf } from '../domain/briefing/result-screening.ts';
import type { BriefingRun } from './briefing-run.ts';
import type { BriefingSubject } from './corpus-context.ts';
import { type LiveEvidence, reject } from './live-evidence.ts';
import { type Readable, type ReadPassage, readResults, taskOf } from './result-reading.ts';

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
  const found = await Promise.all(queries.map((query) => search(run, query)));
  const readable = await screen(subject, queries, found, evidence);
  const passages = await readResults(run, subject, readable, evidence);
  if (passages.length === 0) return;
  const judged = await extract(run, subject, passages);
  await judge(run, judged, passages, evidence);
}

function search(run: BriefingRun, query: LiveQuery): Promise<SearchHit[]> {
  const { web } = run.request;
  if (web === null) return Promise.resolve([]);
  const request = { ...run.request, web: { ...web, since: query.since } };
  const purpose = {
    taskId: query.queryId,
    language: run.settings.language,
    // SOURCES.md decides, which the search does not know.
    primaryOnly: false,
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
  for (const [index, query] of queries.entries()) {
    for (const hit of found[index] ?? []) {
      const grade = gradeOf.get(hit.locator);
      // A page has one verdict, whatever queries find it.
      if (grade === undefined || evidence.seen.has(hit.locator) || !isAsked(query, grade)) continue;
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
  return { hit, hitScore: null, belowThreshold: false, leading: true, findingId, depth: 0, origin: 'search' };
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
  const { items, relations, rejected } = await callActivity(
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
  return [...pages.values()].map(({ query, hit, passage }) => {
    const said = items.filter(({ locator }) => locator === passage.locator || locator === hit.locator);
    const reasons = findings
      .filter(({ finding }) => finding.locator === passage.locator)
      .flatMap(({ finding }) => reasonOf.get(finding.findingId) ?? []);
    const result = { queryId: query.queryId, locator: hit.locator, title: hit.title };
    if (said.some(({ status }) => status === 'confirmed')) return { ...result, verdict: 'accepted', reason: '' };
    if (said.length > 0) return { ...result, verdict: 'flagged', reason: 'the source is not listed' };
    return { ...result, verdict: 'rejected', reason: reasons[0] ?? 'the page states nothing about it' };
  });
}
