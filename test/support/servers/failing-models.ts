import { answer, answerText, type ModelReply, startScriptedModelServer } from './scripted-model-server.ts';

/** Ways in which a model fails for good. */
export const FAILING_MODELS = ['down', 'refusing', 'filtered', 'talking', 'shapeless', 'cut'] as const;
export type FailingModel = (typeof FAILING_MODELS)[number];

const REFUSAL = { role: 'assistant', content: null, refusal: 'I cannot help with that.' };

const REPLIES: Readonly<Record<Exclude<FailingModel, 'down'>, ModelReply>> = {
  refusing: answerText(null, { choice: { message: REFUSAL } }),
  filtered: answerText(null, { choice: { finish_reason: 'content_filter' } }),
  talking: answerText('<think>Hm'),
  shapeless: answer({ unfit: [1, 2] }),
  cut: answerText('{"', { choice: { finish_reason: 'length' } }),
};

/** Addresses of models that fail, by how they do. */
export async function startFailingModels() {
  const servers = await Promise.all(
    FAILING_MODELS.map(async (name) => {
      const server = await startScriptedModelServer();
      if (name === 'down') await server.close();
      else server.answerBy(() => REPLIES[name]);
      return { name, server };
    }),
  );
  const baseURLs = Object.fromEntries(servers.map(({ name, server }) => [name, server.baseURL]));
  return {
    baseURLs: baseURLs as Readonly<Record<FailingModel, string>>,
    async close() {
      await Promise.all(servers.flatMap(({ name, server }) => (name === 'down' ? [] : [server.close()])));
    },
  };
}
