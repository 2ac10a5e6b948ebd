import { UnknownRunError, UsageError } from '../../errors/failures.ts';
import { nearResearchIds } from '../../runs/research-id.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import { withoutControlCharacters } from '../terminal/text-layout.ts';
import {
  type CommandContext,
  createCommandContext,
  OutputClosedError,
  type OutputFlags,
  currentHost,
  type Host,
} from './command-context.ts';
import { describeFailure, ExitCode } from './exit.ts';

/** Runs one command. The only place that handles errors and the exit code. */
export async function runCommand(
  { json = false, quiet = false }: OutputFlags,
  command: (context: CommandContext) => Promise<ExitCode>,
): Promise<void> {
  const host = currentHost();
  const { stdout, stderr } = host.streams;
  const output = createOutput({ stdout, stderr, isJson: json, isQuiet: quiet });
  host.exitCode = await settle(output, host, command);
}

async function settle(
  output: Output,
  host: Host,
  command: (context: CommandContext) => Promise<ExitCode>,
): Promise<ExitCode> {
  let context: CommandContext | undefined;
  try {
    context = createCommandContext(output, host);
    for (const note of context.config.notes) output.notice(`note: ${note}`);
    return await command(context);
  } catch (error) {
    const { signal } = host.interruption;
    if (signal.aborted) return exitCodeOf(signal);
    const failure = describeFailure(await withAdvice(context, error));
    output.notice(`error: ${withoutControlCharacters(failure.message)}`);
    if (context?.config.showsStackTraces === true && error instanceof Error) output.notice(error.stack ?? '');
    if (output.isJson) output.result({ error: { kind: failure.kind, message: failure.message } }, () => '');
    return failure.exitCode;
  }
}

/** For a run that is unknown: the ids of stored runs that resemble the one given. */
async function withAdvice(context: CommandContext | undefined, error: unknown): Promise<unknown> {
  if (context === undefined || !(error instanceof UnknownRunError)) return error;
  const runs = await (await context.tools()).runs.list();
  const near = nearResearchIds(
    error.researchId,
    runs.map(({ researchId }) => researchId),
  );
  const similar = near.length === 0 ? [] : [`Did you mean ${near.join(', ')}?`];
  return new UsageError(error.message, [...similar, error.remedy].join(' '), { cause: error });
}

function exitCodeOf({ reason }: AbortSignal): ExitCode {
  return reason instanceof OutputClosedError ? ExitCode.Done : ExitCode.Interrupted;
}
