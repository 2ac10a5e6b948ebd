import { CommanderError } from 'commander';
import { ExitCode } from './context/exit.ts';
import { type Host, hosts, type Streams } from './context/host.ts';
import { createProgram } from './program.ts';
import { toJson } from './terminal/output.ts';

/**
 * Runs one command line, here: any number of them may run side by side in a process.
 *
 * @param words without those that start the program
 * @param interruption ends the command as Ctrl-C does when it is aborted
 * @returns the exit code
 */
export function main(
  words: readonly string[],
  streams: Streams,
  environment: NodeJS.ProcessEnv,
  interruption = new AbortController(),
): Promise<ExitCode> {
  const host: Host = { streams, environment, interruption, exitCode: ExitCode.Done };
  return hosts.run(host, async () => {
    try {
      await createProgram().parseAsync(words, { from: 'user' });
      return host.exitCode;
    } catch (error) {
      if (!(error instanceof CommanderError)) throw error;
      // Commander has printed the error or the help already.
      if (error.exitCode === 0) return ExitCode.Done;
      const message = error.message.replace(/^error: /u, '');
      if (words.includes('--json')) streams.stdout.write(`${toJson({ error: { kind: 'usage', message } }, 2)}\n`);
      return ExitCode.WrongUsage;
    }
  });
}
