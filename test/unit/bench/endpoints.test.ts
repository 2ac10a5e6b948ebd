import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkEndpoints, readEndpoints } from '../../../bench/answers/endpoints.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../../support/servers/embedding-server.ts';

describe('readEndpoints', () => {
  it('takes nothing from the environment of the shell', () => {
    expect(readEndpoints({})).toMatchObject({ model: null, embedding: null, rerank: null });
  });

  it('names every address that is none', () => {
    const variables = { OPENAI_BASE_URL: 'somewhere', PLUMBLINE_MODEL: 'large', 'rerank.endpoint': 'elsewhere' };

    expect(() => readEndpoints(variables)).toThrow(/OPENAI_BASE_URL: .*\nrerank.endpoint: /);
  });
});

describe('checkEndpoints', () => {
  let server: EmbeddingServer;

  beforeEach(async () => {
    server = await startEmbeddingServer();
  });
  afterEach(() => server.close());

  const endpointsAt = (address: string) =>
    readEndpoints({ PLUMBLINE_EMBEDDING_BASE_URL: address, PLUMBLINE_EMBEDDING_MODEL: 'concepts' });

  it('says which servers answer', async () => {
    expect(await checkEndpoints(endpointsAt(server.baseURL))).toEqual(['concepts answers with 6 dimensions']);
  });

  it('refuses a server that answers with an error', async () => {
    server.behave('refuses');

    await expect(checkEndpoints(endpointsAt(server.baseURL))).rejects.toThrow(
      /embeddings endpoint .* \(model concepts\)/,
    );
  });

  it('refuses a model at an address where nothing listens', async () => {
    await server.close();
    const endpoints = readEndpoints({ OPENAI_BASE_URL: server.baseURL, PLUMBLINE_MODEL: 'large' });

    await expect(checkEndpoints(endpoints)).rejects.toMatchObject({
      remedy: expect.stringContaining('Start the server'),
    });
    server = await startEmbeddingServer();
  });
});
