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

/** What a failed command says and returns. */
export interface Failure {
  readonly exitCode: ExitCode;
  readonly kind: 'usage' | 'environment' | 'run-failed';
  /** One or few lines: what, and what to do. */
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
    const message = `the disk is full (${text.replaceAll(/\s+/g, ' ')}). Make room, or set PLUMBLINE_HOME to a folder on another disk.`;
    return { exitCode: ExitCode.Environment, kind: 'environment', message };
  }
  // Whatever nobody expected comes from what is around the command: disk, network, another process.
  return { exitCode: ExitCode.Environment, kind: 'environment', message: withStop(text) };
}

function messageOf({ message, remedy }: UsageError | EnvironmentError | RunFailedError): string {
  return remedy === '' ? message : `${withStop(message)} ${remedy}`;
}

function withStop(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}

/** Libraries wrap the error that says what happened. */
function withCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  let innermost = error;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost === error ? error.message : `${error.message} (${innermost.message})`;
}
