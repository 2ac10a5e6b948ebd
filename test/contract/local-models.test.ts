import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { examine } from '../../workers/lifecycle/doctor.ts';
import { findLocalModels, type LocalServer } from '../../workers/lifecycle/local-models.ts';
import { temporaryFolder } from '../support/builders/corpus-fixtures.ts';
import { type HeldLimits, holdLimits } from '../support/held-limits.ts';
import { answer, type ProviderServer, startProviderServer } from '../support/servers/provider-server.ts';

const OLLAMA = { models: [{ name: 'nomic-embed-text:latest' }, { name: 'qwen3:4b' }, { name: 'gemma3:1b' }] };
const LLAMA = { object: 'list', data: [{ id: 'bge-reranker-v2-m3' }, { id: 'qwen2.5-1.5b-instruct-q4_k_m.gguf' }] };

let server: ProviderServer;
let limits: HeldLimits;
beforeEach(async () => {
  limits = holdLimits(500);
  server = await startProviderServer();
});
afterEach(() => server.close());

const at = (list: string): LocalServer[] => [{ name: 'Test', port: Number(new URL(server.baseUrl).port), list }];
const replyWith = (list: unknown): void => server.replyWith(answer(200, JSON.stringify(list)));

describe('looking for models on this machine', () => {
  it('tells a chat model and an embedding model of Ollama apart', async () => {
    replyWith(OLLAMA);

    const found = await findLocalModels({}, at('/api/tags'));

    const baseURL = `${server.baseUrl}/v1`;
    expect(found).toEqual([{ server: 'Test', baseURL, chat: 'qwen3:4b', embedding: 'nomic-embed-text:latest' }]);
  });

  it('reads the list of an OpenAI-compatible server, and sends nothing else', async () => {
    replyWith(LLAMA);

    expect(await findLocalModels({}, at('/v1/models'))).toMatchObject([{ chat: LLAMA.data[1]?.id, embedding: null }]);
    expect(server.requests).toMatchObject([{ method: 'GET', path: '/v1/models' }]);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
  });

  it.each(['OPENAI_BASE_URL', 'OPENAI_API_KEY', 'PLUMBLINE_EMBEDDING_BASE_URL'])(
    'does not look when %s is set',
    async (name) => {
      replyWith(OLLAMA);

      expect(await findLocalModels({ [name]: 'http://127.0.0.1:9/v1' }, at('/api/tags'))).toEqual([]);
      expect(server.requests).toEqual([]);
    },
  );

  it.each([
    ['nothing listens', () => server.close()],
    ['the server does not answer in time', async () => server.replyWith(limits.runOut)],
    ['a web page answers', async () => server.replyWith(answer(200, '<html>'))],
    ['the server has no models', async () => replyWith({ data: [] })],
    ['a name would be more than a word in a shell', async () => replyWith({ data: [{ id: 'x; rm -rf ~' }] })],
  ])('finds nothing when %s', async (_, prepare) => {
    const servers = at('/v1/models');
    await prepare();

    expect(await findLocalModels({}, servers)).toEqual([]);
  });
});

describe('doctor', () => {
  it('names the command that sets up what it found', async () => {
    replyWith(OLLAMA);
    const home = await temporaryFolder();
    const checks = await examine({ PLUMBLINE_HOME: home.path, PATH: process.env['PATH'] }, at('/api/tags'));
    await home.dispose();

    expect(checks.find(({ name }) => name === 'local models')).toMatchObject({
      ok: true,
      detail: 'Test (qwen3:4b, nomic-embed-text:latest); to use them:',
      commands: ['npx plumbline init'],
    });
  });
});
