import type { CliResult } from '../../test/support/processes/cli.ts';
import { QUESTION } from './documents.ts';
import { RESEARCH, RESEARCH_ID, startResearch } from './research-scenario.ts';
import type { RunWorld } from './run-world.ts';
import type { Scenario } from './scenario.ts';

const ORIGIN = 'chaos-origin';

/** A run, and another one that writes its report anew from what it found. */
export const FORK: Scenario = { ...RESEARCH, name: 'fork', run: runFork };

async function runFork(world: RunWorld): Promise<CliResult> {
  const origin = await startResearch(world, QUESTION, ['--id', ORIGIN]).ended;
  if (origin.code !== 0) return origin;
  return world.follow((killed, isAgain) => {
    const first = ['fork', ORIGIN, '--from', 'synthesis', '--id', RESEARCH_ID];
    return world.attach(killed, ...(isAgain ? ['resume', RESEARCH_ID] : first)).ended;
  });
}
