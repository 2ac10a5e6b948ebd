import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { EmbeddedState } from '@plumbline/contracts/common/embedded-state';
import { type EmbeddedServer, readState, startOrJoin } from '../../../client/connection/embedded.ts';
import { stopEmbedded } from './cli.ts';

const WAIT_LIMIT_MS = 240_000;

/** A home of its own, with a space in its path, whose processes end with `remove`. */
export interface TestHome {
  readonly path: string;
  /** Starts or joins the embedded server; `worker` names a file in test/support. */
  join(options?: {
    readonly keep?: boolean;
    readonly worker?: string;
    readonly environment?: NodeJS.ProcessEnv;
  }): Promise<EmbeddedServer>;
  /** State of the living supervisor, once the condition holds for it. */
  until(condition: (state: EmbeddedState | undefined) => boolean): Promise<EmbeddedState | undefined>;
  remove(): Promise<void>;
}

export async function createTestHome(): Promise<TestHome> {
  const folder = await mkdtemp(join(tmpdir(), 'plumbline-'));
  const path = join(folder, 'home of tests');
  return {
    path,
    join: ({ keep = false, worker = 'idle-worker.ts', environment } = {}) =>
      startOrJoin({
        home: path,
        keep,
        onPhase: () => undefined,
        workerEntry: supportFile(worker),
        environment: { ...supervisionEnvironment(), ...environment },
      }),
    async until(condition) {
      let state = await readState(path);
      await waitUntil(async () => condition((state = await readState(path))));
      return state;
    },
    async remove() {
      await stopEmbedded(path);
      await rm(folder, { recursive: true, maxRetries: 10 });
    },
  };
}

/** Of commands and supervisors, on ports that no running checkout uses, with a server that only its supervisor takes for one. */
export function supervisionEnvironment(): NodeJS.ProcessEnv {
  const own = { ...process.env, TEMPORAL_ADDRESS: '', PLUMBLINE_TEMPORAL_PORT: '0' };
  return { ...own, TEMPORAL_CLI_PATH: supportFile('stand-in-temporal'), STAND_IN_NODE: process.execPath };
}

/** Waits for a condition of the outside world. @throws {Error} when it does not hold after four minutes */
export async function waitUntil(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + WAIT_LIMIT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`still not so: ${condition.toString()}`);
    await delay(20);
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export function supportFile(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
