import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { NO_QUOTAS } from '@plumbline/contracts/settings/quotas';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSupervisorConfig, loadWorkerConfig } from '../../../workers/config/worker-config.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'plumbline-config-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const load = (environment: Record<string, string> = {}) => loadWorkerConfig({ PLUMBLINE_HOME: home, ...environment });

describe('loadWorkerConfig', () => {
  it('needs no settings: offline engine, all queues, a queue named after the store', () => {
    const config = load();

    const storeId = readFileSync(join(home, 'store-id'), 'utf8').trim();
    expect(storeId).toMatch(/^[0-9a-f]{8}$/);
    expect(config).toMatchObject({
      home,
      temporal: { address: '127.0.0.1:7233', namespace: 'default' },
      taskQueue: `plumbline-${storeId}`,
      queues: ['main', 'model', 'web'],
      model: null,
      embedding: null,
      rerank: null,
      web: { contact: null, apiKeys: {}, baseUrls: {}, allowedHosts: [], pageTtlMs: 24 * 3_600_000 },
      calls: {
        databaseUrl: null,
        answerTtlMs: 7 * 24 * 3_600_000,
        prices: { models: {}, searches: {} },
        quotas: NO_QUOTAS,
      },
      issues: { linearApiKey: undefined },
    });
  });

  it('reads the keys of issue trackers, and an empty one as none', () => {
    const { issues } = load({ LINEAR_API_KEY: ' lin_api_1 ' });

    expect(issues).toEqual({ linearApiKey: 'lin_api_1' });
  });

  it('gives one store one queue at every start', () => {
    expect(load().taskQueue).toBe(load().taskQueue);
  });

  it('reads queue, work kinds and Temporal Service from the environment', () => {
    const config = load({
      PLUMBLINE_TASK_QUEUE: 'cluster',
      WORKER_QUEUES: 'model, model',
      TEMPORAL_ADDRESS: 'temporal.test:7233',
      TEMPORAL_NAMESPACE: 'research',
    });

    expect(config).toMatchObject({ taskQueue: 'cluster', queues: ['model'], temporal: { namespace: 'research' } });
    expect(config.temporal.connection.address).toBe('temporal.test:7233');
  });

  it('reads a named profile of the Temporal configuration file', () => {
    const file = join(home, 'temporal.toml');
    writeFileSync(file, '[profile.team]\naddress = "team.test:7233"\nnamespace = "team"\n');

    expect(load({ TEMPORAL_CONFIG_FILE: file, TEMPORAL_PROFILE: 'team' }).temporal).toMatchObject({
      address: 'team.test:7233',
      namespace: 'team',
    });
  });

  it('accepts a local model server without a key, and uses its model for both roles', () => {
    const { model } = load({ OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1', PLUMBLINE_MODEL: 'local' });

    expect(model).toEqual({
      apiKey: 'none',
      baseURL: 'http://127.0.0.1:8080/v1',
      model: 'local',
      smallModel: 'local',
      timeoutMs: 150_000,
      maxTokens: undefined,
      temperature: undefined,
    });
  });

  it('reads how the model is to answer', () => {
    const { model } = load({
      OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1',
      PLUMBLINE_MODEL: 'local',
      'model.timeout-seconds': '30',
      'model.max-tokens': '4000',
      'model.temperature': '0',
    });

    expect(model).toMatchObject({ timeoutMs: 30_000, maxTokens: 4_000, temperature: 0 });
  });

  it.each([
    { set: { OPENAI_API_KEY: 'key' }, says: 'set PLUMBLINE_MODEL' },
    { set: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }, says: 'set PLUMBLINE_MODEL' },
    { set: { PLUMBLINE_MODEL: 'local' }, says: 'set OPENAI_API_KEY, or OPENAI_BASE_URL' },
    { set: { 'model.small': 'local' }, says: 'set OPENAI_API_KEY, or OPENAI_BASE_URL' },
    { set: { WORKER_QUEUES: 'main,page' }, says: 'WORKER_QUEUES: lists the queues to serve: any of main,model,web' },
    { set: { TEMPORAL_ADDRESS: 'http://x' }, says: 'TEMPORAL_ADDRESS: "http://x" is not host:port' },
    { set: { 'worker.allow-mixed-builds': 'yes' }, says: 'worker.allow-mixed-builds: must be 0 or 1' },
    { set: { 'model.max-tokens': '0' }, says: 'model.max-tokens: must be a whole number, 1 to' },
    { set: { 'model.temperature': '3' }, says: 'model.temperature: must be a number, 0 to 2' },
    { set: { PLUMBLINE_EMBEDDING_MODEL: 'small' }, says: 'set PLUMBLINE_EMBEDDING_BASE_URL' },
    { set: { PLUMBLINE_EMBEDDING_BASE_URL: 'http://127.0.0.1:1/v1' }, says: 'set PLUMBLINE_EMBEDDING_MODEL' },
    { set: { PLUMBLINE_EMBEDDING_API_KEY: 'key' }, says: 'set PLUMBLINE_EMBEDDING_MODEL' },
    { set: { 'rerank.model': 'ranker' }, says: 'set rerank.endpoint' },
    { set: { 'rerank.endpoint': 'ranker' }, says: 'rerank.endpoint: must be an http(s) address' },
    ...['OPENAI_BASE_URL', 'PLUMBLINE_EMBEDDING_BASE_URL', 'rerank.endpoint'].map((name) => ({
      set: { [name]: 'http://me:secret@models.test/v1' },
      says: `${name}: must hold no name and no password`,
    })),
    { set: { SEARXNG_URL: 'localhost:8080' }, says: 'SEARXNG_URL: must be an http(s) address' },
    { set: { 'web.tavily-url': 'ftp://gateway.test' }, says: 'web.tavily-url: must be an http(s) address' },
    { set: { PLUMBLINE_CONTACT: 'call me' }, says: 'PLUMBLINE_CONTACT: must be a mail address or a web address' },
    { set: { PLUMBLINE_CONTACT: 'me@x.test)\nX-Evil: 1' }, says: 'PLUMBLINE_CONTACT: must be a mail address' },
    { set: { 'web.allowed-hosts': 'http://wiki.test' }, says: 'web.allowed-hosts: lists hosts' },
    { set: { 'web.allowed-hosts': '*' }, says: 'web.allowed-hosts: lists hosts' },
    { set: { 'web.page-ttl-hours': '-1' }, says: 'web.page-ttl-hours: must be a number of hours, 0 or more' },
    { set: { 'web.page-ttl-hours': 'a day' }, says: 'web.page-ttl-hours: must be a number of hours' },
  ])('refuses $set', ({ set, says }) => {
    expect(() => load(set as unknown as Record<string, string>)).toThrow(says);
  });

  it('reports all problems at once', () => {
    const problems = () => load({ OPENAI_BASE_URL: 'localhost', WORKER_QUEUES: 'page', TEMPORAL_ADDRESS: 'nowhere' });

    expect(problems).toThrow(/OPENAI_BASE_URL: .*\n.*WORKER_QUEUES|WORKER_QUEUES: .*\n.*OPENAI_BASE_URL/);
    expect(problems).toThrow(/PLUMBLINE_MODEL/);
    expect(problems).toThrow(/TEMPORAL_ADDRESS/);
  });

  it('takes an endpoint without a chat model for embeddings alone', () => {
    const set = { OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1', PLUMBLINE_EMBEDDING_MODEL: 'small' };

    expect(load(set)).toMatchObject({
      model: null,
      embedding: { apiKey: 'none', baseURL: 'http://127.0.0.1:8080/v1', model: 'small' },
    });
  });

  it('takes prefixes and dimensions of an embedding model', () => {
    const { embedding } = load({
      OPENAI_BASE_URL: 'http://127.0.0.1:8080/v1',
      PLUMBLINE_EMBEDDING_MODEL: 'small',
      'embedding.query-prefix': String.raw`Instruct: find\nQuery:`,
      'embedding.passage-prefix': 'none',
      'embedding.dimensions': '256',
    });

    expect(embedding).toMatchObject({ prefixes: { query: 'Instruct: find\nQuery: ', passage: '' }, dimensions: 256 });
  });

  it('takes embeddings from a server of their own beside the model', () => {
    const { model, embedding } = load({
      OPENAI_API_KEY: 'key',
      PLUMBLINE_MODEL: 'large',
      PLUMBLINE_EMBEDDING_MODEL: 'small',
      PLUMBLINE_EMBEDDING_BASE_URL: 'http://127.0.0.1:8081/v1',
      PLUMBLINE_EMBEDDING_API_KEY: 'other key',
    });

    expect(model).toMatchObject({ apiKey: 'key', baseURL: undefined, model: 'large' });
    expect(embedding).toEqual({ apiKey: 'other key', baseURL: 'http://127.0.0.1:8081/v1', model: 'small' });
  });

  it('reads a rerank endpoint, with or without model and key', () => {
    expect(load({ 'rerank.endpoint': 'http://127.0.0.1:8082/v1/rerank' }).rerank).toEqual({
      url: 'http://127.0.0.1:8082/v1/rerank',
      model: undefined,
      apiKey: undefined,
    });
  });

  it('reads how the web is searched and read', () => {
    const { web } = load({
      SEARXNG_URL: ' http://127.0.0.1:8888/search-engine/ ',
      'web.wikipedia-url': 'https://{language}.wiki.test',
      BRAVE_API_KEY: 'key',
      PLUMBLINE_CONTACT: 'https://contact.test/me',
      'web.allowed-hosts': 'Wiki.test, 127.0.0.1:8080,[::1]:80',
      'web.page-ttl-hours': '0.5',
    });

    expect(web).toEqual({
      contact: 'https://contact.test/me',
      apiKeys: { brave: 'key' },
      baseUrls: { searxng: 'http://127.0.0.1:8888/search-engine', wikipedia: 'https://{language}.wiki.test' },
      allowedHosts: ['wiki.test', '127.0.0.1:8080', '[::1]:80'],
      isProxied: false,
      pageTtlMs: 1_800_000,
    });
  });

  it('keeps texts in the home, whatever keys other programs have', () => {
    expect(load({ AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 'secret' }).blobs).toBeNull();
  });

  it('reads the bucket of texts', () => {
    const keys = { AWS_ACCESS_KEY_ID: 'AKIA1', AWS_SECRET_ACCESS_KEY: 'secret' };
    const shared = { accessKeyId: 'AKIA1', secretAccessKey: 'secret', sessionToken: null };

    expect(load({ ...keys, 'storage.blobs': 's3://texts' }).blobs).toEqual({
      ...shared,
      bucket: 'texts',
      prefix: '',
      endpoint: null,
      region: 'us-east-1',
      cacheBytes: 2_147_483_648,
    });
    expect(
      load({
        ...keys,
        'storage.blobs': 's3://our.texts/plumbline/2026/',
        'storage.blobs-endpoint': 'http://127.0.0.1:9000',
        'storage.blobs-region': 'eu-central-1',
        'storage.blob-cache': '500MB',
        AWS_SESSION_TOKEN: 'token',
      }).blobs,
    ).toEqual({
      ...shared,
      bucket: 'our.texts',
      prefix: 'plumbline/2026',
      endpoint: 'http://127.0.0.1:9000',
      region: 'eu-central-1',
      sessionToken: 'token',
      cacheBytes: 524_288_000,
    });
  });

  it.each([
    { variables: { 'storage.blobs': 's3://texts' }, problem: 'storage.blobs: needs AWS_ACCESS_KEY_ID' },
    { variables: { 'storage.blobs': 'https://texts' }, problem: 'storage.blobs: must name a bucket' },
    { variables: { 'storage.blobs': 's3://texts/../others' }, problem: 'storage.blobs: must name a bucket' },
    {
      variables: { 'storage.blobs': 's3://texts', 'storage.blob-cache': 'much' },
      problem: 'storage.blob-cache: must be a size',
    },
  ])('refuses $variables', ({ variables, problem }) => {
    expect(() => load(variables)).toThrow(problem);
  });

  it('treats empty variables as unset', () => {
    expect(load({ OPENAI_API_KEY: '', PLUMBLINE_MODEL: ' ', TEMPORAL_ADDRESS: '', WORKER_QUEUES: '' })).toMatchObject({
      model: null,
      temporal: { address: '127.0.0.1:7233' },
      queues: ['main', 'model', 'web'],
    });
  });
});

describe('loadSupervisorConfig', () => {
  it('resolves a link and its target to the same home', () => {
    mkdirSync(join(home, 'real'));
    symlinkSync(join(home, 'real'), join(home, 'link'));

    expect(loadSupervisorConfig(join(home, 'link'), {}).home).toBe(join(home, 'real'));
  });

  it('has its home below the working directory by default', () => {
    expect(loadSupervisorConfig(undefined, {}).home).toBe(resolve('.plumbline'));
  });

  it('keeps the worker away from every other Temporal Service', () => {
    const { workerEnvironment } = loadSupervisorConfig(home, { TEMPORAL_PROFILE: 'cloud', OPENAI_API_KEY: 'key' });

    expect(workerEnvironment).toEqual({ OPENAI_API_KEY: 'key' });
  });

  it.each(['99999', '-1', 'abc', '7233.5', '1e3', '0x10', '64536'])('refuses the invalid port %s', (port) => {
    expect(() => loadSupervisorConfig(home, { PLUMBLINE_TEMPORAL_PORT: port })).toThrow(
      'PLUMBLINE_TEMPORAL_PORT: use a port from 1 to 64535, or 0 for any free one',
    );
  });

  it.each([
    ['0', 0],
    ['64535', 64_535],
    ['', 7_233],
  ])('reads the port "%s" as %i', (port, temporalPort) => {
    expect(loadSupervisorConfig(home, { PLUMBLINE_TEMPORAL_PORT: port })).toMatchObject({ temporalPort });
  });
});
