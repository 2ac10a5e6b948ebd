import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { BlobStore } from '@plumbline/storage/blobs';
import type { RunStore } from '@plumbline/storage/runs';
import { loadClientConfig } from '../../client/configuration/config.ts';
import { reachTemporal } from '../../client/connection/temporal-access.ts';
import type { ConversationClient } from '../../client/conversations/conversation-client.ts';
import type { ResearchClient } from '../../client/runs/research-client.ts';
import { createStores } from '../../workers/assembly/dependencies.ts';
import { openStores } from '../../workers/assembly/stores.ts';
import type { EmbeddingConfig } from '../../workers/config/worker-config.ts';
import { timed } from '../figure.ts';
import type { EndpointVariables } from './endpoints.ts';
import { readSteps, type RunSteps } from './run-steps.ts';

/** The folder's documents in the index of a separate home. */
export interface IndexedFolder {
  readonly home: string;
  readonly corpusDirectory: string;
  readonly corpusId: string;
  readonly stores: ReturnType<typeof createStores>;
  readonly sources: readonly Source[];
  readonly indexMs: number;
  dispose(): Promise<void>;
}

/** The project as a user has it: embedded server and worker. */
export interface EvaluationWorld {
  readonly research: Pick<ResearchClient, 'start' | 'observe' | 'answer' | 'skip'>;
  readonly corpusDirectory: string;
  readonly blobs: Pick<BlobStore, 'getText'>;
  readonly runs: Pick<RunStore, 'readReport'>;
  /** What the run's history tells. */
  stepsOf(researchId: string): Promise<RunSteps>;
  close(): Promise<void>;
}

/** One that answers messages, too. */
export interface ConversingWorld extends EvaluationWorld {
  readonly conversations: Pick<ConversationClient, 'ask'>;
}

/**
 * Indexes the folder beforehand, so that the first question is as quick as the others.
 *
 * @param kept folder that keeps the index; null: a temporary one
 */
export async function indexFolder(
  folder: string,
  signal: AbortSignal,
  embedding: EmbeddingConfig | null = null,
  kept: string | null = null,
): Promise<IndexedFolder> {
  const corpusDirectory = resolve(folder);
  const home = kept === null ? await mkdtemp(join(tmpdir(), 'plumbline-answers-')) : resolve(kept);
  const dispose = async (): Promise<void> => {
    if (kept === null) await rm(home, { recursive: true, force: true });
  };
  try {
    const stores = createStores(home, { embedding });
    const update = { directory: corpusDirectory, signal, onProgress: () => {} };
    const { ms, result } = await timed(() => stores.corpus.update(update));
    const sources = await stores.corpus.sourcesOf(result.corpusId);
    return { home, corpusDirectory, corpusId: result.corpusId, stores, sources, indexMs: ms, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** @param variables of the servers that the runs use */
export async function openWorld(
  { home, corpusDirectory, stores }: IndexedFolder,
  variables: EndpointVariables,
  onPhase: (line: string) => void,
  signal: AbortSignal,
): Promise<ConversingWorld> {
  const config = loadClientConfig({
    ...withoutSettings(loadClientConfig().environment),
    ...variables,
    PLUMBLINE_HOME: home,
    PLUMBLINE_TEMPORAL_PORT: '0',
  });
  const access = await reachTemporal(config, { keep: false, onPhase, signal });
  const { blobs } = stores;
  const { runs } = openStores({ PLUMBLINE_HOME: home });
  const stepsOf = async (researchId: string): Promise<RunSteps> =>
    readSteps((await access.client.workflow.getHandle(researchId).fetchHistory()).events ?? []);
  return {
    research: access.research,
    conversations: access.conversations,
    corpusDirectory,
    blobs,
    runs,
    stepsOf,
    close: async () => void (await access.close()),
  };
}

/** No model and no other server of the shell; keeps the path of the CLI binary. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSetting = (name: string): boolean =>
    /^(?:PLUMBLINE_|OPENAI_|WORKER_|TEMPORAL_)/.test(name) && name !== 'TEMPORAL_CLI_PATH';
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSetting(name)));
}
