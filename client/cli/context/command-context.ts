import { type ClientConfig, loadClientConfig } from '../../configuration/config.ts';
import type { RunLocation } from '../../runs/other-store.ts';
import type { LocalTools } from '../../service/local-tools.ts';
import { createPaint, type Output, type Paint } from '../terminal/output.ts';
import type { Host, Streams } from './host.ts';

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
  let tools: Promise<LocalTools> | undefined;
  return {
    config,
    output,
    streams,
    signal: interruption.signal,
    interrupt: () => interruption.abort(new InterruptedError()),
    columns: config.terminal.columns ?? widthOf(streams.stdout),
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
