import { createOpenAIReasoner } from '@plumbline/model/openai-reasoner';
import type { Reasoner } from '@plumbline/model/reasoner';
import { type ScriptedModelServer, startScriptedModelServer } from '../servers/scripted-model-server.ts';

export interface ScriptedReasoner {
  readonly server: ScriptedModelServer;
  readonly reasoner: Reasoner;
  /** The last prompt as the model saw it. */
  readonly shown: () => string;
  /** Fails if scripted answers are left, or if a request had none. */
  readonly dispose: () => Promise<void>;
}

/** A reasoner with both models on one scripted server. */
export async function createScriptedReasoner(): Promise<ScriptedReasoner> {
  const server = await startScriptedModelServer();
  const models = { small: 'small-model', main: 'main-model' };
  return {
    server,
    reasoner: createOpenAIReasoner({ apiKey: 'k', baseURL: server.baseURL, models, timeoutMs: 600_000 }),
    shown: () =>
      server.requests
        .at(-1)
        ?.messages.map(({ content }) => content)
        .join('\n') ?? '',
    async dispose() {
      await server.close();
      server.assertDone();
    },
  };
}
