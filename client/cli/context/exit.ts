import { saysDiskIsFull } from '../../connection/disk-space.ts';
import { EnvironmentError, RunFailedError, UsageError } from '../../errors/failures.ts';

export const ExitCode = {
  Done: 0,
  /** `verify` found something wrong. */
  NotVerified: 1,
  WrongUsage: 2,
  Environment: 3,
  RunFailed: 4,
  Interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** Message and exit code of a failed command. */
export interface Failure {
  readonly exitCode: ExitCode;
  readonly kind: 'usage' | 'environment' | 'run-failed';
  /** What went wrong and what to do. */
  readonly message: string;
}

export function describeFailure(error: unknown): Failure {
  if (error instanceof UsageError) return { exitCode: ExitCode.WrongUsage, kind: 'usage', message: messageOf(error) };
  if (error instanceof RunFailedError) {
    return { exitCode: ExitCode.RunFailed, kind: 'run-failed', message: messageOf(error) };
  }
  if (error instanceof EnvironmentError) {
    return { exitCode: ExitCode.Environment, kind: 'environment', message: messageOf(error) };
  }
  const text = withCause(error);
  if (saysDiskIsFull(text)) {
    const message = `the disk is full (${text.replaceAll(/\s+/g, ' ')}). Free some space, or set PLUMBLINE_HOME to a folder on another disk.`;
    return { exitCode: ExitCode.Environment, kind: 'environment', message };
  }
  // Unexpected errors come from the environment: disk, network, another process.
  return { exitCode: ExitCode.Environment, kind: 'environment', message: withStop(text) };
}

function messageOf({ message, remedy }: UsageError | EnvironmentError | RunFailedError): string {
  return remedy === '' ? message : `${withStop(message)} ${remedy}`;
}

function withStop(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}

/** Libraries wrap the cause. */
function withCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  let innermost = error;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost === error ? error.message : `${error.message} (${innermost.message})`;
}
