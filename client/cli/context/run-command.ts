import { earlierRecords } from '../../../workers/home/home-folder.ts';
import { UnknownRunError, UsageError } from '../../errors/failures.ts';
import type { Output } from '../terminal/output.ts';
import { withoutControlCharacters } from '../terminal/plain-text.ts';
import {
  type CommandContext,
  createCommandContext,
  createCommandOutput,
  InterruptedError,
  OutputClosedError,
  type OutputFlags,
} from './command-context.ts';
import { describeFailure, ExitCode } from './exit.ts';

/** npm forwards a Ctrl-C that the terminal has already sent; both count as one. */
const SAME_KEY_PRESS_MS = 500;

/** Runs one command. The only place that handles signals, errors and the exit code. */
export async function runCommand(
  flags: OutputFlags,
  command: (context: CommandContext) => Promise<ExitCode>,
): Promise<void> {
  const output = createCommandOutput(flags);
  const interruption = new AbortController();
  listenForInterrupts(interruption);
  listenForClosedOutput(interruption);
  // Keeps this process alive while it waits for detached processes.
  const holding = setInterval(() => undefined, 60_000);
  process.exitCode = await settle(output, interruption, command);
  clearInterval(holding);
  // Idle connections of libraries must not keep a finished command alive.
  process.stdout.write('', () => process.exit());
}

async function settle(
  output: Output,
  interruption: AbortController,
  command: (context: CommandContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  let context: CommandContext | undefined;
  try {
    context = createCommandContext(output, interruption);
    return await command(context);
  } catch (error) {
    if (interruption.signal.aborted) return exitCodeOf(interruption.signal);
    const failure = describeFailure(await withAdvice(context, error));
    output.notice(`error: ${withoutControlCharacters(failure.message)}`);
    if (context?.config.showsStackTraces === true && error instanceof Error) output.notice(error.stack ?? '');
    if (output.isJson) output.result({ error: { kind: failure.kind, message: failure.message } }, () => '');
    return failure.exitCode;
  }
}

/** For a run that is unknown: the ids of stored runs that resemble the one given, and what is not read here. */
async function withAdvice(context: CommandContext | undefined, error: unknown): Promise<unknown> {
  if (context === undefined || !(error instanceof UnknownRunError)) return error;
  const { nearResearchIds } = await import('../../runs/research-id.ts');
  const runs = await (await context.tools()).runs.list();
  const near = nearResearchIds(
    error.researchId,
    runs.map(({ researchId }) => researchId),
  );
  const similar = near.length === 0 ? null : `Did you mean ${near.join(', ')}?`;
  const more = [similar, earlierRecords(context.config.home)].filter((sentence) => sentence !== null);
  return new UsageError(error.message, [...more, error.remedy].join(' '), { cause: error });
}

function exitCodeOf({ reason }: AbortSignal): ExitCode {
  return reason instanceof OutputClosedError ? ExitCode.Done : ExitCode.Interrupted;
}

/** The first signal ends the command gracefully, the second one immediately. */
function listenForInterrupts(interruption: AbortController): void {
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

function listenForClosedOutput(interruption: AbortController): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    interruption.abort(new OutputClosedError());
  });
  // A closed stderr does not end the command.
  process.stderr.on('error', () => undefined);
}
