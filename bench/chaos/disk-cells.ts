import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliResult } from '../../test/support/processes/cli.ts';
import type { Cell } from './cell.ts';
import { recordOf, RESEARCH, runResearch } from './research-scenario.ts';
import type { RunWorld } from './run-world.ts';
import { special } from './special-cells.ts';

const SMALL = '16k';
const LARGE = '256m';

/** Disks that are full for a while, and one that changes what was written. */
export async function diskCells(): Promise<readonly Cell[]> {
  const problem = await findMountProblem();
  const skipping = problem === null ? {} : { skipped: problem };
  return [
    special('disk of the blobs full', (world) => runFullDisk(world, 'blobs'), skipping),
    special('disk of the index full', (world) => runFullDisk(world, 'index'), skipping),
    special('a blob changed while the run needs it', runChangedBlob, { ending: 'otherwise' }),
    special('a blob changed after the run', runBlobChangedLater),
  ];
}

/** Why this machine cannot provide a small disk; null: it can. */
async function findMountProblem(): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-mount-'));
  try {
    mount(folder, SMALL);
    unmount(folder);
    return null;
  } catch {
    return 'a disk of limited size needs the right to mount a tmpfs (Linux, root)';
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Space is freed after an attempt failed for lack of it; the next one continues. */
async function runFullDisk(world: RunWorld, folder: 'blobs' | 'index'): Promise<CliResult> {
  const path = join(world.home, folder);
  mkdirSync(path, { recursive: true });
  mount(path, SMALL);
  world.atEnd(() => unmount(path));
  const onHit = (): void => execute('mount', '-o', `remount,size=${LARGE}`, path);
  world.arm({ activity: 'indexCorpus', instant: 'failed', onHit });
  return runResearch(world);
}

const ORIGINAL = 'four litres';
const CHANGED = 'five litres';

/** A report must not use the changed bytes, and must mention the change. */
async function runChangedBlob(world: RunWorld): Promise<CliResult> {
  const onHit = (): void => changeBlob(world);
  world.arm({ activity: 'planResearch', instant: 'before', onHit });
  const result = await runResearch(world);
  const record = result.code === 0 ? readFileSync(recordOf(world), 'utf8') : '';
  if (result.code === 0 && [...(await RESEARCH.readEvidence(world))].some((line) => /litres/.test(line))) {
    throw new Error('the report rests on the changed text');
  }
  const said = [record, result.stdout, result.stderr].join('\n');
  if (!/damaged|no longer (?:what|the)|does not match|changed on disk/i.test(said))
    throw new Error(`the change is not named: ${said.slice(-400)}`);
  return result;
}

async function runBlobChangedLater(world: RunWorld): Promise<CliResult> {
  const result = await runResearch(world);
  changeBlob(world);
  const problems = await RESEARCH.verify(world);
  if (problems.length === 0) throw new Error('verify does not notice the change');
  restoreBlob(world);
  return result;
}

function changeBlob(world: RunWorld): void {
  replaceInBlobs(world, ORIGINAL, CHANGED);
}

function restoreBlob(world: RunWorld): void {
  replaceInBlobs(world, CHANGED, ORIGINAL);
}

/** @throws {Error} when no blob holds the text */
function replaceInBlobs({ home }: RunWorld, from: string, to: string): void {
  const folder = join(home, 'blobs');
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const holding = paths.filter((path) => readFileSync(path, 'utf8').includes(from));
  if (holding.length === 0) throw new Error(`no blob holds "${from}"`);
  for (const path of holding) writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to));
}

function mount(path: string, size: string): void {
  execute('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path);
}

function unmount(path: string): void {
  execute('umount', '--lazy', path);
}

function execute(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: 'ignore' });
}
