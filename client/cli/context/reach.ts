import type { ClientConfig } from '../../configuration/config.ts';
import { joinTemporal, reachTemporal, type TemporalAccess } from '../../connection/temporal-access.ts';
import { commands, EnvironmentError, UsageError } from '../../errors/failures.ts';
import type { Output } from '../terminal/output.ts';
import type { CommandContext, OutputFlags } from './command-context.ts';

export interface TemporalUse {
  /** The embedded server keeps running after the command. */
  readonly keep: boolean;
  /** The flags of a command after which it may linger; left out: it stays as long as without this command. */
  readonly lingerBy?: LingerFlags;
}

/** Starts or joins Temporal, with progress lines, until `use` returns. */
export async function withTemporal<Result>(
  context: CommandContext,
  { keep, lingerBy }: TemporalUse,
  use: (access: TemporalAccess) => Promise<Result>,
): Promise<Result> {
  const { config, output, signal } = context;
  const startedAt = performance.now();
  let lastLine = 'Connecting to Temporal';
  output.progress(lastLine);
  let isReached = false;
  const onPhase = (line: string) => {
    // Later lines would disturb the view of the run, which shows lost connections itself.
    if (line !== lastLine && !isReached && !signal.aborted) output.progress(line);
    lastLine = line;
  };
  const access = await reachTemporal(config, { keep, onPhase, signal });
  isReached = true;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  if (access.startedHere) output.progress(`Temporal is ready at ${access.address} (${seconds} s)`);
  let wish: number | undefined;
  try {
    // Interrupted while it connected: what starts now would never hear of it.
    signal.throwIfAborted();
    sayOtherStore(context, access);
    const result = await use(access);
    wish = lingerBy && lingerSecondsOf(config, lingerBy);
    return result;
  } finally {
    // An interrupted command leaves nothing.
    const staysUntil = await access.close(signal.aborted ? 0 : wish);
    if (wish !== undefined && staysUntil !== null) output.progress(describeLingering(wish));
  }
}

/** Uses Temporal when it runs, and starts nothing. */
export async function withRunningTemporal<Result>(
  context: CommandContext,
  use: (access: TemporalAccess | null) => Promise<Result>,
): Promise<Result> {
  const access = await joinIfPossible(context);
  sayOtherStore(context, access);
  try {
    return await use(access);
  } finally {
    await access?.close();
  }
}

/** Some commands connect more than once. */
const toldOfOtherStore = new WeakSet<Output>();

/** Temporal's data is correct; the files are in another store. */
function sayOtherStore({ output }: CommandContext, access: TemporalAccess | null): void {
  if (access === null || access.otherStore === null || toldOfOtherStore.has(output)) return;
  toldOfOtherStore.add(output);
  const { what, remedy } = access.otherStore;
  output.notice(`note: ${what}. ${remedy}`);
}

async function joinIfPossible({ config, output }: CommandContext): Promise<TemporalAccess | null> {
  try {
    return await joinTemporal(config);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    output.notice(`${error.message}; showing the last known state.`);
    return null;
  }
}

/** @throws {UsageError} when a Temporal Service is configured: the embedded server is not used then */
export function refuseExternalTemporal({ usesExternalTemporal }: ClientConfig): void {
  if (!usesExternalTemporal) return;
  throw new UsageError(
    'TEMPORAL_* names a Temporal Service, so the embedded server is not used',
    'Unset it for this command.',
  );
}

export interface LingerFlags extends OutputFlags {
  /** Minutes. */
  readonly linger?: number;
}

/**
 * How long server and worker stay after a command that ends by itself.
 *
 * @returns undefined if `--linger` is not set and no terminal is attached; the current value is kept
 */
export function lingerSecondsOf(
  { lingerMinutes, terminal }: Pick<ClientConfig, 'lingerMinutes' | 'terminal'>,
  { linger, json = false, quiet = false }: LingerFlags,
): number | undefined {
  if (linger !== undefined) return linger * 60;
  return terminal.isAttended && !json && !quiet ? lingerMinutes * 60 : undefined;
}

export function describeLingering(seconds: number): string {
  const minutes = seconds / 60;
  const time = minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return `Server and worker stay ready for ${time} (${commands.down()} ends them; --linger 0 prevents it).`;
}
