import { hostname } from 'node:os';

/** Identity of a worker, shown in the Temporal Web UI. */
export interface WorkerIdentity {
  readonly host: string;
  readonly pid: number;
  readonly buildId: string;
  /** Id of the store in its home. */
  readonly storeId: string;
}

export function ownIdentity(buildId: string, storeId: string): WorkerIdentity {
  return { host: hostname(), pid: process.pid, buildId, storeId };
}

export function formatIdentity({ host, pid, buildId, storeId }: WorkerIdentity): string {
  return `plumbline@${host}@${pid}#${buildId}/${storeId}`;
}

/** Undefined for workers of other projects. */
export function parseIdentity(identity: string): WorkerIdentity | undefined {
  const [, host, pid, buildId, storeId] = /^plumbline@(.+)@(\d+)#([0-9a-f]+)\/([0-9a-f]{8})$/.exec(identity) ?? [];
  if (host === undefined || buildId === undefined || storeId === undefined) return undefined;
  return { host, pid: Number(pid), buildId, storeId };
}

/**
 * Whether the worker's process is known to have ended. Only processes of this machine can be checked: workers elsewhere
 * count as alive, and so does one whose process id was reused.
 */
export function hasEnded({ host, pid }: WorkerIdentity): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ESRCH';
  }
}
