import type { Activities, Reading } from '@plumbline/contracts/activities';
import { UNLIMITED } from '@plumbline/contracts/common/metering';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { isPassageHit } from '@plumbline/contracts/evidence/search-hit';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import { researchRequestSchema } from '@plumbline/contracts/research/research-request';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import type { Embedder } from '@plumbline/search/embedder';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { openSqliteState } from '@plumbline/storage/database';
import type { Memory } from '../../../activities/memory/memory.ts';
import { createActivities } from '../../../activities/registry.ts';
import { createStateStores } from '../../../workers/assembly/state-stores.ts';
import { withGrades } from '../../../workflows/domain/context-tier.ts';
import { withFindings } from '../../../workflows/domain/verified-findings.ts';
import { NO_WEB } from '../servers/no-web.ts';
import { runAsActivity } from './activity-context.ts';
import { writeFiles } from './corpus-fixtures.ts';
import { memoryOver } from './memory-fixtures.ts';
import { anchorOf, telemetryOf } from './research-fixtures.ts';
import { conversationsIn, placeIn, runsIn } from './stored-records.ts';
import { createTestCalls } from './test-calls.ts';
import { createTestCorpus, type TestCorpus } from './test-corpus.ts';

export const HARBOUR_FILES = {
  'lamp.md': `# Harbour lamp

## Burning time

The harbour lamp burns for nine hours on one filling of rapeseed oil.
The keeper [trims the wick](rules/wick.md#trimming) at midnight.

## Height

* \`lampHeight\` {number} Height of the lamp above the quay, in metres. **Default:** \`12\`.
`,
  'rules/wick.md': `# Wick rules

## Trimming

A trimmed wick adds one hour to the burning time of the harbour lamp.

## Storage

Wicks are stored in a dry drawer below the stairs.
`,
  'tide.md': '# Tide\n\nThe tide rises twice a day and floods the lower quay for three hours.\n',
  'hafen.md': `# Hafenordnung

## § 7 Löschen der Laterne

Die Laterne der Mole wird bei Sonnenaufgang gelöscht. Die Strafe nach § 9 beträgt fünf Taler.

## § 9 Strafe

Wer die Laterne brennen lässt, zahlt fünf Taler.
`,
};

/** Activities over a small corpus, as a worker would register them. */
export interface TestActivities {
  readonly corpus: TestCorpus;
  readonly report: CorpusReport;
  readonly memory: Memory;
  /** Each call runs in an activity context of its own. */
  readonly activities: Activities;
  dispose(): Promise<void>;
}

export async function createTestActivities(
  reasoner: Reasoner = createOfflineReasoner(),
  files: Readonly<Record<string, string | Uint8Array>> = HARBOUR_FILES,
  embedder: Embedder | null = null,
): Promise<TestActivities> {
  const corpus = await createTestCorpus({ embedder });
  await writeFiles(corpus.folder, files);
  const { home, index } = corpus;
  const stores = {
    ...NO_WEB,
    embedder,
    corpus: index,
    blobs: createFileBlobStore(home),
    runs: runsIn(home),
    conversations: conversationsIn(home),
  };
  const database = openSqliteState(home);
  const state = createStateStores(database, placeIn(home));
  const { paidCalls } = createTestCalls(database);
  const activities = inActivityContext(
    createActivities({
      ...stores,
      ...state,
      memory: memoryOver(state.memoryStore, undefined, reasoner),
      paidCalls,
      reasoner,
      reviewRate: 0,
      notices: null,
      temporalAddress: async () => 'localhost:7233',
    }),
  );
  const report = await activities.indexCorpus({ corpusDirectory: corpus.folder });
  return {
    corpus,
    report,
    memory: memoryOver(state.memoryStore),
    activities,
    async dispose() {
      await state.close();
      await corpus.dispose();
    },
  };
}

function inActivityContext(activities: Activities): Activities {
  const entries = Object.entries(activities).map(([name, activity]) => [
    name,
    (input: never) => runAsActivity(() => (activity as (input: never) => Promise<unknown>)(input), {}),
  ]);
  return Object.fromEntries(entries) as Activities;
}

/** Reads whatever has some relevance. */
export const RANKING = { relevanceThreshold: 0.5, sourceWeighting: 'low' } as const;

