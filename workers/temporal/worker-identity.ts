import { hostname } from 'node:os';

/** Who polls a task queue; shown in the Temporal Web UI. */
export interface WorkerIdentity {
  readonly host: string;
  readonly pid: number;
  readonly buildId: string;
}

export function ownIdentity(buildId: string): WorkerIdentity {
  return { host: hostname(), pid: process.pid, buildId };
}

export function formatIdentity({ host, pid, buildId }: WorkerIdentity): string {
  return `plumbline@${host}@${pid}#${buildId}`;
}

/** Undefined for workers of other projects. */
export function parseIdentity(identity: string): WorkerIdentity | undefined {
  const [, host, pid, buildId] = /^plumbline@(.+)@(\d+)#([0-9a-f]+)$/.exec(identity) ?? [];
  return host === undefined || buildId === undefined ? undefined : { host, pid: Number(pid), buildId };
}

/**
 * Whether the worker's process is known to have ended. Only this machine's processes can be looked up: a worker of
 * another one counts as alive, like one whose process id has gone to another program.
 */
export function isGone({ host, pid }: WorkerIdentity): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
