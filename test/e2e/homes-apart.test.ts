import { createHash } from 'node:crypto';
import { existsSync, realpathSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBlobSweep } from '../../workers/assembly/blob-stores.ts';
import { loadWorkerConfig } from '../../workers/config/worker-config.ts';
import { answerWholeRun } from '../support/builders/scripted-answers.ts';
import { type RunningCommand, workerEntry } from '../support/processes/cli.ts';
import { findPostgres, startPostgres, type TestPostgres } from '../support/servers/postgres.ts';
import { startS3rver, type TestS3 } from '../support/servers/s3-servers.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

const programs = findPostgres();
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const QUESTION = 'How long does the harbour lamp burn on one filling?';

// Skipped where PostgreSQL is not installed.
describe.skipIf(programs === undefined)('workers with a home each, one database and one bucket', () => {
  let world: CommandWorld;
  let postgres: TestPostgres;
  let s3: TestS3;
  let settings: NodeJS.ProcessEnv;

  beforeAll(async () => {
    [world, postgres, s3] = await Promise.all([createCommandWorld(), startPostgres(programs ?? ''), startS3rver()]);
    settings = await settingsOf('shared');
    await startWorker('a');
  });

  afterAll(async () => {
    await world.close();
    await Promise.all([postgres.close(), s3.close()]);
  });

  async function settingsOf(taskQueue: string): Promise<NodeJS.ProcessEnv> {
    const { bucket, prefix, endpoint, accessKeyId, secretAccessKey } = s3.settings();
    return {
      TEMPORAL_ADDRESS: inject('temporalAddress'),
      PLUMBLINE_TASK_QUEUE: taskQueue,
      PLUMBLINE_DATABASE_URL: await postgres.createDatabase(),
      'storage.blobs': `s3://${bucket}/${prefix}`,
      'storage.blobs-endpoint': endpoint ?? '',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    };
  }

  const homeOf = (name: string) => join(world.home, '..', name);
  const settingsAt = (name: string, more: NodeJS.ProcessEnv = {}) => ({
    ...settings,
    PLUMBLINE_HOME: homeOf(name),
    ...more,
  });
  const at = (name: string, more: NodeJS.ProcessEnv = {}) => world.with(settingsAt(name, more));
  const workerAt = (name: string, more: NodeJS.ProcessEnv = {}) =>
    world.asProcesses(settingsAt(name, more), [], workerEntry());

  async function startWorker(name: string, more: NodeJS.ProcessEnv = {}): Promise<RunningCommand> {
    const worker = workerAt(name, more).start();
    await worker.prints('worker ready');
    return worker;
  }

  const research = (name: string, id: string, more: NodeJS.ProcessEnv = {}, question = QUESTION) =>
    at(name, more).run('research', question, '--corpus', world.documents, '--id', id, '--json');

  it('publish every run of a client with neither of them, which reads each report like the workers', async () => {
    const another = await startWorker('b');

    const ids = ['one', 'two', 'three', 'four', 'five'];
    const alone = await research('c', 'zero');
    const together = await Promise.all(ids.map((id) => research('c', id)));

    expect([alone, ...together].map(({ code, stderr }) => [code, stderr])).toEqual(
      [alone, ...together].map(() => [0, expect.any(String) as string]),
    );
    for (const command of ['report', 'trace', 'verify']) {
      const outputs = await Promise.all(['a', 'b', 'c'].map((name) => at(name).run(command, 'three')));
      expect(outputs.map(({ code }) => [command, code])).toEqual([0, 0, 0].map((code) => [command, code]));
      expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1);
    }
    expect(new Set(await Promise.all(['a', 'c'].map((name) => exportedAt(name, 'three')))).size).toBe(1);
    expect(existsSync(join(homeOf('a'), 'runs'))).toBe(false);
    another.process.kill('SIGTERM');
    await another.ended;
  });

  it('delete a run from the bucket, at a machine that it never was on', async () => {
    const asked = await research('e', 'kept');
    const rare = await research('e', 'rare', {}, `${QUESTION.slice(0, -1)} of wombatine?`);
    expect([asked.code, rare.code, (await objectsThatSay('wombatine')).length > 0]).toEqual([0, 0, true]);

    const deleted = await at('f').run('delete', 'rare', '--yes', '--json');

    expect(JSON.parse(deleted.stdout)).toMatchObject({ researchId: 'rare', deleted: true, textsKept: 0 });
    expect(await objectsThatSay('wombatine')).toEqual([]);
    expect((await at('f').run('verify', 'kept')).code).toBe(0);
  });

  async function objectsThatSay(word: string): Promise<string[]> {
    const blobs = openBlobSweep(loadWorkerConfig({ ...settings, PLUMBLINE_HOME: homeOf('reader') }));
    const objects = await Promise.all(
      (await blobs.list()).map(async ({ sha256 }) => ({ sha256, bytes: await blobs.getBytes({ sha256 }) })),
    );
    return objects.filter(({ bytes }) => Buffer.from(bytes).includes(word)).map(({ sha256 }) => sha256);
  }

  async function exportedAt(name: string, id: string): Promise<string> {
    const path = join(homeOf(name), 'exported.html');
    await mkdir(homeOf(name), { recursive: true });
    const { stderr } = await at(name).run('report', id, '--format', 'html', '--out', path);
    if (!existsSync(path)) throw new Error(stderr);
    return createHash('sha256')
      .update(await readFile(path))
      .digest('hex');
  }

  it('answer from what was uploaded at one machine, whose original is there at any other until it is removed', async () => {
    const server = at('serves').start('serve', '--port', '0');
    const address = /Serving (http:\S+);/.exec(await server.prints('Stop it with Ctrl-C'))?.[1] ?? '';
    const asked = async (path: string, method = 'GET') => fetch(address + path, { method });
    const folders = async () => ((await (await asked('/api/library')).json()) as { folders: unknown[] }).folders;

    await at('adds').run('library', 'add', world.documents, '--to', 'Lamps of "Ö" & Co', '--json');
    const listed = JSON.parse((await at('lists').run('library', 'list', '--json')).stdout);
    const [{ directory }] = listed.collections;
    const run = await at('asks').run('research', QUESTION, '--corpus', directory, '--id', 'uploaded', '--json');

    expect(run.code === 0 ? '' : run.stderr).toBe('');
    expect(directory).toMatch(/^s3:.*uploads\/shared\/Lamps of/);
    expect(await folders()).toMatchObject([{ name: 'Lamps of "Ö" & Co', canChange: true, documents: 3 }]);
    const { citations } = JSON.parse((await at('asks').run('report', 'uploaded', '--json')).stdout).report;
    const original = () => asked(`/api/runs/uploaded/sources/${citations[0].quote.sourceId}/original`);
    expect(await (await original()).text()).toContain('nine hours');
    expect((await asked(`/api/library/${encodeURIComponent('Lamps of "Ö" & Co')}`, 'DELETE')).status).toBe(200);
    expect((await original()).status).toBe(404);
    expect(JSON.parse((await at('adds').run('library', 'list', '--json')).stdout)).toEqual({ collections: [] });
    server.interrupt();
    await server.ended;
  });

  it('refuse a worker with another database, and one with another bucket', async () => {
    const other = await settingsOf('shared');
    const { PLUMBLINE_DATABASE_URL, ...elsewhere } = other;
    const refused = await Promise.all([
      workerAt('other-database', { PLUMBLINE_DATABASE_URL }).run(),
      workerAt('other-bucket', elsewhere).run(),
      workerAt('no-bucket', { 'storage.blobs': '' }).run(),
    ]);

    expect(refused.map(({ code }) => code)).toEqual([3, 3, 3]);
    for (const { stderr } of refused) expect(stderr).toContain('belongs to another store');
  });

  it('end a run that began at a worker which was killed', async () => {
    settings = await settingsOf('killed');
    const model = await answerWholeRun({ hangOnceAt: 'extract-findings' });
    const withModel = { OPENAI_BASE_URL: model.baseURL, PLUMBLINE_MODEL: 'scripted' };
    const first = await startWorker('first', withModel);
    const running = research('client', 'moved', withModel);
    await model.hanging;
    const second = await startWorker('second', withModel);

    first.process.kill('SIGKILL');
    const { code, stdout } = await running;

    expect(JSON.parse(stdout)).toMatchObject({ researchId: 'moved', stage: 'published' });
    expect(code).toBe(0);
    // The version of the index that the first worker made is on the disk of the second.
    const indexes = await readdir(join(homeOf('second'), 'index'));
    expect(indexes.filter((name) => /^[0-9a-f]{12}-[0-9a-f]{12}$/.test(name))).toHaveLength(1);
    second.process.kill('SIGTERM');
    await second.ended;
    await model.close();
  });

  it('open no path outside their home, the configured folders and the program', async () => {
    settings = await settingsOf('confined');
    const elsewhere = join(world.home, '..', 'elsewhere');
    await mkdir(elsewhere, { recursive: true });
    await writeFile(join(elsewhere, 'lamp.md'), '# Lamp\n\nThe other lamp burns for three hours.\n');
    await mkdir(homeOf('confined'), { recursive: true });
    const worker = await startWorker('confined', { NODE_OPTIONS: confinedTo(homeOf('confined'), world.documents) });

    const inside = await research('client', 'inside');
    const outside = await at('client').run('research', QUESTION, '--corpus', elsewhere, '--id', 'outside', '--json');

    expect([inside.code, JSON.parse(inside.stdout)]).toMatchObject([0, { stage: 'published' }]);
    expect(outside.code).not.toBe(0);
    expect(outside.stdout).toContain('The corpus folder elsewhere cannot be opened');
    worker.process.kill('SIGTERM');
    await worker.ended;
  });

  /** Options with which Node refuses every other path. The folder of compiled code is the test's own. */
  function confinedTo(home: string, documents: string): string {
    const compiled = process.env['NODE_COMPILE_CACHE'] ?? '';
    const readable = [PROJECT, realpathSync(join(PROJECT, 'node_modules')), home, documents, compiled];
    return [
      '--permission --allow-addons --allow-worker --allow-child-process',
      ...readable.map((path) => `--allow-fs-read=${path}`),
      ...[home, compiled].map((path) => `--allow-fs-write=${path}`),
    ].join(' ');
  }
});
