import { loadClientConfig } from '../configuration/config.ts';
import { reachTemporal, type TemporalAccess } from './temporal-access.ts';

export interface ConnectOptions {
  /** The embedded server keeps running after `close`, so that runs continue. */
  readonly keep?: boolean;
  /** Called with a line of progress while the embedded server starts. */
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Connects as the command line does, with the same environment variables: to the Temporal Service in `TEMPORAL_ADDRESS`, or
 * to the embedded server of `PLUMBLINE_HOME`, which is started with a worker if needed. Close the connection at the end.
 *
 * @throws {UsageError} when a variable is not usable
 * @throws {EnvironmentError} when Temporal cannot be reached or started
 */
export function connect({ keep = false, onProgress, signal }: ConnectOptions = {}): Promise<TemporalAccess> {
  return reachTemporal(loadClientConfig(), {
    keep,
    onPhase: onProgress ?? (() => {}),
    signal: signal ?? new AbortController().signal,
  });
}
