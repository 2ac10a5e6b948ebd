import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadClientConfig } from '../../../client/configuration/config.ts';
import { isAsStartedHere } from '../../../client/connection/worker-settings.ts';
import { digestRuntime } from '../../../workers/build/runtime-digest.ts';
import { digestSettings, loadWorkerConfig } from '../../../workers/config/worker-config.ts';
import { createConfigurationTools } from '../../../workers/lifecycle/lifecycle-tools.ts';
// Loaded before the tests begin, because it takes long.
import '../../../workers/lifecycle/doctor.ts';
import { temporaryFolder } from '../../support/builders/corpus-fixtures.ts';

const URL = 'http://127.0.0.1:1/v1';
const STREAMS = { stdin: {}, stdout: {}, stderr: {} };

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.dispose());

const environmentWith = (more: NodeJS.ProcessEnv = {}) => ({ PLUMBLINE_HOME: folder.path, ...more });
const write = (content: unknown) =>
  writeFile(join(folder.path, 'config.json'), typeof content === 'string' ? content : JSON.stringify(content));

describe('the settings file of a home', () => {
  it('is read by worker and client, and the environment wins', async () => {
    await write({ OPENAI_BASE_URL: URL, PLUMBLINE_MODEL: 'of-file', PLUMBLINE_SMALL_MODEL: 'small' });
    const environment = environmentWith({ PLUMBLINE_MODEL: 'of-environment', PLUMBLINE_SMALL_MODEL: ' ' });

    const { model } = loadWorkerConfig(environment);

    expect(model).toMatchObject({ baseURL: URL, model: 'of-environment', smallModel: 'small' });
    expect(loadClientConfig(environmentWith(), STREAMS).model).toBe('of-file');
  });

  it('is not passed on to other processes, for which its values would be the environment', async () => {
    await write({ OPENAI_BASE_URL: URL, PLUMBLINE_MODEL: 'of-file' });

    expect(loadClientConfig(environmentWith(), STREAMS).environment).toEqual(environmentWith());
  });

  it('makes another worker than before it changed', async () => {
    const environment = environmentWith();
    const digests = digestSettings(environment, 'salt');
    const runtime = digestRuntime(environment, 'salt');
    const worker = { taskQueue: 'q', model: null, settings: { salt: 'salt', digests }, runtime };
    const before = await isAsStartedHere(environment, worker);
    await write({ PLUMBLINE_OCR: 'off' });

    expect([before, await isAsStartedHere(environment, worker)]).toEqual([true, false]);
  });

  it.each([
    ['no JSON', '{', /config\.json: .*JSON/],
    ['no object', ['a'], /config\.json: must be an object of variables/],
    ['a secret', { OPENAI_API_KEY: 'sk-1' }, /config\.json: OPENAI_API_KEY cannot be set here, only OPENAI_BASE_URL,/],
    ['a name of objects', { constructor: 'x' }, /config\.json: constructor cannot be set here/],
    ['a number', { PLUMBLINE_OCR: 1 }, /config\.json: PLUMBLINE_OCR: /],
    ['an invalid value', { OPENAI_BASE_URL: 'ftp://x' }, /config\.json: OPENAI_BASE_URL: must be an http\(s\) address/],
  ])('is refused under its name with %s', async (_, content, problem) => {
    await write(content);

    expect(() => loadWorkerConfig(environmentWith())).toThrow(problem);
    expect(() => loadClientConfig(environmentWith(), STREAMS)).toThrow(problem);
  });
});

describe('what the page may set', () => {
  it('tells values and where they are set, and of secrets only whether', async () => {
    await write({ PLUMBLINE_SMALL_MODEL: 'small', PLUMBLINE_MODEL: 'hidden' });
    const environment = environmentWith({
      PLUMBLINE_MODEL: 'large',
      OPENAI_API_KEY: 'sk-secret',
      SEARXNG_URL: 'http://u:pw@h',
    });

    const view = createConfigurationTools(environment).view();

    expect(view.variables).toMatchObject([
      { name: 'OPENAI_BASE_URL', value: null, source: 'default' },
      { name: 'PLUMBLINE_MODEL', value: 'large', source: 'environment' },
      { name: 'PLUMBLINE_SMALL_MODEL', value: 'small', source: 'file' },
      {},
      {},
      {},
      { name: 'PLUMBLINE_NOTIFY' },
      { name: 'PLUMBLINE_PAGE_URL' },
      { name: 'SEARXNG_URL', value: null, source: 'environment' },
    ]);
    expect(view.secrets[0]).toMatchObject({ name: 'OPENAI_API_KEY', isSet: true });
    expect(JSON.stringify(view)).not.toMatch(/sk-secret|pw/);
  });

  it('is saved for the owner alone, and keeps what the environment hides', async () => {
    await write({ OPENAI_BASE_URL: URL, PLUMBLINE_MODEL: 'hidden' });
    const tools = createConfigurationTools(environmentWith({ PLUMBLINE_MODEL: 'large' }));

    const changes = [
      await tools.save({ OPENAI_BASE_URL: ` ${URL} `, PLUMBLINE_OCR: null }),
      await tools.save({ OPENAI_BASE_URL: `${URL}/2`, PLUMBLINE_SMALL_MODEL: '' }),
    ];

    expect(changes).toEqual([false, true]);
    expect((await stat(join(folder.path, 'config.json'))).mode & 0o777).toBe(0o600);
    expect(loadWorkerConfig(environmentWith()).model).toMatchObject({ baseURL: `${URL}/2`, model: 'hidden' });
  });

  it('is not saved where a worker would refuse it', async () => {
    const tools = createConfigurationTools(environmentWith());

    await expect(tools.save({ PLUMBLINE_MODEL: 'm' })).rejects.toThrow(/PLUMBLINE_MODEL is set but no endpoint/);
    expect(tools.view().variables.every(({ source }) => source === 'default')).toBe(true);
  });

  it('is tried without being saved, and the reason comes with what to do', async () => {
    const tools = createConfigurationTools(environmentWith());

    const outcomes = [
      await tools.examine('model', { PLUMBLINE_MODEL: 'm' }),
      await tools.examine('embeddings', {}),
      await tools.examine('scans', { PLUMBLINE_OCR: 'x y' }),
    ];

    expect(outcomes).toMatchObject([
      {
        ok: false,
        detail: expect.stringContaining('but no endpoint'),
        repair: expect.stringContaining('OPENAI_BASE_URL'),
      },
      { ok: true, outcome: 'off', commands: ['npx plumbline model add'], repair: null },
      { ok: false, detail: expect.stringContaining('PLUMBLINE_OCR: must be off') },
    ]);
    expect(tools.view().variables.every(({ source }) => source === 'default')).toBe(true);
  });
});
