import type { ChildProcess } from 'node:child_process';

/** How a process ended: its exit code, or the signal that ended it. */
export interface ProcessEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Resolves once, even when the process could not be started. */
export function endOf(child: ChildProcess): Promise<ProcessEnd> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    child.once('error', () => {
      if (child.pid === undefined) resolve({ code: null, signal: null });
    });
  });
}

/** Sends SIGTERM, and SIGKILL when the process has not ended after `graceMs`. */
export async function endGracefully(child: ChildProcess, end: Promise<ProcessEnd>, graceMs: number): Promise<void> {
  if (child.pid === undefined) return;
  child.kill('SIGTERM');
  const kill = setTimeout(() => child.kill('SIGKILL'), graceMs);
  await end;
  clearTimeout(kill);
}

export async function endAtOnce(child: ChildProcess, end: Promise<ProcessEnd>): Promise<void> {
  child.kill('SIGKILL');
  await end;
}

export function describeProcessEnd({ code, signal }: ProcessEnd): string {
  if (signal !== null) return `ended by ${signal}`;
  return code === null ? 'could not be started' : `ended with code ${code}`;
}
