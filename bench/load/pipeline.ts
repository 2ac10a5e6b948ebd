import type { Activities, Reading } from '@plumbline/contracts/activities';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { fuseRankings } from '@plumbline/contracts/evidence/rank-fusion';
import type { ResearchPlan, ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import {
  hitIdOf,
  isPassageHit,
  joinRanking,
  type RankedHit,
  type RelevanceScore,
  type SearchHit,
} from '@plumbline/contracts/evidence/search-hit';
import type { TaskSummary } from '@plumbline/contracts/evidence/task-summary';
import { freezeAnchor } from '@plumbline/contracts/research/frozen-anchor';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { rankingsOf } from '../../activities/entries/research/search-folder.ts';
import { withGrades } from '../../workflows/domain/context-tier.ts';
import { openTasks, selectFindings, selectQuotes } from '../../workflows/domain/finding-selection.ts';
import { applyValidation } from '../../workflows/domain/finding-validation.ts';
import { writePlainReport } from './plain-report.ts';

/** What all tasks of a run work from. */
export interface Ground {
  readonly corpus: CorpusReport;
  readonly anchor: QueryAnchor;
}

/** What one task works from. */
export interface TaskGround extends Ground {
  readonly task: ResearchTask;
}

export interface Batch<Entry> {
  readonly entries: readonly Entry[];
  /** Place of the first entry, counted from 1. */
  readonly firstRank: number;
}

/** The steps of a run as functions that know nothing of who calls them, nor in what order. */
export type Pipeline = ReturnType<typeof createPipeline>;

/** The graph and the functions search each task once. */
export const PIPELINE_SETTINGS = { maxRounds: 0 };

// As the workflow has them.
const SEARCH_HITS = 30;
const MAX_CANDIDATES = 40;
export const SCORING_BATCH = 10;
export const READING_BATCH = 5;

export function inBatches<Entry>(entries: readonly Entry[], size: number): Batch<Entry>[] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, index) => ({
    entries: entries.slice(index * size, (index + 1) * size),
    firstRank: index * size + 1,
  }));
}

