import { earlierRecords } from '../../../workers/home/home-folder.ts';
import { UnknownRunError, UsageError } from '../../errors/failures.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import { withoutControlCharacters } from '../terminal/plain-text.ts';
import { type CommandContext, createCommandContext, OutputClosedError, type OutputFlags } from './command-context.ts';
import { describeFailure, ExitCode } from './exit.ts';
import { currentHost, type Host } from './host.ts';

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
