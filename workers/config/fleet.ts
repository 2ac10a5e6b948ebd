import { availableParallelism } from 'node:os';
import type { TraceSettings } from '@plumbline/adapters/trace-export';
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
  /** Where traces go; null: there are none. */
  readonly traces: TraceSettings | null;
}

/** They compute: more at once only take longer, and those that take too long are thrown away. */
const WORKFLOW_TASKS_OF_CORE = 2;

export function readCapacity(environment: Environment): WorkerCapacity {
  return {
    workflowTasks: environment.read('worker.workflow-tasks') ?? WORKFLOW_TASKS_OF_CORE * availableParallelism(),
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
    traces: readTraces(environment, 'plumbline-worker'),
  };
}

/** By the standard variables of OpenTelemetry. @param service that the traces name */
export function readTraces(environment: Environment, service: string): TraceSettings | null {
  const endpoint = environment.read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const headers = environment.read('OTEL_EXPORTER_OTLP_HEADERS') ?? {};
  return endpoint === undefined ? null : { endpoint, headers, service };
}
