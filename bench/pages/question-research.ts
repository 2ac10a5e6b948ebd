import { createAssessClarity } from '../../activities/assess-clarity.ts';
import { createExtractQuotes } from '../../activities/extract-quotes.ts';
import { createOfflineReasoner } from '../../activities/reasoning/engine/offline-reasoner.ts';
import { createRerank } from '../../activities/rerank.ts';
import { createRewriteQuery } from '../../activities/rewrite-query.ts';
import { createScoreRelevance } from '../../activities/score-relevance.ts';
import { detectLanguage } from '../../activities/text/language.ts';
import { hitIdOf, isPassageHit, type PassageHit, type Quote } from '../../workflows/contracts/evidence.ts';
import { UNLIMITED } from '../../workflows/contracts/metering.ts';
import { researchSettingsSchema } from '../../workflows/contracts/research-request.ts';
import { freezeAnchor } from '../../workflows/domain/query-anchor.ts';
import { fuseRankings } from '../../workflows/domain/rank-fusion.ts';
import type { IndexedFolder } from '../answers/evaluation-world.ts';

const SETTINGS = researchSettingsSchema.parse({});
/** As in a run. */
const HITS_A_QUERY = 30;
const MAX_CANDIDATES = 40;

/** What the project reads for a question that is its only task. */
export interface QuestionResearch {
  /** Passages worth reading, best first. */
  readonly ranked: readonly PassageHit[];
  /** From those passages, in the same order. */
  readonly quotes: readonly { readonly locator: string; readonly quote: Quote }[];
}

/** Walks the stages of a task, rewrite to extraction, by the project's own activities and rules, without a workflow. */
export async function researchQuestion(
  { corpusId, stores, sources }: IndexedFolder,
  question: string,
  today: string,
  signal: AbortSignal,
): Promise<QuestionResearch> {
  const { corpus, blobs } = stores;
  const parts = { corpus, blobs, reasoner: createOfflineReasoner(), reranker: null, embedder: null };
  const byRule = { engine: 'configured', today, metering: UNLIMITED, approvedTasks: [], corpusId } as const;
  const search = async (query: string, language: string) =>
    (await corpus.search({ corpusId, query, language, topK: HITS_A_QUERY })).hits;

  const language = detectLanguage(question);
  const clarity = {
    question,
    conversation: [],
    hits: await search(question, language),
    mode: 'never',
    maxQuestions: 0,
  };
  const assessed = await createAssessClarity(parts)({ ...byRule, ...clarity, mode: 'never' }, signal);
  const anchor = freezeAnchor(question, assessed.value, [], `${today}T00:00:00.000Z`);
  const subject = { ...byRule, anchor, task: { taskId: 't1', text: question, rationale: '' } };

  const corpusLanguages = [...new Set(sources.map((source) => source.language))];
  const { queryVariants, relevanceThreshold, rerankTopK, sourceWeighting, minQuoteLength } = SETTINGS;
  const rewriting = { ...subject, corpusLanguages, queryVariants, correction: null };
  const { value } = await createRewriteQuery(parts)(rewriting, signal);
  const rankings = await Promise.all(value.queries.map((query) => search(query, anchor.language)));
  const hits = fuseRankings(rankings, hitIdOf).slice(0, MAX_CANDIDATES);
  const scored = await createScoreRelevance(parts)({ ...subject, hits, firstRank: 1 }, signal);
  const ranking = { hits, scores: scored.value, topK: rerankTopK, relevanceThreshold, sourceWeighting };
  const reranked = await createRerank(parts)({ ...subject, ...ranking }, signal);
  const ranked = reranked.hits.flatMap((hit) => (isPassageHit(hit) ? [hit] : []));

  const extract = createExtractQuotes(parts);
  const place = { hitScore: null, belowThreshold: false, depth: 0, origin: 'search' } as const;
  const readings = ranked.map((hit, index) => ({ ...place, hit, findingId: `t1f${index + 1}` }));
  const { value: findings } = await extract({ ...subject, minQuoteLength, readings }, signal);
  const quotes = findings.flatMap((finding) =>
    finding === null ? [] : finding.quotes.map((quote) => ({ locator: finding.locator, quote })),
  );
  return { ranked, quotes };
}
