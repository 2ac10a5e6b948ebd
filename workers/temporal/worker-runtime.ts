import { DefaultLogger, makeTelemetryFilterString, Runtime } from '@temporalio/worker';

/** Some workers of the process serve activities only. */
const EXPECTED_WARNING = 'No workflows registered, not polling for workflow tasks';

/** Sets up the SDK once for the process: warnings and errors to stderr, signals left to the process itself. */
export function installRuntime(): void {
  const toStandardError = new DefaultLogger('WARN');
  Runtime.install({
    logger: new DefaultLogger('WARN', ({ level, message, meta }) => {
      if (message !== EXPECTED_WARNING) toStandardError.log(level, message, meta);
    }),
    telemetryOptions: { logging: { filter: makeTelemetryFilterString({ core: 'WARN', other: 'ERROR' }), forward: {} } },
    shutdownSignals: [],
  });
}
