import type { Activities, Reading } from '@plumbline/contracts/activities';
import type { GivenEvidence } from '@plumbline/contracts/evidence/evidence-reference';
import { hitIdOf, type RankedReference } from '@plumbline/contracts/evidence/search-hit';
import type { CheckedDraft } from '@plumbline/contracts/report/report-activities';
import type { RerankedHits, RerankInput } from '@plumbline/contracts/research/retrieval-activities';
import type { BlobStore } from '@plumbline/storage/blobs';
import { readEvidence } from '@plumbline/storage/evidence';
import { Context } from '@temporalio/activity';
import { qualityOf } from './research-fixtures.ts';
import { wellBehavedAnswers } from './scripted-answer-activities.ts';
import { wellBehavedBriefings } from './scripted-briefings.ts';
import { QUOTE_TEXT, reasoned, scriptedDraft, scriptedFinding } from './scripted-evidence.ts';
import { findEach, readEach, scriptedHit } from './scripted-passages.ts';

type BlobReader = Pick<BlobStore, 'getText'>;

/** A call as the workflow made it. */
export interface RecordedCall {
  readonly name: keyof Activities;
  readonly input: unknown;
}

export interface ScriptedActivities {
  readonly activities: Activities;
  readonly calls: RecordedCall[];
  /** Inputs of every call of one activity, in order. */
  inputsOf<Name extends keyof Activities>(name: Name): Parameters<Activities[Name]>[0][];
}

/** An activity that hangs until its run, or its worker, gives it up. */
export async function hang(): Promise<never> {
  const context = Context.current();
  context.heartbeat();
  const beat = setInterval(() => context.heartbeat(), 500);
  return context.cancelled.finally(() => clearInterval(beat));
}

/** Every passage that was to be read, in order. */
export function readingsOf(scripted: ScriptedActivities): Reading[] {
  return scripted.inputsOf('extractQuotes').flatMap(({ readings }) => readings);
}

/** Ranks by the given scores alone. */
export function scriptedRanking({ hits, scores, topK, relevanceThreshold }: RerankInput): RerankedHits {
  const ranked = hits.map((hit): RankedReference => {
    const id = hitIdOf(hit);
    const relevance = scores.find((score) => score.id === id) ?? { id, score: null, reason: '' };
    const selection = (relevance.score ?? 0) >= relevanceThreshold ? 'passed' : 'below';
    return { ...hit, relevance, sourceTier: null, selection };
  });
  const passed = ranked.filter(({ selection }) => selection === 'passed');
  const below = ranked.filter(({ selection }) => selection === 'below');
  const best = [...passed.slice(0, topK), ...below.slice(0, 3)];
  return { hits: best, belowThreshold: below.length, duplicates: 0, notes: [] };
}

/**
 * Activities that find one good passage for every task. Each can be replaced; every call is recorded.
 *
 * @param blobs with the findings that inputs refer to, where an activity stores some
 */
export function scriptActivities(replaced: Partial<Activities> = {}, blobs?: BlobReader): ScriptedActivities {
  return recordCalls({ ...wellBehaved, ...replaced }, blobs);
}

/** The same activities, each call recorded, with the findings that its input refers to. */
export function recordCalls(behaviour: Activities, blobs?: BlobReader): ScriptedActivities {
  const resolve = async (given: Partial<GivenEvidence>) => {
    const { findings = [], evidence } = given;
    if (blobs === undefined || evidence === undefined) return given;
    return { ...given, findings: await readEvidence(blobs, { findings, evidence }) };
  };
  const calls: RecordedCall[] = [];
  const activities = Object.fromEntries(
    Object.entries(behaviour).map(([name, act]) => [
      name,
      async (given: Partial<GivenEvidence>) => {
        const input = (await resolve(given)) as never;
        calls.push({ name: name as keyof Activities, input });
        return (act as (input: never) => Promise<unknown>)(input);
      },
    ]),
  ) as unknown as Activities;
  return {
    activities,
    calls,
    inputsOf: (name) => calls.filter((call) => call.name === name).map(({ input }) => input as never),
  };
}

