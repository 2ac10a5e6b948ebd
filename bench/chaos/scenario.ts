import type { CliResult } from '../../test/support/processes/cli.ts';
import type { RunWorld } from './run-world.ts';

/** A kind of work that is disturbed: how it runs, and what must be the same whatever happens to its processes. */
export interface Scenario {
  readonly name: string;
  /** Settings beside those that lead to the fake servers. */
  readonly environment?: NodeJS.ProcessEnv;
  /** Whoever waits for it begins again when killed. The last command that fails ends it. */
  run(world: RunWorld): Promise<CliResult>;
  /** Everything that its results rest on, a line for each part. */
  readEvidence(world: RunWorld): Promise<ReadonlySet<string>>;
  /** Faults of what it stored. */
  verify(world: RunWorld): Promise<readonly string[]>;
}
