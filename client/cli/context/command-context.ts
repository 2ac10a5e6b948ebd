import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';
import { type ClientConfig, loadClientConfig } from '../../configuration/config.ts';
import { UsageError } from '../../errors/failures.ts';
import type { RunLocation } from '../../runs/other-store.ts';
import type { LocalTools } from '../../service/local-tools.ts';
import { createPaint, type Output, type Paint } from '../terminal/output.ts';

export const ExitCode = {
  Done: 0,
  /** `verify` found something wrong. */
  NotVerified: 1,
  WrongUsage: 2,
  Environment: 3,
  RunFailed: 4,
  Interrupted: 130,
} as const;
export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

const DEFAULT_COLUMNS = 80;

/** What every command can use. */
export interface CommandContext {
  readonly config: ClientConfig;
  readonly output: Output;
  /** For what `output` does not do: questions, files, whatever is typed. */
  readonly streams: Streams;
  /** Aborted on Ctrl-C and when the output is closed. */
  readonly signal: AbortSignal;
  /** Ends the command as Ctrl-C does. */
  interrupt(): void;
  /** Width of results, in columns. */
  readonly columns: number;
  /** The same; null: not a terminal, so that lines stay whole. */
  readonly shownColumns: number | null;
  /** Colour of results. */
  readonly paint: Paint;
  /** The tools that work without Temporal; opened at the first call. */
  tools(): Promise<LocalTools>;
  /** What Temporal says of a run; null when it is not running. @throws {UnknownRunError} @throws {EnvironmentError} */
  locate(researchId: string): Promise<RunLocation | null>;
}

export interface OutputFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

/** @throws {UsageError} when the environment is not usable */
export function createCommandContext(output: Output, { streams, environment, interruption }: Host): CommandContext {
  const config = loadClientConfig(environment, streams);
  const columns = config.terminal.columns ?? widthOf(streams.stdout);
  let tools: Promise<LocalTools> | undefined;
  return {
    config,
    output,
    streams,
    signal: interruption.signal,
    interrupt: () => interruption.abort(new InterruptedError()),
    columns,
    shownColumns: config.terminal.showsResults ? columns : null,
    paint: createPaint(config.terminal.resultColour),
    tools() {
      // Loaded late: loading the index library takes longer than most commands.
      tools ??= import('../../service/local-tools.ts').then(({ openLocalTools }) => openLocalTools(config.environment));
      return tools;
    },
    locate: (researchId) => locateRun(config, researchId),
  };
}

async function locateRun(config: ClientConfig, researchId: string): Promise<RunLocation | null> {
  const { joinTemporal } = await import('../../connection/temporal-access.ts');
  const access = await joinTemporal(config);
  try {
    return access === null ? null : await access.research.locate(researchId);
  } finally {
    await access?.close();
  }
}

/** Ctrl-C was pressed, or the command was asked to end. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

/** The reader closed the output, like `| head`. */
export class OutputClosedError extends Error {
  override readonly name = 'OutputClosedError';
}

/** Some terminals without a window report 0 columns. */
function widthOf({ columns }: { readonly columns?: number }): number {
  return columns !== undefined && columns > 0 ? columns : DEFAULT_COLUMNS;
}

/** The standard streams of a command. */
export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
}

/** Where a command runs: in a process of its own, or in one with others. */
export interface Host {
  readonly streams: Streams;
  readonly environment: NodeJS.ProcessEnv;
  /** Aborted on Ctrl-C and when the output is closed. */
  readonly interruption: AbortController;
  /** Of the command that has ended. */
  exitCode: ExitCode;
}

/** Actions of Commander are told of their options alone. */
export const hosts = new AsyncLocalStorage<Host>();

/** @throws {Error} outside of a command line that runs */
export function currentHost(): Host {
  const host = hosts.getStore();
  if (host === undefined) throw new Error('No command line is running.');
  return host;
}

/** @throws {UsageError} before any work is done, if a confirmation is needed and there is no terminal to ask on */
export function requireConfirmation({ config }: CommandContext, isWanted: boolean): void {
  if (isWanted || config.terminal.canAsk) return;
  throw new UsageError(
    'deleting needs a confirmation, and this is not a terminal',
    'Add --yes to delete without asking.',
  );
}

/**
 * Whether a person wants something deleted; without a terminal this must be said beforehand.
 *
 * @param plan what would be deleted
 * @throws {UsageError} without a terminal
 */
export async function isConfirmed(context: CommandContext, isWanted: boolean, plan: string): Promise<boolean> {
  requireConfirmation(context, isWanted);
  if (isWanted) return true;
  const { output, signal, streams } = context;
  output.notice(plan);
  const { confirm } = await import('@clack/prompts');
  const answer = await confirm({ message: 'Delete it?', initialValue: false, output: streams.stderr, signal });
  if (answer === true) return true;
  output.notice('Nothing was deleted.');
  return false;
}
