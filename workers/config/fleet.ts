import { availableParallelism } from 'node:os';
import type { Environment } from '@plumbline/contracts/settings/environment-reader';

/** How much a worker does at once. */
export interface WorkerCapacity {
  readonly workflowTasks: number;
  readonly cachedRuns: number;
  readonly activities: number;
  readonly modelRequests: number;
  readonly webRequests: number;
  readonly polling: 'fixed' | 'automatic';
}

/** How a worker is watched. */
export interface WatchingConfig {
  /** Null: nothing is served. */
  readonly metricsPort: number | null;
  readonly logFormat: 'text' | 'json';
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error';
}

/** They compute in one thread: more at once only take longer, each in front of another user's. Temporal takes two at least. */
const usualWorkflowTasks = (): number => Math.max(2, availableParallelism());

export function readCapacity(environment: Environment): WorkerCapacity {
  return {
    workflowTasks: environment.read('worker.workflow-tasks') ?? usualWorkflowTasks(),
    cachedRuns: environment.read('worker.cached-runs'),
    activities: environment.read('worker.activities'),
    modelRequests: environment.read('worker.model-requests'),
    webRequests: environment.read('worker.web-requests'),
    polling: environment.read('worker.polling'),
  };
}

export function readWatching(environment: Environment): WatchingConfig {
  return {
    metricsPort: environment.read('worker.metrics-port') ?? null,
    logFormat: environment.read('worker.log-format'),
    logLevel: environment.read('worker.log-level'),
  };
}
