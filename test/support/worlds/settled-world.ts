import type { Activities } from '@plumbline/contracts/activities';
import { type BlobStore, createFileBlobStore } from '@plumbline/storage/blobs';
import { storeEvidence } from '@plumbline/storage/evidence';
import type { RunStore } from '@plumbline/storage/runs';
import { createKeepStages } from '../../../activities/entries/research/keep-stages.ts';
import { createRecordProgress } from '../../../activities/entries/research/record-progress.ts';
import { createResearchClient, type ResearchClient } from '../../../client/runs/research-client.ts';
import { answerClarificationSignal } from '../../../workflows/deep-research/messages.ts';
import { withFinalRelevance } from '../../../workflows/domain/finding-validation.ts';
import { temporaryFolder } from '../builders/corpus-fixtures.ts';
import { scriptActivities, type ScriptedActivities } from '../builders/scripted-activities.ts';
import { reasoned } from '../builders/scripted-evidence.ts';
import { runsIn } from '../builders/stored-records.ts';
import { createWorkflowWorld, type DeepResearchHandle, type WorkflowWorld } from './workflow-world.ts';

/** Scripted runs whose stages are on record as they really are. */
export interface SettledWorld {
  readonly world: WorkflowWorld;
  readonly runs: RunStore;
  readonly research: ResearchClient;
  /** Runs of which something was noted as kept. */
  readonly keptOf: readonly string[];
  /** Activities that ask one question, and keep the record that forks and resumed runs begin from. */
  script(replaced?: Partial<Activities>): ScriptedActivities;
  /** A run whose question is answered. */
  startAnswered(settings?: Record<string, unknown>): Promise<DeepResearchHandle>;
  close(): Promise<void>;
}

export async function createSettledWorld(temporalAddress: string): Promise<SettledWorld> {
  const world = await createWorkflowWorld(temporalAddress);
  const home = await temporaryFolder();
  const runs = runsIn(home.path);
  const { client, taskQueue } = world;
  const store = async () => runs;
  const keptOf: string[] = [];
  const blobs = createFileBlobStore(home.path);
  const recording = recordingIn(blobs, runs, keptOf);
  return {
    world,
    runs,
    research: createResearchClient({ client, listing: client, taskQueue, tenant: null, hidesQuestions: false, store }),
    keptOf,
    script: (replaced = {}) => scriptAsking({ ...recording, ...replaced }, blobs),
    async startAnswered(settings = {}) {
      const handle = await world.start({ clarify: 'auto', ...settings });
      await world.until(handle, ({ pendingClarification }) => pendingClarification !== null);
      await handle.signal(answerClarificationSignal, { text: 'The harbour lamp.' });
      return handle;
    },
    async close() {
      await world.close();
      await home.dispose();
    },
  };
}

/** The record is kept as it is; the scripted texts are not there. */
function recordingIn(blobs: BlobStore, runs: RunStore, keptOf: string[]): Partial<Activities> {
  const { activities } = scriptActivities();
  const keepStages = createKeepStages({
    runs,
    blobs: { ...blobs, getText: async () => '' },
    pages: { copyAll: async () => undefined },
    calls: { noteKept: async (_payer, from) => void keptOf.push(from) },
  });
  return {
    validateRelevance: async (input) => {
      const { scores } = await activities.validateRelevance(input);
      const validated = withFinalRelevance(input.findings, scores);
      return { scores, stored: await storeEvidence({ blobs, runs }, input.storeFor, validated) };
    },
    recordProgress: createRecordProgress({
      runs,
      blobs,
      calls: { ledgerOf: async () => null },
      notices: null,
      temporalAddress: async () => '127.0.0.1:7233',
    }),
    keepStages: (input) => keepStages(input, new AbortController().signal),
  };
}

function scriptAsking(replaced: Partial<Activities>, blobs: BlobStore): ScriptedActivities {
  const { activities } = scriptActivities();
  return scriptActivities(
    {
      assessClarity: async (input) => {
        const assessed = await activities.assessClarity(input);
        const questions =
          input.maxQuestions === 0 || input.conversation.length > 0 ? [] : [{ text: 'Which?', reason: '' }];
        return reasoned({ ...assessed.value, questions });
      },
      ...replaced,
    },
    blobs,
  );
}

/** Activities that were called since, each named once, without those that only show something. */
export function calledSince(scripted: ScriptedActivities, count: number): string[] {
  const names = scripted.calls.slice(count).map(({ name }) => name);
  return [...new Set(names)].filter((name) => name !== 'recordProgress');
}
