#!/usr/bin/env node
import { CommanderError } from 'commander';
import { ExitCode } from './context/exit.ts';
import { createProgram } from './program.ts';
import { toJson } from './terminal/output.ts';

// A pager may close before the end of a help text; commands have a listener of their own as well.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

try {
  await createProgram().parseAsync();
} catch (error) {
  if (!(error instanceof CommanderError)) throw error;
  // Commander has printed the error or the help already.
  process.exitCode = error.exitCode === 0 ? ExitCode.Done : ExitCode.WrongUsage;
  if (process.exitCode !== ExitCode.Done && process.argv.includes('--json')) {
    process.stdout.write(
      `${toJson({ error: { kind: 'usage', message: error.message.replace(/^error: /u, '') } }, 2)}\n`,
    );
  }
}
