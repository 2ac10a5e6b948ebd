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
    workflowTasks: environment.read('PLUMBLINE_WORKFLOW_TASKS') ?? WORKFLOW_TASKS_OF_CORE * availableParallelism(),
    cachedRuns: environment.read('PLUMBLINE_CACHED_RUNS'),
    activities: environment.read('PLUMBLINE_ACTIVITIES'),
    modelRequests: environment.read('PLUMBLINE_MODEL_REQUESTS'),
    webRequests: environment.read('PLUMBLINE_WEB_REQUESTS'),
    polling: environment.read('PLUMBLINE_POLLING'),
  };
}

export function readWatching(environment: Environment): WatchingConfig {
  return {
    metricsPort: environment.read('PLUMBLINE_METRICS_PORT') ?? null,
    logFormat: environment.read('PLUMBLINE_LOG_FORMAT'),
    logLevel: environment.read('PLUMBLINE_LOG_LEVEL'),
    traces: readTraces(environment, 'plumbline-worker'),
  };
}

/** By the standard variables of OpenTelemetry. @param service that the traces name */
export function readTraces(environment: Environment, service: string): TraceSettings | null {
  const endpoint = environment.read('OTEL_EXPORTER_OTLP_ENDPOINT');
  const headers = environment.read('OTEL_EXPORTER_OTLP_HEADERS') ?? {};
  return endpoint === undefined ? null : { endpoint, headers, service };
}
