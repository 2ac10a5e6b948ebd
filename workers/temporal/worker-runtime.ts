import { DefaultLogger, type LogEntry, makeTelemetryFilterString, Runtime } from '@temporalio/worker';
import type { WatchingConfig } from '../config/fleet.ts';

/** Some workers of the process serve activities only. */
const EXPECTED_WARNING = 'No workflows registered, not polling for workflow tasks';

const LEVELS = { debug: 'DEBUG', info: 'INFO', warn: 'WARN', error: 'ERROR' } as const;

/**
 * Sets up the SDK once for the process: its log to stderr, signals left to the process itself.
 *
 * @param metricsAddress where the SDK serves its metrics, `host:port`; null: nowhere
 */
export function installRuntime(
  { logFormat, logLevel }: Pick<WatchingConfig, 'logFormat' | 'logLevel'> = { logFormat: 'text', logLevel: 'warn' },
  metricsAddress: string | null = null,
): void {
  const level = LEVELS[logLevel];
  const write = logFormat === 'json' ? writeJson : writerOfText(level);
  Runtime.install({
    logger: new DefaultLogger(level, (entry) => {
      if (entry.message !== EXPECTED_WARNING) write(entry);
    }),
    telemetryOptions: {
      // Below a warning, the SDK's native part tells only of itself.
      logging: { filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }), forward: {} },
      ...(metricsAddress !== null && {
        metrics: {
          prometheus: {
            bindAddress: metricsAddress,
            countersTotalSuffix: true,
            unitSuffix: true,
            useSecondsForDurations: true,
          },
        },
      }),
    },
    shutdownSignals: [],
  });
}

function writerOfText(level: (typeof LEVELS)[keyof typeof LEVELS]): (entry: LogEntry) => void {
  const toStandardError = new DefaultLogger(level);
  return ({ level: own, message, meta }) => toStandardError.log(own, message, meta);
}

/** One object a line: time, level, message, and what the SDK knows of it, such as `workflowId`, `runId` and `activityType`. */
function writeJson({ level, message, timestampNanos, meta }: LogEntry): void {
  const time = new Date(Number(timestampNanos / 1_000_000n)).toISOString();
  const known = Object.entries(meta ?? {}).filter(([name]) => typeof name === 'string');
  const line = { time, level: level.toLowerCase(), message, ...Object.fromEntries(known) };
  process.stderr.write(`${JSON.stringify(line, readable)}\n`);
}

/** Errors have no JSON form, and numbers of 64 bits none either. */
function readable(_: string, value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, message: value.message, stack: value.stack };
  return typeof value === 'bigint' ? String(value) : value;
}
