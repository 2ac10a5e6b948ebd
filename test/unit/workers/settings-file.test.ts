import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadClientConfig } from '../../../client/configuration/config.ts';
import { isAsStartedHere } from '../../../client/connection/worker-settings.ts';
import { digestRuntime } from '../../../workers/build/runtime-digest.ts';
import { readFolderSettings, trustFolder } from '../../../workers/config/config-file.ts';
import { digestSettings, loadSupervisorConfig, loadWorkerConfig } from '../../../workers/config/worker-config.ts';
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
const FILE = 'plumbline.yml';
const write = (text: string) => writeFile(join(folder.path, FILE), text);
const MODEL = `model:\n  endpoint: ${URL}\n  name: of-file\n`;

describe('the config file of a home', () => {
  it('is read by worker, client and supervisor, and the environment wins', async () => {
    await write(`${MODEL}  small: small\ntemporal:\n  port: 7411\n  linger: 3\n`);
    const environment = environmentWith({ PLUMBLINE_MODEL: 'of-environment' });

    const { model } = loadWorkerConfig(environment);

    expect(model).toMatchObject({ baseURL: URL, model: 'of-environment', smallModel: 'small' });
    expect(loadClientConfig(environmentWith(), STREAMS)).toMatchObject({ model: 'of-file', lingerMinutes: 3 });
    expect(loadSupervisorConfig(undefined, environmentWith()).temporalPort).toBe(7411);
  });

  it('may lie elsewhere, as a container mounts it', async () => {
    const path = join(folder.path, 'mounted.yml');
    await writeFile(path, MODEL);

    expect(loadWorkerConfig(environmentWith({ PLUMBLINE_CONFIG: path })).model).toMatchObject({ model: 'of-file' });
  });

  it('is not passed on to other processes, for which its values would be the environment', async () => {
    await write(MODEL);

    expect(loadClientConfig(environmentWith(), STREAMS).environment).toEqual(environmentWith());
  });

  it('makes another worker than before it changed', async () => {
    const environment = environmentWith();
    const digests = digestSettings(environment, 'salt');
    const runtime = digestRuntime(environment, 'salt');
    const worker = { taskQueue: 'q', model: null, settings: { salt: 'salt', digests }, runtime };
    const before = await isAsStartedHere(environment, worker);
    await write('documents:\n  ocr: "off"\n');

    expect([before, await isAsStartedHere(environment, worker)]).toEqual([true, false]);
  });

  it('names documents relative to itself', async () => {
    await write('documents:\n  folders: [manuals, /srv/minutes]\n');

    const { usual } = loadClientConfig(environmentWith(), STREAMS);

    expect(usual.folders).toEqual([join(folder.path, 'manuals'), '/srv/minutes']);
  });

  it.each([
    ['no YAML', 'model: [', /plumbline\.yml:1: /],
    ['no group', '- a', /plumbline\.yml:1: the file must be a group of settings/],
    ['a key', 'model:\n  key: sk-1', /plumbline\.yml:2: model\.key: must be the name of an environment variable/],
    ['a key elsewhere', 'model:\n  name: sk-abcdefghijklmnop1234', /plumbline\.yml:2: model\.name: looks like a key/],
    ['a misspelled name', '\nmodel:\n  endpont: x', /plumbline\.yml:3: model\.endpont: there is no such setting/],
    ['a name of objects', 'constructor: x', /plumbline\.yml:1: constructor: there is no such setting/],
    [
      'an invalid value',
      `model:\n  endpoint: ftp://x`,
      /plumbline\.yml:2: model\.endpoint: must be an http\(s\) addre/,
    ],
  ])('is refused with its line for %s', async (_, content, problem) => {
    await write(content);

    expect(() => loadWorkerConfig(environmentWith())).toThrow(problem);
    expect(() => loadClientConfig(environmentWith(), STREAMS)).toThrow(problem);
    expect(() => loadWorkerConfig(environmentWith())).not.toThrow(/abcdefghijklmnop/);
  });
});

describe('a key', () => {
  const keyOf = (environment: NodeJS.ProcessEnv) => loadWorkerConfig(environment).model?.apiKey;
  const KEYS = { OPENAI_API_KEY: 'of-service', OUR_KEY: 'of-ours' };

  it('goes to the endpoint of the file only where the file names its variable', async () => {
    await write(MODEL);
    const unnamed = keyOf(environmentWith(KEYS));
    await write(`${MODEL}  key: OUR_KEY\n`);

    expect([unnamed, keyOf(environmentWith(KEYS))]).toEqual(['none', 'of-ours']);
  });

  it('of the file goes to no endpoint of the environment', async () => {
    await write(`${MODEL}  key: OUR_KEY\n`);
    const elsewhere = environmentWith({ ...KEYS, OPENAI_BASE_URL: 'http://127.0.0.1:2/v1' });

    expect([keyOf(elsewhere), keyOf({ ...elsewhere, OPENAI_API_KEY: '' })]).toEqual(['of-service', 'none']);
  });

  it('of the model is not sent to another endpoint of embeddings', () => {
    const named = { PLUMBLINE_EMBEDDING_MODEL: 'e', OPENAI_API_KEY: 'of-service' };
    const embedding = (more: NodeJS.ProcessEnv) => loadWorkerConfig(environmentWith({ ...named, ...more })).embedding;

    expect(embedding({})).toMatchObject({ apiKey: 'of-service' });
    expect(embedding({ PLUMBLINE_EMBEDDING_BASE_URL: URL })).toMatchObject({ apiKey: 'none', baseURL: URL });
  });
});

