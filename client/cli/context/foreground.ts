import { spawn } from 'node:child_process';
import { EnvironmentError } from '../../errors/failures.ts';
import type { CommandContext } from './command-context.ts';
import { ExitCode } from './exit.ts';

/** Runs another program of the project in this terminal until it ends; forwards interrupts. */
export async function runInForeground(
  { config, signal }: CommandContext,
  script: string,
  scriptArguments: readonly string[],
  nodeOptions: readonly string[] = [],
): Promise<ExitCode> {
  if (signal.aborted) return ExitCode.Interrupted;
  const child = spawn(process.execPath, [...nodeOptions, script, ...scriptArguments], {
    stdio: 'inherit',
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
