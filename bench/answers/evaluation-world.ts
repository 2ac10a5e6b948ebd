import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BlobStore } from '../../activities/storage/blob-store.ts';
import type { RunStore } from '../../activities/storage/file-run-store.ts';
import { loadClientConfig } from '../../client/configuration/config.ts';
import { reachTemporal } from '../../client/connection/temporal-access.ts';
import type { ResearchClient } from '../../client/runs/research-client.ts';
import { createStores } from '../../workers/assembly/dependencies.ts';
import type { Source } from '../../workflows/contracts/evidence.ts';
import { researchSettingsSchema } from '../../workflows/contracts/research-request.ts';
import { timed } from '../figure.ts';

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

/** The project as a user has it: embedded server and worker, offline engine. */
export interface EvaluationWorld {
  readonly research: Pick<ResearchClient, 'start' | 'observe' | 'answer' | 'skip'>;
  readonly corpusDirectory: string;
  readonly blobs: Pick<BlobStore, 'getText'>;
  readonly runs: Pick<RunStore, 'read'>;
  close(): Promise<void>;
}

/** Indexes the folder beforehand, so that the first question is as quick as the others. */
export async function indexFolder(folder: string, signal: AbortSignal): Promise<IndexedFolder> {
  const corpusDirectory = resolve(folder);
  const home = await mkdtemp(join(tmpdir(), 'plumbline-answers-'));
  const dispose = (): Promise<void> => rm(home, { recursive: true, force: true });
  try {
    const stores = createStores(home);
    const { maxFileBytes } = researchSettingsSchema.parse({});
    const update = { directory: corpusDirectory, maxFileBytes, signal, onProgress: () => {} };
    const { ms, result } = await timed(() => stores.corpus.update(update));
    const sources = await stores.corpus.sourcesOf(result.corpusId);
    return { home, corpusDirectory, corpusId: result.corpusId, stores, sources, indexMs: ms, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

export async function openWorld(
  { home, corpusDirectory, stores }: IndexedFolder,
  onPhase: (line: string) => void,
  signal: AbortSignal,
): Promise<EvaluationWorld> {
  const config = loadClientConfig({
    ...withoutSettings(loadClientConfig().environment),
    PLUMBLINE_HOME: home,
    PLUMBLINE_TEMPORAL_PORT: '0',
  });
  const access = await reachTemporal(config, { keep: false, onPhase, signal });
  const { blobs, runs } = stores;
  return { research: access.research, corpusDirectory, blobs, runs, close: () => access.close() };
}

/** No model and no other server, even if the shell sets them; keeps the path of the CLI binary. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isSetting = (name: string): boolean =>
    /^(?:PLUMBLINE_|OPENAI_|WORKER_|TEMPORAL_)/.test(name) && name !== 'TEMPORAL_CLI_PATH';
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !isSetting(name)));
}
