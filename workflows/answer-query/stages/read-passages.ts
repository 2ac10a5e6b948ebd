import type { Reading } from '@plumbline/contracts/activities';
import type { SessionContext } from '@plumbline/contracts/answers/conversation';
import { counted } from '@plumbline/contracts/common/counted';
import { findingIdOf } from '@plumbline/contracts/evidence/citation-key';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import { webCorpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { byRankToo } from '@plumbline/contracts/evidence/rank-fusion';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import {
  hitIdOf,
  joinRanking,
  type RankedHit,
  referenceTo,
  type SearchHit,
} from '@plumbline/contracts/evidence/search-hit';
import { callActivity } from '../../calls/activity-options.ts';
import { gradeFindings } from '../../deep-research/task/finding-grades.ts';
import { extractFindings, type PassageReading, readPages } from '../../deep-research/task/page-reading.ts';
import { resolveReferences } from '../../deep-research/task/reference-following.ts';
import { searchSources } from '../../deep-research/task/source-search.ts';
import type { AnswerRun } from '../run/answer-run.ts';

type Parts = Pick<AnswerRun, 'researchId' | 'request' | 'state' | 'accounts' | 'budget' | 'servers' | 'reasoning'>;

/** Where to look. */
export type Place = 'documents' | 'web' | 'everywhere';

/** Passages, or items of a catalogue, that an answer may be made from. */
export const MOST_ITEMS = 50;

/** Best passages that are read closely; the others only count. A model reads what it has room for. */
const READ_BY_RULE = 10;
const READ_BY_MODEL = 20;
/** Of the best of them, what they refer to: an exception often stands in another section. */
const REFERRING = 6;
const REFERRED = 2;

/** Finds hits for each query in one place; best first, each once. */
export async function searchPlace(
  run: Parts,
  { anchor, task, corpus }: AnswerSubject,
  place: Place,
  queries: readonly string[],
): Promise<readonly SearchHit[]> {
  const request = place === 'documents' ? { ...run.request, web: null } : run.request;
  const corpusId = place === 'web' ? webCorpusIdOf(run.researchId) : corpus.corpusId;
  const purpose = { taskId: task.taskId, language: anchor.language, primaryOnly: false };
  return searchSources({ ...run, request }, corpusId, queries, purpose);
}

/** Puts hits into their final order; what is not worth reading is left out, and what exceeds the cap. */
async function rankHits(
  { request, accounts }: Parts,
  { anchor, task, corpus }: AnswerSubject,
  hits: readonly SearchHit[],
): Promise<readonly RankedHit[]> {
  if (hits.length === 0) return [];
  const { relevanceThreshold, sourceWeighting } = request.settings;
  const { hits: ranked } = await callActivity(
    'rerank',
    {
      record: null,
      anchor,
      task,
      corpusId: corpus.corpusId,
      hits: hits.map((hit) => referenceTo(hit)),
      // The rule scores every hit.
      scores: [],
      topK: MOST_ITEMS,
      // A model has planned the searches: what they put first counts, also where it has few words of the question.
      ...(accounts.engine === 'model' ? { leading: READ_BY_MODEL } : { keepsCopies: true as const }),
      relevanceThreshold,
      sourceWeighting,
      approvedTasks: [],
    },
    `rank ${counted(hits.length, 'hit')}`,
  );
  const joined = joinRanking(hits, ranked);
  return (accounts.engine === 'model' ? byRankToo(joined, hitIdOf) : joined).slice(0, MOST_ITEMS);
}

/** Ranks hits, and reads the best. */
export async function readHits(run: Parts, subject: AnswerSubject, found: readonly SearchHit[]): Promise<Passages> {
  const hits = await rankHits(run, subject, found);
  const context = { ...subject, isFollowUp: false, visitedPassages: new Set<string>() };
  const most = run.accounts.engine === 'model' ? READ_BY_MODEL : READ_BY_RULE;
  const distinct = hits.flatMap(({ isCopy }, index) => (isCopy === true ? [] : index));
  const best = hits.slice(0, distinct[most]);
  const passages = await readPages(run, context, best);
  const readings = passages.slice(0, Math.max(most, best.length)).map((passage, index) => ({
    ...toReading(subject, passage, index),
    depth: 0 as const,
    origin: 'search' as const,
  }));
  if (readings.length === 0) return { hits, findings: [] };
  const read = await extractFindings(run, subject, readings);
  const referred = await readReferred(run, subject, readings, read);
  return { hits, findings: await grade(run, subject, [...read, ...referred]) };
}

function toReading(
  { task }: Pick<AnswerSubject, 'task'>,
  { hit, score, belowThreshold, searchRank }: PassageReading,
  index: number,
): Omit<Reading, 'depth' | 'origin'> {
  const ranked = searchRank === undefined ? {} : { searchRank };
  const findingId = findingIdOf(task.taskId, index + 1);
  return { hit: referenceTo(hit), hitScore: score, belowThreshold, ...ranked, findingId };
}

/** What the documents say where the best passages refer to. A model decides what bears on the question. */
async function readReferred(
  run: Parts,
  subject: AnswerSubject,
  readings: readonly Reading[],
  read: readonly Finding[],
): Promise<readonly Finding[]> {
  if (run.accounts.engine !== 'model' || run.request.web !== null) return [];
  const visitedPassages = new Set(readings.map(({ hit }) => hit.passage.passageId));
  const context = { ...subject, isFollowUp: false, visitedPassages };
  const left = { left: REFERRED, fetched: new Set<string>() };
  const targets = await resolveReferences(run, context, read.slice(0, REFERRING), left);
  const referred = targets.map((hit, index) => ({
    ...toReading(subject, { hit, score: null, belowThreshold: false }, readings.length + index),
    depth: 1 as const,
    origin: 'reference' as const,
  }));
  return referred.length === 0 ? [] : extractFindings(run, subject, referred);
}

async function grade(run: Parts, { anchor }: AnswerSubject, findings: readonly Finding[]): Promise<readonly Finding[]> {
  if (findings.length === 0) return [];
  const graded = await gradeFindings(run, { anchor, approvedTasks: [] }, findings);
  return graded.map((finding) => ({ ...finding, finalRelevance: finding.relevance }));
}

/** Searches one place, ranks what was found, and reads the best. */
export async function readOverview(
  run: Parts,
  subject: AnswerSubject,
  place: Place,
  queries: readonly string[],
): Promise<Passages> {
  return readHits(run, subject, await searchPlace(run, subject, place, queries));
}

/** What an answer is about, as the parts of research take it. */
export interface AnswerSubject {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpus: CorpusReport;
  /** The session, for a tone that fits, never as evidence. */
  readonly context: SessionContext;
  /** What of the memory concerns it. */
  readonly remembered: readonly Finding[];
}

/** Hits of documents and pages in their final order, and what those that were read say. */
export interface Passages {
  readonly hits: readonly RankedHit[];
  readonly findings: readonly Finding[];
}
