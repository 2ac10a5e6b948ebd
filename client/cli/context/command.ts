import type { Command } from 'commander';
import { saysDiskIsFull } from '../../connection/disk-space.ts';
import { Failure, UnknownRunError, UsageError } from '../../errors/failures.ts';
import { nearResearchIds } from '../../runs/research-id.ts';
import { createOutput, type Output } from '../terminal/output.ts';
import { withoutControlCharacters } from '../terminal/text-layout.ts';
import {
  type CommandContext,
  createCommandContext,
  ExitCode,
  OutputClosedError,
  type OutputFlags,
  currentHost,
  type Host,
} from './command-context.ts';
import { GaveUpError } from './questions.ts';

export { ExitCode };

const EXIT_CODES = { usage: ExitCode.WrongUsage, environment: ExitCode.Environment, 'run-failed': ExitCode.RunFailed };

/** Message and exit code of a failed command: what went wrong and what to do. */
export function describeFailure(error: unknown) {
  // Unexpected errors come from the environment: disk, network, another process.
  const kind = error instanceof Failure ? error.kind : 'environment';
  return { exitCode: EXIT_CODES[kind], kind, message: error instanceof Failure ? messageOf(error) : textOf(error) };
}

function messageOf({ message, remedy }: Failure): string {
  return remedy === '' ? message : `${withStop(message)} ${remedy}`;
}

function textOf(error: unknown): string {
  const text = withCause(error);
  return saysDiskIsFull(text)
    ? `the disk is full (${text.replaceAll(/\s+/g, ' ')}). Free some space, or set PLUMBLINE_HOME to a folder on another disk.`
    : withStop(text);
}

function withStop(text: string): string {
  return /[.!?:]$/.test(text) ? text : `${text}.`;
}

/** Libraries wrap the cause. */
function withCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  let innermost = error;
  while (innermost.cause instanceof Error) innermost = innermost.cause;
  return innermost === error ? error.message : `${error.message} (${innermost.message})`;
}

/**
 * Runs a command with its arguments and flags, as an action of Commander. The only place that handles errors and the exit
 * code: a command that returns none is done.
 */
export function acting<Given extends readonly unknown[]>(
  run: (context: CommandContext, ...given: Given) => Promise<ExitCode | void>,
): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    const host = currentHost();
    const flags = (given.at(-1) as Command).optsWithGlobals<OutputFlags & { readonly pager: boolean }>();
    const { json: isJson = false, quiet: isQuiet = false } = flags;
    const pager = flags.pager ? (host.environment['PAGER'] ?? 'less') : undefined;
    const output = createOutput({ ...host.streams, environment: host.environment, isJson, isQuiet, pager });
    // Behind arguments and flags Commander gives the command itself.
    const own = given.slice(0, -1) as readonly unknown[] as Given;
    host.exitCode = await settle(output, host, (context) => run(context, ...own));
  };
}

/** The same for a command that is loaded when it is given, so that help stays fast. */
export function actingLate<Given extends readonly unknown[]>(
  load: () => Promise<(context: CommandContext, ...given: Given) => Promise<ExitCode | void>>,
): (...given: unknown[]) => Promise<void> {
  return acting<Given>(async (context, ...given) => (await load())(context, ...given));
}

async function settle(
  output: Output,
  host: Host,
  command: (context: CommandContext) => Promise<ExitCode | void>,
): Promise<ExitCode> {
  let context: CommandContext | undefined;
  try {
    context = createCommandContext(output, host);
    for (const note of context.config.notes) output.notice(`note: ${note}`);
    return (await command(context)) ?? ExitCode.Done;
  } catch (error) {
    const { signal } = host.interruption;
    if (signal.aborted) return exitCodeOf(signal);
    if (error instanceof GaveUpError) {
      output.notice(error.message);
      return ExitCode.Interrupted;
    }
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

/** Help of the argument that names a run. */
export const RUN_ID = 'id of the run; its beginning or end is enough';

/** The options that every help shows; `--help --all` shows the others as well. README and recipes use no other. */
const SHOWN: ReadonlySet<string> = new Set(
  `json quiet yes user corpus include exclude web provider since catalogue session full require-model id detach preset
   approve-plan clarify model max-model-calls max-money max-time watch decisions awaiting sessions path format out force
   section partial against question skip approve plan add-task drop-task name without-report from days left-out to host port
   briefing token-file foreground unused restore kind cron again pause remove unset`
    .split(/\s+/u)
    .map((name) => `--${name}`),
);

/** Hides the rare options of a command and of those below it. */
export function hideRareOptions(command: Command): void {
  for (const option of command.parent === null ? [] : command.options)
    option.hidden = option.hidden || !SHOWN.has(option.long ?? '');
  if (command.options.some(({ hidden }) => hidden)) command.addHelpText('after', '\nMore options: --help --all');
  command.commands.forEach(hideRareOptions);
}

/** Commands and parts of commands that had another name, and what to type today. */
const FORMER: ReadonlyMap<string, string> = new Map([
  ['approve', 'answer --approve'],
  ['cancel', 'finish --without-report'],
  ['codec', 'serve --codec'],
  ['compare', 'report <id> --against <other id>'],
  ['export', 'report <id> --format <name>'],
  ['extend', 'steer --max-model-calls 800'],
  ['feedback', 'ask "/unhelpful <note>" --session <id>'],
  ['gc', 'delete --unused'],
  ['rename', 'steer <id> --name "…"'],
  ['restore', 'backup --restore <folder>'],
  ['retry', 'resume'],
  ['sessions', 'list --sessions'],
  ['skip', 'answer --skip'],
  ['temporal', 'up --server-only'],
  ['model add', 'model'],
  ['model remove', 'model --remove'],
  ['memory export', 'memory list --json'],
  ['memory query', 'memory list "…"'],
  ['memory reinforce', 'memory add "…" --again <id>'],
  ['memory verify', 'memory add "…" --dry-run'],
  ['briefing backfill', 'briefing run <folder> --again <day>'],
  ['briefing pause', 'briefing schedule <folder> --pause'],
  ['briefing refresh-state', 'briefing themes <folder>'],
]);

/** What to type instead of a command of before. */
export function presentNameOf([command = '', part = '']: readonly string[]): string | undefined {
  return FORMER.get(command) ?? FORMER.get(`${command} ${part}`);
}
