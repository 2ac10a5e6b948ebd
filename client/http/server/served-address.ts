import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { readJson, replaceFile, toJson } from '@plumbline/storage/files';
import { z } from 'zod';

/** In the store: where `serve` listens. Two at once overwrite each other; either will do. */
const FILE = 'serve.json';
/** A command has its result already when it looks. */
const LONGEST_LOOK_MS = 1_000;

const recordedSchema = z.object({ address: z.url({ protocol: /^http$/ }), pid: z.int() });

/**
 * Records in the store that this process serves it.
 *
 * @returns forgets it again
 */
export async function recordAddress(home: string, address: string): Promise<() => Promise<void>> {
  const path = join(home, FILE);
  await replaceFile(path, toJson({ address: nameable(address), pid: process.pid }));
  return async () => {
    if ((await readRecorded(home))?.pid === process.pid) await rm(path, { force: true });
  };
}

/** Address of a page that serves this store and answers, or null. */
export async function findServedAddress(home: string): Promise<string | null> {
  const recorded = await readRecorded(home);
  if (recorded === null || !isRunning(recorded.pid)) return null;
  const { address } = recorded;
  try {
    const response = await fetch(`${address}/runs`, { method: 'HEAD', signal: AbortSignal.timeout(LONGEST_LOOK_MS) });
    return response.ok ? address : null;
  } catch {
    return null;
  }
}

/** Address of the page of a run. */
export function pageOf(address: string, researchId: string): string {
  return `${address}/runs/${encodeURIComponent(researchId)}`;
}

/** Null: there is no file, or none that can be read. */
function readRecorded(home: string): Promise<z.infer<typeof recordedSchema> | null> {
  return readJson(join(home, FILE), recordedSchema).catch(() => null);
}

/** Killed, it could not remove the file, and another program may listen on its port by now. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A server that listens on all addresses is reached by this machine's. */
function nameable(address: string): string {
  return address.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
}