/** A check that finds nothing wrong. */
export function scriptedCheck(changes: Partial<CheckedDraft> = {}): CheckedDraft {
  return {
    draft: null,
    rejectedQuotes: [],
    foreignSentences: [],
    quality: qualityOf({ quotesChecked: 1, claims: 1 }),
    ...changes,
  };
}

const claim = { text: QUOTE_TEXT, citations: ['t1f1q1'] };

const wellBehaved: Activities = {
  keepStages: async () => ({}),
  indexCorpus: async () => ({
    corpusId: 'c1',
    version: 'v1',
    files: 1,
    passages: 1,
    added: 1,
    changed: 0,
    removed: 0,
    bytesRead: 100,
    languages: ['en'],
    skippedCount: 0,
    partialCount: 0,
    skippedFiles: [],
  }),
  assessClarity: async ({ question }) =>
    reasoned({
      language: 'en',
      keyEntities: ['lamp'],
      namedReferences: [],
      scope: question,
      knowledgeGaps: [],
      coverage: 0.8,
      questions: [],
      assumptions: ['the standard model is meant'],
    }),
  summarizeClarification: async ({ anchor }) =>
    reasoned({
      refinedIntent: [anchor.originalQuestion, ...anchor.refinements].join(' / '),
      scope: anchor.scope,
      keyClarifications: [...anchor.refinements],
      relevantPassages: [],
      remainingGaps: [],
    }),
  planResearch: async ({ anchor }) =>
    reasoned({
      tasks: [
        { taskId: 't1', text: anchor.originalQuestion, rationale: '' },
        { taskId: 't2', text: 'What is it filled with?', rationale: '' },
      ],
    }),
  rewriteQuery: async ({ tasks }) => reasoned({ queries: tasks.map(({ text }) => [text]) }),
  searchFolder: findEach(async ({ query }) => ({ hits: [scriptedHit(`p-${query.length}`, query)], notes: [] })),
  searchWeb: async () => ({ hits: [], notes: [] }),
  readPage: async () => ({ hits: [], problem: 'nothing is scripted for pages' }),
  scoreRelevance: async ({ hits }) => hits.map((hit) => ({ id: hitIdOf(hit), score: 0.9, reason: 'answers' })),
  rerank: async (input) => scriptedRanking(input),
  extractQuotes: readEach(({ findingId, hit }) => scriptedFinding(findingId, hit.passage.passageId)),
  classifyTiers: async ({ findings }) => ({ findings, stored: null }),
  followReferences: async () => ({ hits: [], unresolved: [], links: [] }),
  summarizeTask: async ({ task, findings }) => ({
    taskId: task.taskId,
    taskText: task.text,
    summary: QUOTE_TEXT,
    keyFindings: [claim],
    quotes: findings.flatMap(({ quotes }) => quotes).slice(0, 3),
    sources: ['lamp.md'],
    relevanceToQuestion: 0.9,
    gaps: [],
  }),
  validateRelevance: async ({ findings }) => ({
    scores: findings.map(({ findingId }) => ({ id: findingId, score: 0.9, reason: 'answers' })),
    stored: null,
  }),
  scoreReferences: async ({ hits }) =>
    hits.map(({ passage }) => ({ id: passage.passageId, score: 0.9, reason: 'answers' })),
  completeSections: async () => reasoned({ summary: [], sections: [] }),
  synthesizeReport: async ({ findings }) =>
    reasoned(
      scriptedDraft(
        findings.length === 0 ? [] : [{ text: QUOTE_TEXT, citations: [findings[0]?.quotes[0]?.key ?? ''] }],
      ),
    ),
  reflectOnFindings: async () => reasoned({ gaps: [], tasks: [], contradictions: [] }),
  verifyParts: async ({ parts }) => reasoned(parts.map(({ claims }) => ({ claims, refused: [] }))),
  checkReport: async () => scriptedCheck(),
  publishReport: async ({ researchId }) => ({
    record: { sha256: researchId, byteLength: 1, mediaType: 'application/json' },
    citations: 1,
  }),
  sendNotice: async () => undefined,
  recordProgress: async () => ({ ledger: null, settled: [], temporalAddress: '127.0.0.1:7233' }),
  ...wellBehavedAnswers,
  ...wellBehavedBriefings,
};