/** The product's activities and rules without the workflow. The documents it is meant for refer to nothing. */
export function createPipeline(activities: Activities, question: string, corpusDirectory: string) {
  const request = researchRequestSchema.parse({
    question,
    corpusDirectories: [corpusDirectory],
    settings: PIPELINE_SETTINGS,
  });
  const { settings } = request;
  const today = new Date().toISOString().slice(0, 10);
  const reasoning = { engine: 'configured', today, metering: UNLIMITED, approvedTasks: [] } as const;
  const subjectOf = ({ corpus, anchor, task }: TaskGround) => ({ anchor, task, corpusId: corpus.corpusId });
  const findHits = async (corpusId: string, queries: readonly string[], language: string): Promise<SearchHit[]> => {
    const place = { corpusId, language, topK: SEARCH_HITS };
    return fuseRankings(rankingsOf(await activities.searchFolder({ ...place, queries })), hitIdOf).slice(
      0,
      MAX_CANDIDATES,
    );
  };

  return {
    async clarify(): Promise<Ground> {
      const corpus = await activities.indexCorpus({ corpusDirectory });
      const { corpusId } = corpus;
      const hits = await findHits(corpusId, [question], 'und');
      const context = {
        question,
        conversation: [],
        hits,
        corpusId,
        mode: settings.clarify,
        maxQuestions: 0,
        maxTasks: settings.maxTasks,
      };
      const { value } = await activities.assessClarity({ ...reasoning, ...context });
      return { corpus, anchor: freezeAnchor(question, value, [], `${reasoning.today}T00:00:00.000Z`) };
    },

    async plan({ anchor, corpus: { corpusId } }: Ground): Promise<ResearchPlan> {
      const { maxTasks } = settings;
      const input = { ...reasoning, anchor, corpusId, clarificationSummary: null, maxTasks, memory: [], places: [] };
      return (await activities.planResearch(input)).value;
    },

    async search(ground: TaskGround): Promise<readonly SearchHit[]> {
      const { corpus, anchor, task } = ground;
      const { queryVariants } = settings;
      const { corpusId, languages: corpusLanguages } = corpus;
      const context = { anchor, tasks: [task], corpusId, corpusLanguages, queryVariants, correction: null };
      const { value } = await activities.rewriteQuery({ ...reasoning, ...context });
      return findHits(corpusId, value.queries[0] ?? [], anchor.language);
    },

    async score(ground: TaskGround, { entries, firstRank }: Batch<SearchHit>): Promise<readonly RelevanceScore[]> {
      const input = {
        ...reasoning,
        ...subjectOf(ground),
        hits: entries,
        firstRank,
      };
      return activities.scoreRelevance(input);
    },

    async rank(ground: TaskGround, hits: readonly SearchHit[], scores: readonly RelevanceScore[]) {
      const { rerankTopK: topK, relevanceThreshold, sourceWeighting } = settings;
      const rules = { record: null, topK, relevanceThreshold, sourceWeighting, approvedTasks: [] };
      const reranked = await activities.rerank({ ...subjectOf(ground), ...rules, hits, scores });
      const ranked = joinRanking(hits, reranked.hits);
      const passed = ranked.filter(({ selection }) => selection !== 'below');
      return passed.length > 0 ? passed : ranked;
    },

    async read(ground: TaskGround, { entries, firstRank }: Batch<RankedHit>): Promise<readonly Finding[]> {
      const readings = entries.flatMap((hit, index): Reading[] => {
        if (!isPassageHit(hit)) return [];
        const findingId = `${ground.task.taskId}f${firstRank + index}`;
        return [{ hit, hitScore: hit.relevance, belowThreshold: false, findingId, depth: 0, origin: 'search' }];
      });
      const { minQuoteLength } = settings;
      const { task, ...subject } = subjectOf(ground);
      const extent = { minQuoteLength, tasks: [task], storeFor: null };
      const input = { ...reasoning, ...subject, ...extent, readings };
      const { value } = await activities.extractQuotes(input);
      return value.findings.filter((finding) => finding !== null);
    },

    async grade({ corpus, anchor }: Ground, findings: readonly Finding[]): Promise<readonly Finding[]> {
      const { corpusId } = corpus;
      const visitedPassageIds = findings.map(({ passageId }) => passageId);
      const maxReferences = 2 * Math.round(0.6 * settings.rerankTopK);
      const following = { visitedPassageIds, maxReferences, followsWeb: false };
      await activities.followReferences({ corpusId, findings, leads: [], ...following });
      const input = { anchor, findings, approvedTasks: [], storeFor: null };
      return withGrades(findings, (await activities.classifyTiers(input)).findings);
    },

    async summarize(ground: TaskGround, findings: readonly Finding[]): Promise<TaskSummary> {
      return activities.summarizeTask({ ...reasoning, ...subjectOf(ground), findings });
    },

    async validate({ corpus, anchor }: Ground, findings: readonly Finding[]): Promise<readonly Finding[]> {
      const input = { ...reasoning, anchor, corpusId: corpus.corpusId, findings, knowledgeGaps: [], storeFor: null };
      const { scores } = await activities.validateRelevance(input);
      return applyValidation(findings, scores, settings.driftThreshold).kept;
    },

    /** @returns path of the report's record */
    async write(
      { corpus, anchor }: Ground,
      plan: ResearchPlan,
      validated: readonly Finding[],
      taskSummaries: readonly TaskSummary[],
    ): Promise<string> {
      const taskIds = plan.tasks.map(({ taskId }) => taskId);
      const findings = selectFindings(validated, settings.tierCaps, openTasks(taskIds, validated));
      const parts = { clarificationSummary: null, taskSummaries, gaps: [] };
      const evidence = { findings, quotes: selectQuotes(findings, settings) };
      const context = { anchor, corpusId: corpus.corpusId, taskTexts: plan.tasks.map(({ text }) => text) };
      const { value: draft } = await activities.synthesizeReport({ ...reasoning, ...context, ...evidence, ...parts });
      const written = { request, corpus, anchor, plan, findings, draft, taskSummaries };
      return writePlainReport(activities, written);
    },
  };
}
