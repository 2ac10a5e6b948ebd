import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import { type ScriptedModelServer, startScriptedModelServer } from '../servers/scripted-model-server.ts';
import { createTestActivities, type TestActivities } from './test-activities.ts';

export interface ActivitiesWithModel {
  readonly server: ScriptedModelServer;
  readonly world: TestActivities;
  /** Fails if scripted answers are left, or if a request had none. */
  readonly dispose: () => Promise<void>;
}

/** The activities over a small corpus, with both models on one scripted server. */
export async function createActivitiesWithModel(
  files?: Readonly<Record<string, string>>,
): Promise<ActivitiesWithModel> {
  const server = await startScriptedModelServer();
  const models = { small: 'small-model', main: 'main-model' };
  const world = await createTestActivities(
    createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000 }),
    files,
  );
  const dispose = async () => {
    await server.close();
    await world.dispose();
    server.assertDone();
  };
  return { server, world, dispose };
}
