#!/usr/bin/env node
import { InterruptedError, OutputClosedError } from './context/command-context.ts';
import { ExitCode } from './context/command.ts';
import { main } from './program.ts';

/** npm forwards a Ctrl-C that the terminal has already sent; both count as one. */
const SAME_KEY_PRESS_MS = 500;

const interruption = new AbortController();
listenForInterrupts();
listenForClosedOutput();
// Keeps this process alive while it waits for detached processes.
const holding = setInterval(() => undefined, 60_000);
process.exitCode = await main(process.argv.slice(2), process, process.env, interruption);
clearInterval(holding);
// Idle connections of libraries must not keep a finished command alive.
process.stdout.write('', () => process.exit());

/** The first signal ends the command gracefully, the second one immediately. */
function listenForInterrupts(): void {
  let firstAt: number | undefined;
  const onSignal = () => {
    if (firstAt === undefined) {
      firstAt = performance.now();
      interruption.abort(new InterruptedError());
    } else if (performance.now() - firstAt > SAME_KEY_PRESS_MS) {
      process.exit(ExitCode.Interrupted);
    }
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal).on('SIGHUP', onSignal);
}

/** A pager may close before the end. */
function listenForClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    interruption.abort(new OutputClosedError());
  });
  // A closed stderr does not end the command.
  process.stderr.on('error', () => undefined);
}
