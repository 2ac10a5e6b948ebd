import { UNLIMITED } from '@plumbline/contracts/common/metering';
import { fuseRankings } from '@plumbline/contracts/evidence/rank-fusion';
import { hitIdOf, joinRanking, type PassageHit, type SearchHit } from '@plumbline/contracts/evidence/search-hit';
import { freezeAnchor } from '@plumbline/contracts/research/frozen-anchor';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createRerank } from '../../activities/entries/research/rerank.ts';
import { createRewriteQuery } from '../../activities/entries/research/rewrite-query.ts';
import { createScoreRelevance } from '../../activities/entries/research/score-hits.ts';
import { EnvironmentError } from '../../client/errors/failures.ts';
import { SEARCHED_FIELDS } from '../../packages/search/index/passage-query.ts';
import { searchWords } from '../../packages/search/index/passage-search.ts';
import type { MeasuredIndex, MeasuredPassage } from './measured-index.ts';

export interface MeasuredQuery {
  readonly id: string;
  readonly text: string;
  /** ISO 639-1 code. */
  readonly language: string;
}

/** One way to search: what those before it in the list do, and one thing more. */
export interface Stage {
  readonly name: string;
  /** Passages, best first. */
  rank(query: MeasuredQuery, signal: AbortSignal): Promise<readonly MeasuredPassage[]>;
}

/** Documents may have several passages, and 100 documents are judged. */
const DEPTH = 150;
/** As many as a task of a run looks at. */
const RERANKED = 30;
const SCORING_BATCH = 10;
const QUERY_VARIANTS = 3;

/** Words, word parts and headings of the passages: the parts of one search without a model. */
export function wordStages({ opened, passages }: MeasuredIndex): Stage[] {
  const names = ['+ stemming and stop words', '+ word parts', '+ heading weight'];
  return names.map((name, index) => ({
    name,
    async rank({ text, language }) {
      const fields = SEARCHED_FIELDS.slice(0, index + 1);
      const search = { words: searchWords(text, language), limit: DEPTH, spoken: null, fields };
      return (await opened.tables.search(search)).flatMap(({ passageId }) => passages.get(passageId) ?? []);
    },
  }));
}

/** One search as a run does it, with vectors where there are any. */
export function searchStage(index: MeasuredIndex, name: string): Stage {
  return { name, rank: async (query) => passagesOf(index, await search(index, query.text, query.language)) };
}

/** What a task of a run puts on top of its searches, by the offline rules. */
export function taskStages(index: MeasuredIndex): Stage[] {
  const ways = {
    '+ variants': (query: MeasuredQuery, signal: AbortSignal) => fused(index, query, signal),
    '+ rerank': (query: MeasuredQuery, signal: AbortSignal) => rerank(index, query, signal),
  };
  return Object.entries(ways).map(([name, find]) => ({
    name,
    rank: async (query, signal) => passagesOf(index, await find(query, signal)),
  }));
}

function passagesOf({ passages }: MeasuredIndex, hits: readonly SearchHit[]): MeasuredPassage[] {
  return hits.flatMap(({ passage }) => passages.get(passage?.passageId ?? '') ?? []);
}

async function search({ corpus, report }: MeasuredIndex, query: string, language: string) {
  const { hits, notes } = await corpus.search({
    corpusId: report.corpusId,
    query,
    language,
    topK: DEPTH,
  });
  // A fall-back would be measured under a wrong name.
  // Corrected spellings are part of the search; with vectors, any other note means that some are missing.
  const failures = notes.filter((note) => !note.startsWith('“'));
  if (failures.length > 0) throw new EnvironmentError(failures.join(' '));
  return hits;
}

async function fused(index: MeasuredIndex, query: MeasuredQuery, signal: AbortSignal): Promise<PassageHit[]> {
  const parts = { corpus: index.corpus, reasoner: createOfflineReasoner() };
  const { task, ...rewriting } = { ...taskOf(query, index), corpusLanguages: index.report.languages };
  const { value } = await createRewriteQuery(parts)(
    { ...rewriting, tasks: [task], queryVariants: QUERY_VARIANTS, correction: null },
    signal,
  );
  const rankings = await Promise.all((value.queries[0] ?? []).map((text) => search(index, text, query.language)));
  return fuseRankings(rankings, ({ passage }) => passage.passageId);
}

async function rerank(index: MeasuredIndex, query: MeasuredQuery, signal: AbortSignal): Promise<SearchHit[]> {
  const hits = await fused(index, query, signal);
  const task = taskOf(query, index);
  const head = hits.slice(0, RERANKED);
  const parts = { corpus: index.corpus, reasoner: createOfflineReasoner(), reranker: null, runs: UNKEPT };
  const score = createScoreRelevance(parts);
  const scores = [];
  for (let start = 0; start < head.length; start += SCORING_BATCH) {
    const hits = head.slice(start, start + SCORING_BATCH);
    const batch = { ...task, hits, firstRank: start + 1 };
    scores.push(...(await score(batch)));
  }
  const limits = { record: null, topK: RERANKED, relevanceThreshold: 0, sourceWeighting: 'low' as const };
  const ranked = await createRerank(parts)({ ...task, hits: head, scores, ...limits }, signal);
  const isRanked = new Set(ranked.hits.map(hitIdOf));
  return [...joinRanking(hits, ranked.hits), ...hits.filter((hit) => !isRanked.has(hitIdOf(hit)))];
}

/** No run keeps decisions here. */
const UNKEPT = { saveDecisions: () => Promise.reject(new Error('there is no run')) };

function taskOf({ text, language }: MeasuredQuery, { report }: MeasuredIndex) {
  const meaning = { language, keyEntities: [], namedReferences: [], scope: '', knowledgeGaps: [], coverage: 0 };
  const assessment = { ...meaning, questions: [], assumptions: [] };
  return {
    anchor: freezeAnchor(text, assessment, [], '2026-01-01T00:00:00.000Z'),
    task: { taskId: 't1', text: text.slice(0, 1_000), rationale: '' },
    corpusId: report.corpusId,
    engine: 'offline' as const,
    today: '2026-01-01',
    metering: UNLIMITED,
    approvedTasks: [],
  };
}
