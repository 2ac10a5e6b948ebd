import { spawnSync } from 'node:child_process';
import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Cluster, ClusterProcess } from './cluster.ts';

const LOOK_EVERY_MS = 100;
/** Workers, then each server. */
const STOP_LIMIT_MS = 120_000;

/** A process as the state file has it. */
export interface RecordedProcess extends Pick<ClusterProcess, 'name' | 'pid' | 'address' | 'logFile'> {
  /** Of that time: a process id may be another program's by now. */
  readonly command: string;
}

/** What runs, as the process that started it wrote it down. */
export interface ClusterState {
  readonly owner: RecordedProcess;
  readonly parts: readonly string[];
  readonly processes: readonly RecordedProcess[];
}

const stateFileOf = (folder: string): string => join(folder, 'cluster.json');

/** To be read by a shell; it has the secrets. */
export const variablesFileOf = (folder: string): string => join(folder, 'client.env');

export function writeClusterState(cluster: Cluster): void {
  const { folder, parts, variables } = cluster;
  const owner = toRecorded({ name: 'cluster', pid: process.pid, address: null, logFile: '' });
  const state: ClusterState = { owner, parts, processes: cluster.processes().map(toRecorded) };
  writePrivate(stateFileOf(folder), `${JSON.stringify(state, null, 2)}\n`);
  const settings = Object.entries(variables);
  // A shell has no names with dots: such settings stand in a config file.
  const config = join(folder, 'plumbline.yml');
  const exported = [...settings.filter(([name]) => !name.includes('.')), ['PLUMBLINE_CONFIG', config]];
  writePrivate(variablesFileOf(folder), exported.map(([name, value]) => `export ${name}='${value}'\n`).join(''));
  writePrivate(config, toConfig(settings.filter(([name]) => name.includes('.'))));
}

/** @param settings names like `storage.blobs`, with their values */
function toConfig(settings: readonly (readonly [string, string | undefined])[]): string {
  const groups = Map.groupBy(settings, ([name]) => name.split('.', 1)[0] ?? '');
  const entries = [...groups].map(([group, within]) => [
    group,
    Object.fromEntries(within.map(([name, value]) => [name.slice(group.length + 1), value])),
  ]);
  // What is JSON is YAML.
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

export function removeClusterState(folder: string): void {
  rmSync(stateFileOf(folder), { force: true });
}

/** Undefined: no cluster of this folder was left running. */
export function readClusterState(folder: string): ClusterState | undefined {
  try {
    return JSON.parse(readFileSync(stateFileOf(folder), 'utf8')) as ClusterState;
  } catch {
    return undefined;
  }
}

export function isRunning({ pid, command }: RecordedProcess): boolean {
  return pid > 0 && commandOf(pid) === command;
}

/** Ends a cluster by the process ids that it wrote down. @returns names of what ran */
export async function endCluster({ owner, processes }: ClusterState): Promise<readonly string[]> {
  // Its owner ends everything in order. Killed, it left the rest behind.
  const running = isRunning(owner) ? [owner] : processes.filter(isRunning);
  for (const { pid } of running) process.kill(pid, 'SIGTERM');
  const deadline = Date.now() + STOP_LIMIT_MS;
  for (let left = running; left.length > 0; left = left.filter(isRunning)) {
    if (Date.now() > deadline) for (const { pid } of left) process.kill(pid, 'SIGKILL');
    await delay(LOOK_EVERY_MS);
  }
  return running.map(({ name }) => name);
}

function toRecorded({ name, pid, address, logFile }: Omit<ClusterProcess, 'stop'>): RecordedProcess {
  return { name, pid, address, logFile, command: commandOf(pid) };
}

/** Empty: no such process, or one that has ended. */
function commandOf(pid: number): string {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const [, state = 'Z', command = ''] = /^(\S+)\s+(.*)/.exec(stdout) ?? [];
  return state.startsWith('Z') ? '' : command;
}

function writePrivate(path: string, text: string): void {
  writeFileSync(path, text, { mode: 0o600 });
  chmodSync(path, 0o600);
}
