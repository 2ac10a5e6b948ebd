import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { createCliWorld, type RunningCommand } from '../processes/cli.ts';
import { findTestBinary } from './temporal.ts';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url));
/** What a worker is made of. */
const FOLDERS = ['activities', 'packages', 'payloads', 'workers', 'workflows'];
const DEPLOYMENT = 'plumbline';
const execute = promisify(execFile);
/** As a supervisor does: on a busy machine, the SDK gives up at times when it loads the code. */
const STARTS = 5;
const LATE = /timed out|isolateExecutionTimeout/i;

/** How runs fared that began before, between and after a change of the version. */
interface RolledOver {
  readonly started: number;
  readonly published: number;
  /** What processes of either build said that did not become ready. */
  readonly refusedStarts: readonly string[];
  /** Starts of runs that were refused. */
  readonly refusedRuns: number;
  /** How many runs ended on the build that was current when they began. */
  readonly stayed: number;
  /** By build. */
  readonly ofEach: readonly number[];
}

/**
 * A newer program beside this one: another version, workflows that replay nothing of the present ones, and a change of the
 * database, which adds a table.
 */
async function writeNewerProgram(folder: string): Promise<void> {
  for (const name of [...FOLDERS, 'package.json']) {
    await cp(join(PROJECT, name), join(folder, name), { recursive: true, verbatimSymlinks: true });
  }
  await linkPackages(folder);
  await change(join(folder, 'package.json'), /"version": "[^"]+"/, '"version": "0.99.0"');
  await change(
    join(folder, 'packages/storage/stores/state-tables.ts'),
    /(const MIGRATIONS: .* = \{\n)/,
    `$1  '099-later': { up: async (database) => database.schema.createTable('later').addColumn('id', 'text').execute() },\n`,
  );
  const research = join(folder, 'workflows/deep-research/deep-research.ts');
  await change(research, /(export async function deepResearch\(.*\{\n)/, '$1  await condition(() => false, 5);\n');
}

/** The packages of this program, with those of the workspace from the folder itself. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [join(PROJECT, 'node_modules'), join(folder, 'node_modules')];
  const own = '@plumbline';
  await mkdir(join(to, own), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== own && name !== '.cache') await symlink(join(from, name), join(to, name));
  }
  for (const name of await readdir(join(from, own))) {
    await symlink(await readlink(join(from, own, name)), join(to, own, name));
  }
}

async function change(path: string, pattern: RegExp, replacement: string): Promise<void> {
  const text = await readFile(path, 'utf8');
  const changed = text.replace(pattern, replacement);
  if (changed === text) throw new Error(`${path} has nothing like ${pattern}`);
  await writeFile(path, changed);
}

/**
 * Rolls forth to a newer program and back while runs are under way, as docs/operations.md says: the newer worker starts beside
 * the old one, which is started again after the database was changed.
 */
export async function rollForthAndBack(address: string, runs: number): Promise<RolledOver> {
  const world = await createCliWorld();
  const newer = join(world.home, '..', 'newer');
  await writeNewerProgram(newer);
  const settings = {
    TEMPORAL_ADDRESS: address,
    'worker.deployment': DEPLOYMENT,
    PLUMBLINE_TASK_QUEUE: `two-${Date.now()}`,
  };
  const connection = await Connection.connect({ address, connectTimeout: 120_000 });
  const client = new Client({ connection });
  const refusedStarts: string[] = [];
  const startWorker = async (program: string, attempts = STARTS): Promise<RunningCommand> => {
    const worker = world.with(settings, [], join(program, 'workers/main.ts')).start();
    const isReady = await worker.prints('worker ready').then(Boolean, () => false);
    if (isReady) return worker;
    const { stderr } = await worker.ended;
    if (attempts > 1 && LATE.test(stderr)) return startWorker(program, attempts - 1);
    refusedStarts.push(stderr);
    throw new Error(`a worker did not start: ${stderr}`);
  };
  const { run } = world.with({ ...settings, PLUMBLINE_LINGER: '0' });
  const begun = new Map<string, string>();
  let refusedRuns = 0;
  const begin = async (count: number, buildId: string): Promise<void> => {
    for (let at = 0; at < count; at++) {
      const id = `${settings.PLUMBLINE_TASK_QUEUE}-${begun.size + refusedRuns}`;
      const question = `How long does the harbour lamp burn on filling ${at}?`;
      const { code } = await run('research', question, '--corpus', world.documents, '--id', id, '--detach');
      if (code === 0) begun.set(id, buildId);
      else refusedRuns++;
    }
  };
  try {
    const old = await startWorker(PROJECT);
    const oldBuild = await setCurrent(address, []);
    await begin(Math.ceil(runs / 3), oldBuild);
    await startWorker(newer);
    const newBuild = await setCurrent(address, [oldBuild]);
    await begin(Math.ceil(runs / 3), newBuild);
    old.interrupt();
    await old.ended;
    await startWorker(PROJECT);
    await setCurrent(address, [newBuild]);
    await begin(runs - begun.size - refusedRuns, oldBuild);
    const ended = await Promise.all([...begun].map(([id, build]) => endOf(client, id, build)));
    return {
      started: begun.size,
      published: ended.filter(({ isPublished }) => isPublished).length,
      refusedStarts,
      refusedRuns,
      stayed: ended.filter(({ stayed }) => stayed).length,
      ofEach: [oldBuild, newBuild].map((build) => [...begun.values()].filter((of) => of === build).length),
    };
  } finally {
    await connection.close();
    await world.close();
  }
}

/** Makes the build current that is not one of the others, when its worker is known to the server. */
async function setCurrent(address: string, others: readonly string[]): Promise<string> {
  const temporal = async (...words: string[]) =>
    (await execute(await findTestBinary(), ['worker', 'deployment', ...words, '--address', address])).stdout;
  for (;;) {
    const described = await temporal('describe', '--name', DEPLOYMENT, '--output', 'json').catch(() => '{}');
    const builds = [...described.matchAll(/"(?:buildId|BuildID)": "([^"]+)"/g)].map(([, build = '']) => build);
    const build = builds.find((one) => !others.includes(one));
    const words = ['set-current-version', '--deployment-name', DEPLOYMENT, '--build-id', build ?? '', '--yes'];
    // A server that is busy takes longer than the command waits.
    const isSet =
      build !== undefined &&
      (await temporal(...words).then(
        () => true,
        () => false,
      ));
    if (isSet) return build;
    await pause(500);
  }
}

async function endOf(client: Client, id: string, build: string) {
  const handle = client.workflow.getHandle(id);
  const result: unknown = await handle.result().catch((error: unknown) => error);
  const { raw } = await handle.describe();
  const { version, deploymentVersion } = raw.workflowExecutionInfo?.versioningInfo ?? {};
  const isPublished = typeof result === 'object' && result !== null && Reflect.get(result, 'outcome') === 'published';
  return { isPublished, stayed: deploymentVersion?.buildId === build || version === `${DEPLOYMENT}.${build}` };
}
