import type { ClientConfig } from '../../configuration/config.ts';
import { commands } from '../../errors/cli-commands.ts';
import type { OutputFlags } from './command-context.ts';

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