export const BY_RULE = { engine: 'configured', today: '2026-01-02', metering: UNLIMITED, approvedTasks: [] } as const;

/** Researches one question with the activities in the order of the workflow, without its limits and concurrency. */
export async function research(
  { activities, report, corpus }: TestActivities,
  question: string,
  changes: Partial<QueryAnchor> = {},
): Promise<PublishReportInput> {
  const { corpusId } = report;
  const anchor = anchorOf({ originalQuestion: question, keyEntities: [], ...changes });
  const { value: plan } = await activities.planResearch({
    ...BY_RULE,
    anchor,
    corpusId,
    clarificationSummary: null,
    maxTasks: 4,
    memory: [],
    places: [],
  });
  const found: Finding[] = [];
  const taskSummaries = [];
  for (const task of plan.tasks) {
    const context = { anchor, task, corpusId };
    const rewriting = {
      ...BY_RULE,
      anchor,
      tasks: [task],
      corpusId,
      corpusLanguages: report.languages,
      queryVariants: 3,
      correction: null,
    };
    const { queries } = (await activities.rewriteQuery(rewriting)).value;
    const query = queries[0]?.[0] ?? question;
    const { hits } = await activities.searchFolder({
      corpusId,
      queries: [query],
      language: anchor.language,
      topK: 10,
    });
    const scoring = { ...BY_RULE, ...context, hits, firstRank: 1 };
    const scores = await activities.scoreRelevance(scoring);
    const ranked = await activities.rerank({
      record: null,
      ...context,
      ...RANKING,
      hits,
      scores,
      topK: 4,
      approvedTasks: [],
    });
    const readings = ranked.hits.flatMap((hit, index): Reading[] => {
      if (!isPassageHit(hit)) return [];
      const hitScore = scores.find(({ id }) => id === hit.passage.passageId) ?? null;
      const findingId = `${task.taskId}f${index + 1}`;
      return [{ hit, hitScore, belowThreshold: false, findingId, depth: 0, origin: 'search' }];
    });
    const extraction = {
      ...BY_RULE,
      anchor,
      tasks: [task],
      corpusId,
      minQuoteLength: 20,
      readings,
      storeFor: null,
    };
    const { findings } = (await activities.extractQuotes(extraction)).value;
    // Where a model names no passage, the rules read them.
    const isNothing = findings.every((finding) => finding === null);
    const ruled = isNothing ? (await activities.extractQuotes({ ...extraction, engine: 'offline' })).value : null;
    found.push(...(ruled?.findings ?? findings).filter((finding) => finding !== null));
    taskSummaries.push(await activities.summarizeTask({ ...BY_RULE, ...context, findings: found }));
  }
  const grading = { anchor, findings: found, approvedTasks: [], storeFor: null };
  const { findings: graded } = await activities.classifyTiers(grading);
  const known = new Set(graded.map(({ findingId }) => findingId));
  const findings = withGrades(found, graded).filter(({ findingId }) => known.has(findingId));
  const evidence = { anchor, corpusId, findings };
  const parts = {
    taskTexts: plan.tasks.map(({ text }) => text),
    quotes: findings.flatMap(({ quotes }) => quotes),
    clarificationSummary: null,
    taskSummaries,
    gaps: [],
  };
  const synthesis = { ...BY_RULE, ...evidence, ...parts };
  const { value: draft, cost } = await activities.synthesizeReport(synthesis);
  const checking = { anchor, findings, draft, engine: cost.engine, language: null };
  const checked = await activities.checkReport(checking);
  const verified = withFindings(checked, { draft, findings });
  return {
    ...verified,
    quality: verified.quality,
    drift: null,
    researchId: 'research-lamp',
    outcome: 'published',
    publishedAt: '2026-01-02T04:00:00.000Z',
    request: researchRequestSchema.parse({ question, corpusDirectories: [corpus.folder] }),
    anchor,
    conversation: [],
    clarificationSummary: null,
    clarity: null,
    alignment: null,
    leftOut: [],
    plan,
    corpus: report,
    taskSummaries,
    gaps: [],
    telemetry: telemetryOf(),
    degradations: [],
    diagnostics: [],
    engine: cost.engine,
    usage: { searches: 1, pages: found.length, modelCalls: cost.modelCalls, modelTokens: cost.modelTokens, money: 0 },
    workedSeconds: 3,
    steering: [],
  };
}