describe('the config file of a working folder', () => {
  const GUARDED = `${MODEL}storage:\n  blobs: s3://texts\nnotify:\n  to: https://hooks.example/x\nanswers:\n  ttl-hours: 5\n`;
  const read = (home = folder.path) => readFolderSettings(join(folder.path, 'work'), home, () => expect.unreachable());
  const writeIn = async (text: string) => {
    await mkdir(join(folder.path, 'work'), { recursive: true });
    await writeFile(join(folder.path, 'work', FILE), text);
  };

  it('sets no endpoint, storage or message before it is trusted, and again after it has changed', async () => {
    await writeIn(GUARDED);
    const before = read();
    trustFolder(join(folder.path, 'work'), folder.path);
    const trusted = read();
    await writeIn(`${GUARDED}# changed`);

    expect(before?.held).toEqual(['model.endpoint', 'model.name', 'storage.blobs', 'notify.to']);
    expect(before?.settings).toEqual({ 'answers.ttl-hours': '5' });
    expect(trusted).toMatchObject({ held: [], settings: { OPENAI_BASE_URL: URL } });
    expect(read()?.held).toEqual(before?.held);
    expect(read(join(folder.path, 'other'))?.held).toEqual(before?.held);
  });

  it('is overruled by that of the home, and reaches workers with the environment', async () => {
    await write('model:\n  name: of-home\n');
    const settings = { PLUMBLINE_MODEL: 'of-folder', OPENAI_BASE_URL: URL, 'answers.ttl-hours': '5' };
    const environment = environmentWith({ 'plumbline.folder': JSON.stringify(settings) });

    expect(loadWorkerConfig(environment)).toMatchObject({
      model: { model: 'of-home', baseURL: URL },
      calls: { answerTtlMs: 5 * 3_600_000 },
    });
  });
});

describe('what the page may set', () => {
  it('tells values and where they are set, and of secrets only whether', async () => {
    await write('model:\n  small: small\n  name: hidden\n');
    const environment = environmentWith({
      PLUMBLINE_MODEL: 'large',
      OPENAI_API_KEY: 'sk-secret',
      SEARXNG_URL: 'http://u:pw@h',
    });

    const view = createConfigurationTools(environment).view();

    expect(view.variables).toMatchObject([
      { name: 'OPENAI_BASE_URL', value: null, source: 'default' },
      { name: 'PLUMBLINE_MODEL', value: 'large', source: 'environment' },
      { name: 'model.small', value: 'small', source: 'file' },
      {},
      {},
      {},
      { name: 'notify.to' },
      { name: 'page.url' },
      { name: 'SEARXNG_URL', value: null, source: 'environment' },
    ]);
    expect(view.secrets[0]).toMatchObject({ name: 'OPENAI_API_KEY', isSet: true });
    expect(JSON.stringify(view)).not.toMatch(/sk-secret|pw/);
  });

  it('is saved for the owner alone, and keeps what the environment hides', async () => {
    await write(`# ours\nmodel:\n  endpoint: ${URL} # local\n  name: hidden\nlimits:\n  quotas: user=runs:20\n`);
    const tools = createConfigurationTools(environmentWith({ PLUMBLINE_MODEL: 'large' }));

    const changes = [
      await tools.save({ OPENAI_BASE_URL: ` ${URL} `, PLUMBLINE_OCR: null }),
      await tools.save({ OPENAI_BASE_URL: `${URL}/2`, 'model.small': '' }),
    ];

    expect(changes).toEqual([false, true]);
    expect((await stat(join(folder.path, FILE))).mode & 0o777).toBe(0o600);
    const text = await readFile(join(folder.path, FILE), 'utf8');
    expect(text).toBe(
      `# ours\nmodel:\n  endpoint: ${URL}/2 # local\n  name: hidden\nlimits:\n  quotas: user=runs:20\n`,
    );
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
      { ok: true, outcome: 'off', commands: ['npx plumbline model'], repair: null },
      { ok: false, detail: expect.stringContaining('PLUMBLINE_OCR: must be off') },
    ]);
    expect(tools.view().variables.every(({ source }) => source === 'default')).toBe(true);
  });
});
