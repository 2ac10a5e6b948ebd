/** The last version whose module has no replace lines, so that `go install` accepts it. */
export const TEMPORAL_CLI_VERSION = 'v1.5.1';

export interface TemporalBinarySettings {
  /** TEMPORAL_CLI_PATH. */
  readonly cliPath: string | undefined;
  /** PATH. */
  readonly searchPath: string;
  /** Contains the project's own copy, shared by all checkouts of a user. */
  readonly cacheDirectory: string;
  /** Environment for the tools that download or build. */
  readonly environment: NodeJS.ProcessEnv;
}

/** How a search is stopped and how it reports progress. */
export interface BinarySearch {
  readonly signal: AbortSignal;
  readonly onProgress: (phase: 'finding-cli' | 'building-cli', detail: string) => void;
}

/** Puts the binary at `target`, completely or not at all. */
export type Provision = (target: string, settings: TemporalBinarySettings, search: BinarySearch) => Promise<void>;
