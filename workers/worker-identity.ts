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
