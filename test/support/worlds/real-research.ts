import { readFile } from 'node:fs/promises';
import type { ResearchResult } from '@plumbline/contracts/report/progress';
import { type ResearchRecord, researchRecordSchema } from '@plumbline/contracts/report/report';
import { currentPayer } from '@plumbline/model/calls';
import { createOfflineReasoner } from '@plumbline/model/offline-reasoner';
import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import { createRecordedCalls } from '@plumbline/model/stores';
import type { Embedder } from '@plumbline/search/embedder';
import { createCompositeIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { openSqliteState } from '@plumbline/storage/database';
import { noopMetricMeter } from '@temporalio/common';
import { createActivities } from '../../../activities/registry.ts';
import { createForkRequest, FIELD_WORDING, type ForkChanges } from '../../../client/runs/fork-request.ts';
import { readForkable } from '../../../client/runs/research-client.ts';
import { createStateStores } from '../../../workers/assembly/state-stores.ts';
import { writeFiles } from '../builders/corpus-fixtures.ts';
import { memoryOver } from '../builders/memory-fixtures.ts';
import { recordCalls, type ScriptedActivities } from '../builders/scripted-activities.ts';
import { conversationsIn, filesOf, placeIn, runsIn } from '../builders/stored-records.ts';
import { createTestCorpus } from '../builders/test-corpus.ts';
import { NO_WEB } from '../servers/no-web.ts';
import { createWorkflowWorld, type DeepResearchHandle, type WorkflowWorld } from './workflow-world.ts';

const HOUR_MS = 3_600_000;

export interface FinishedResearch {
  readonly record: ResearchRecord;
  readonly markdown: string;
  readonly calls: ScriptedActivities;
}

/** The real workflow with real activities, index and stores, over documents that the test writes. */
export interface RealResearch {
  /** @param during what users do while the run is under way */
  run(
    question: string,
    settings?: Record<string, unknown>,
    during?: (handle: DeepResearchHandle, world: WorkflowWorld) => Promise<void>,
  ): Promise<FinishedResearch>;
  /** Forks a run of this world, and follows the fork to its end. */
  fork(researchId: string, changes: ForkChanges): Promise<FinishedResearch>;
  /** Runs something while workers are there. */
  withWorkers<Result>(
    body: (world: WorkflowWorld, calls: ScriptedActivities) => Promise<Result>,
    release?: { readonly code: string },
  ): Promise<Result>;
  readonly folder: string;
  dispose(): Promise<void>;
}

/**
 * @param modelURL of an OpenAI-compatible server; without one the offline engine answers
 * @param timeoutMs longest silence of the model
 */
export async function createRealResearch(
  temporalAddress: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  modelURL?: string,
  embedder: Embedder | null = null,
  timeoutMs = 600_000,
): Promise<RealResearch> {
  const world = await createWorkflowWorld(temporalAddress);
  const corpus = await createTestCorpus({ embedder });
  await writeFiles(corpus.folder, files);
  const models = { small: 'scripted', main: 'scripted' };
  const state = createStateStores(openSqliteState(corpus.home), placeIn(corpus.home));
  const paidCalls = createRecordedCalls({
    store: state.calls,
    payer: currentPayer,
    prices: { models: {}, searches: {} },
    timeToLiveMs: { model: HOUR_MS, search: HOUR_MS, page: HOUR_MS },
    now: () => new Date(),
    meter: () => noopMetricMeter,
  });
  const blobs = createFileBlobStore(corpus.home);
  const runs = runsIn(corpus.home);
  const activities = createActivities({
    corpus: createCompositeIndex(corpus.index, null),
    ...NO_WEB,
    reviewRate: 0,
    notices: null,
    temporalAddress: async () => temporalAddress,
    embedder,
    ...state,
    memory: memoryOver(state.memoryStore),
    paidCalls,
    blobs,
    runs,
    conversations: conversationsIn(corpus.home),
    reasoner:
      modelURL === undefined
        ? createOfflineReasoner()
        : createOpenAIReasoner({ apiKey: 'k', baseURL: modelURL, models, timeoutMs, paidCalls }),
  });
  const finish = async (
    start: () => Promise<DeepResearchHandle>,
    during: (handle: DeepResearchHandle, world: WorkflowWorld) => Promise<void> = async () => {},
  ): Promise<FinishedResearch> => {
    const calls = recordCalls(activities, blobs);
    const result = await world.withWorkers(calls, async () => {
      const handle = await start();
      await during(handle, world);
      return (await handle.result()) as ResearchResult;
    });
    const record = researchRecordSchema.parse(
      JSON.parse(await readFile(filesOf(corpus.home, result.researchId).recordPath, 'utf8')),
    );
    return { record, markdown: await readFile(filesOf(corpus.home, result.researchId).reportPath, 'utf8'), calls };
  };
  return {
    folder: corpus.folder,
    withWorkers(body, release) {
      const calls = recordCalls(activities, blobs);
      return world.withWorkers(calls, () => body(world, calls), release);
    },
    run: (question, settings = {}, during) =>
      finish(() => world.start(settings, { question, corpusDirectories: [corpus.folder] }), during),
    fork: (researchId, changes) =>
      finish(async () => {
        const forkable = await readForkable(runs, researchId);
        const { settings, ...request } = createForkRequest(researchId, forkable, changes, FIELD_WORDING);
        return world.start(settings, request);
      }),
    async dispose() {
      await world.close();
      await state.close();
      await corpus.dispose();
    },
  };
}
