import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { ALONE } from '@plumbline/contracts/common/embedded-state';
import { readState } from '../../connection/embedded.ts';
import { EnvironmentError } from '../../errors/failures.ts';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit.ts';

const LOOK_EVERY_MS = 2_000;

/** A supervisor that was killed is replaced in seconds; after so many looks without one it was stopped. */
const ABSENT_LOOKS = 10;

/** Runs another program of the project in this terminal until it ends; forwards interrupts. */
export async function runInForeground(
  { config, signal }: CommandContext,
  script: string,
  scriptArguments: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<ExitCode> {
  if (signal.aborted) return ExitCode.Interrupted;
  const child = spawn(process.execPath, [...nodeOptions, script, ...scriptArguments, ALONE], {
    // The end of the channel, by whatever ends this process, ends the child.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: config.environment,
    // In its own process group, so that Ctrl-C reaches it once, through this process.
    detached: true,
  });
  const pass = () => child.kill('SIGTERM');
  signal.addEventListener('abort', pass, { once: true });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (exitCode === 0) return signal.aborted ? ExitCode.Interrupted : ExitCode.Done;
  if (signal.aborted) return ExitCode.Interrupted;
  // It has printed the cause.
  throw new EnvironmentError(`the process ended with code ${exitCode ?? 'none'}`);
}

/** Resolves when the command is interrupted, or when somebody stopped the embedded server. */
export async function untilStopped({ config, signal }: CommandContext): Promise<void> {
  for (let absent = 0; absent < ABSENT_LOOKS && !signal.aborted;) {
    absent = (await readState(config.home)) === undefined ? absent + 1 : 0;
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}
