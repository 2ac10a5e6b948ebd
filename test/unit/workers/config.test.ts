import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadSupervisorConfig, loadWorkerConfig } from '../../../workers/config.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'plumbline-config-'));
});
afterEach(() => rmSync(home, { recursive: true }));

const load = (environment: Record<string, string> = {}) => loadWorkerConfig({ PLUMBLINE_HOME: home, ...environment });

describe('loadWorkerConfig', () => {
  it('needs nothing: offline engine, all queues, a queue that carries the id of the store', () => {
    const config = load();

    const storeId = readFileSync(join(home, 'store-id'), 'utf8').trim();
    expect(storeId).toMatch(/^[0-9a-f]{8}$/);
    expect(config).toMatchObject({
      home,
      temporal: { address: '127.0.0.1:7233', namespace: 'default' },
      taskQueue: `plumbline-${storeId}`,
      queues: ['main', 'model'],
      model: null,
    });
  });

  it('gives one store one queue at every start', () => {
    expect(load().taskQueue).toBe(load().taskQueue);
  });

  it('takes queue, narrowing and Temporal Service from the environment', () => {
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
    });
  });

  it.each([
    { set: { OPENAI_API_KEY: 'key' }, says: 'set PLUMBLINE_MODEL' },
    { set: { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' }, says: 'set PLUMBLINE_MODEL' },
    { set: { PLUMBLINE_MODEL: 'local' }, says: 'set OPENAI_API_KEY, or OPENAI_BASE_URL' },
    { set: { PLUMBLINE_SMALL_MODEL: 'local' }, says: 'set OPENAI_API_KEY, or OPENAI_BASE_URL' },
    { set: { WORKER_QUEUES: 'main,web' }, says: 'WORKER_QUEUES: lists the queues to serve: any of main,model' },
    { set: { TEMPORAL_ADDRESS: 'http://x' }, says: 'TEMPORAL_ADDRESS: "http://x" is not host:port' },
    { set: { PLUMBLINE_ALLOW_MIXED_BUILDS: 'yes' }, says: 'PLUMBLINE_ALLOW_MIXED_BUILDS: must be 0 or 1' },
  ])('refuses $set', ({ set, says }) => {
    expect(() => load(set as unknown as Record<string, string>)).toThrow(says);
  });

  it('refuses a home that cannot be written', () => {
    const file = join(home, 'file');
    writeFileSync(file, '');

    expect(() => load({ PLUMBLINE_HOME: join(file, 'home') })).toThrow(`PLUMBLINE_HOME: cannot write to ${file}/home`);
  });

  it('reports all problems at once', () => {
    const problems = () => load({ OPENAI_BASE_URL: 'localhost', WORKER_QUEUES: 'web', TEMPORAL_ADDRESS: 'nowhere' });

    expect(problems).toThrow(/OPENAI_BASE_URL: .*\n.*WORKER_QUEUES|WORKER_QUEUES: .*\n.*OPENAI_BASE_URL/);
    expect(problems).toThrow(/PLUMBLINE_MODEL/);
    expect(problems).toThrow(/TEMPORAL_ADDRESS/);
  });

  it('takes empty variables for unset ones', () => {
    expect(load({ OPENAI_API_KEY: '', PLUMBLINE_MODEL: ' ', TEMPORAL_ADDRESS: '', WORKER_QUEUES: '' })).toMatchObject({
      model: null,
      temporal: { address: '127.0.0.1:7233' },
      queues: ['main', 'model'],
    });
  });
});

describe('loadSupervisorConfig', () => {
  it('sees one home behind a link and the folder that it leads to', () => {
    mkdirSync(join(home, 'real'));
    symlinkSync(join(home, 'real'), join(home, 'link'));

    expect(loadSupervisorConfig(join(home, 'link'), {}).home).toBe(join(home, 'real'));
  });

  it('lives below the working directory unless told otherwise', () => {
    expect(loadSupervisorConfig(undefined, {}).home).toBe(resolve('.plumbline'));
  });

  it('keeps the worker away from every other Temporal Service', () => {
    const { workerEnvironment } = loadSupervisorConfig(home, { TEMPORAL_PROFILE: 'cloud', OPENAI_API_KEY: 'key' });

    expect(workerEnvironment).toEqual({ OPENAI_API_KEY: 'key' });
  });

  it('refuses a port that is none', () => {
    expect(() => loadSupervisorConfig(home, { PLUMBLINE_TEMPORAL_PORT: '99999' })).toThrow('PLUMBLINE_TEMPORAL_PORT');
  });
});
