import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { compareSettings, isAsStartedHere } from '../../../client/connection/worker-settings.ts';
import { digestRuntime } from '../../../workers/build/runtime-digest.ts';
import { digestSettings } from '../../../workers/config/worker-config.ts';

const SALT = 'salt';
/** Of this code, with none of the variables that Node reads. */
const RUNTIME = digestRuntime({}, SALT);

/** A worker that was started with these variables. */
function workerWith(environment: NodeJS.ProcessEnv) {
  const settings = { salt: SALT, digests: digestSettings(environment, SALT) };
  return {
    taskQueue: 'q',
    model: environment['PLUMBLINE_MODEL'] ?? null,
    settings,
    runtime: RUNTIME,
  };
}

const compare = (environment: NodeJS.ProcessEnv, there: NodeJS.ProcessEnv) =>
  compareSettings({ environment, model: environment['PLUMBLINE_MODEL'] ?? null }, workerWith(there));

const FULL = {
  OPENAI_BASE_URL: 'http://127.0.0.1:1/v1',
  OPENAI_API_KEY: 'sk-one',
  PLUMBLINE_MODEL: 'large',
  'model.small': 'small',
  'model.timeout-seconds': '200',
  'model.max-tokens': '4000',
  'model.temperature': '0.2',
  PLUMBLINE_EMBEDDING_MODEL: 'vectors',
  PLUMBLINE_EMBEDDING_API_KEY: 'sk-two',
  'rerank.endpoint': 'http://127.0.0.1:2/rerank',
  'rerank.key': 'sk-three',
  TAVILY_API_KEY: 'tv-one',
  SEARXNG_URL: 'http://127.0.0.1:3',
  PLUMBLINE_CONTACT: 'keeper@harbour.example',
  'web.allowed-hosts': 'wiki.example',
  'web.page-ttl-hours': '3',
  'answers.ttl-hours': '4',
  PLUMBLINE_DATABASE_URL: 'postgres://keeper:password@127.0.0.1/db',
  PLUMBLINE_TASK_QUEUE: 'queue',
  WORKER_QUEUES: 'main,model',
};

describe('settings of the running worker', () => {
  it('are accepted when they are equal', async () => {
    expect(await compare(FULL, FULL)).toBeNull();
  });

  it.each(Object.keys(FULL))('must not differ in %s', async (name) => {
    const changed = compare({ ...FULL, [name]: 'something-else' }, FULL);

    await expect(changed).rejects.toThrow(new RegExp(`this command: ${name} \\(`));
    await expect(changed).rejects.toMatchObject({ remedy: expect.stringContaining('npx plumbline down') });
  });

  it.each(Object.keys(FULL))('must not lack %s, which is set here', async (name) => {
    const { [name as keyof typeof FULL]: _, ...others } = FULL;

    await expect(compare(FULL, others)).rejects.toThrow(`${name} (`);
  });

  it('are named all at once, without values except the names of models', async () => {
    const there = { ...FULL, PLUMBLINE_MODEL: 'huge', OPENAI_API_KEY: 'sk-other', TAVILY_API_KEY: '' };

    await expect(compare(FULL, there)).rejects.toThrow(
      'than this command: OPENAI_API_KEY (another value there), PLUMBLINE_MODEL (large here, huge there), TAVILY_API_KEY (not set there).',
    );
  });

  it('are no problem for a terminal where nothing is set, which is told them', async () => {
    expect(await compare({ PATH: '/bin' }, { OPENAI_API_KEY: 'k', PLUMBLINE_MODEL: 'large' })).toBe(
      'The running worker also has OPENAI_API_KEY, PLUMBLINE_MODEL, not set here',
    );
  });

  it('do not depend on blanks, empty variables, or variables that no worker reads', async () => {
    const here = { ...FULL, TAVILY_API_KEY: ' tv-one ', BRAVE_API_KEY: ' ', COLUMNS: '80', TEMPORAL_NAMESPACE: 'x' };

    expect(await compare(here, FULL)).toBeNull();
  });

  it('hide every value, and differ with another salt', () => {
    const shown = JSON.stringify(digestSettings(FULL, SALT));

    for (const value of Object.values(FULL)) expect(shown).not.toContain(`"${value}"`);
    expect(shown).not.toMatch(/sk-|tv-|password/);
    expect(digestSettings(FULL, 'other')['OPENAI_API_KEY']).not.toBe(digestSettings(FULL, SALT)['OPENAI_API_KEY']);
  });

  it('are not compared with a worker that does not report them', async () => {
    const silent = { taskQueue: 'q', model: null, settings: null, runtime: null };

    expect(await compareSettings({ environment: FULL, model: 'large' }, silent)).toBeNull();
    expect(await compareSettings({ environment: FULL, model: 'large' }, null)).toBeNull();
  });
});

describe('prices of the worker that runs', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plumbline-prices-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const price = (file: string, input: number) => {
    const path = join(folder, file);
    writeFileSync(path, `models:\n  large: { input: ${input}, output: 2 }\n`);
    return { 'limits.prices': path };
  };

  it('are those of the file at start, under any name', async () => {
    const worker = workerWith(price('a.yaml', 1));
    const same = price('b.yaml', 1);
    const changed = price('a.yaml', 3);

    expect(await compareSettings({ environment: same, model: null }, worker)).toBeNull();
    await expect(compareSettings({ environment: changed, model: null }, worker)).rejects.toThrow(
      'limits.prices (the file contains other prices',
    );
  });
});

describe('a worker that stayed', () => {
  it('is used again with the same settings', async () => {
    expect(await isAsStartedHere({ ...FULL, PWD: '/elsewhere', COLUMNS: '80' }, workerWith(FULL))).toBe(true);
  });

  it.each(Object.keys(FULL))('is not used when %s differs, is added or is left out', async (name) => {
    const { [name as keyof typeof FULL]: _, ...others } = FULL;

    expect(await isAsStartedHere({ ...FULL, [name]: 'something-else' }, workerWith(FULL))).toBe(false);
    expect(await isAsStartedHere(FULL, workerWith(others))).toBe(false);
    expect(await isAsStartedHere(others, workerWith(FULL))).toBe(false);
  });

  it('is not used with another proxy, or when it does not tell what it is', async () => {
    const worker = workerWith(FULL);

    expect(await isAsStartedHere({ ...FULL, HTTPS_PROXY: 'http://127.0.0.1:3128' }, worker)).toBe(false);
    expect(await isAsStartedHere(FULL, { ...worker, runtime: null })).toBe(false);
    expect(await isAsStartedHere(FULL, { ...worker, settings: null })).toBe(false);
    expect(await isAsStartedHere(FULL, null)).toBe(false);
  });
});
