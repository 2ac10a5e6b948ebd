import type { Figure } from '../figure.ts';
import { costFigures } from '../prompt-costs/cost-table.ts';
import { measurePromptCosts } from '../prompt-costs/measurement.ts';
import { measureComparison } from './comparison.ts';
import { measureEndurance } from './endurance.ts';
import { measureFairness } from './fairness.ts';
import { measureIndexing } from './indexing.ts';
import { measureMemory } from './memory.ts';
import { measureModelledCommands } from './modelled-commands.ts';
import { measureOrchestration } from './orchestration.ts';
import { measureSearchSizes } from './search-sizes.ts';
import { measureThroughput } from './throughput.ts';
import { measureUnansweredCall } from './unanswered-call.ts';
import { measureUsers } from './users.ts';

/** What the longest measure takes. */
const MOST_MINUTES = 15;

/** Sizes of the measures; the full ones, or smaller ones that take minutes less. */
export interface LoadSizes {
  readonly orchestrationRuns: number;
  readonly runsAtOnce: number;
  /** When a run is killed, as shares of its model calls. */
  readonly killShares: readonly number[];
  readonly memoryRuns: readonly number[];
  readonly queuedRuns: number;
  readonly enduredRuns: number;
  readonly megabytes: number;
  readonly pdfPages: number;
  /** Of Markdown that is searched: 43,000 passages, and a million. */
  readonly searchedMegabytes: readonly number[];
}

const SHORT: LoadSizes = {
  orchestrationRuns: 3,
  runsAtOnce: 50,
  killShares: [0.5],
  memoryRuns: [1, 50, 200],
  queuedRuns: 100,
  enduredRuns: 200,
  megabytes: 100,
  pdfPages: 1_000,
  searchedMegabytes: [75],
};
const FULL: LoadSizes = {
  ...SHORT,
  orchestrationRuns: 10,
  killShares: [0.25, 0.5, 0.75],
  queuedRuns: 500,
  enduredRuns: 1_000,
  searchedMegabytes: [75, 1_750],
};

export const LOAD_MEASURES = [
  'modelled',
  'orchestration',
  'throughput',
  'comparison',
  'unanswered',
  'prompts',
  'memory',
  'endurance',
  'fairness',
  'users',
  'indexing',
  'sizes',
] as const;

/** Measures of load and speed, each on a server of its own. */
export function createLoadMeasures(
  isFull: boolean,
  signal: AbortSignal,
): Readonly<Record<(typeof LOAD_MEASURES)[number], () => Promise<Figure | Figure[]>>> {
  const sizes = isFull ? FULL : SHORT;
  return {
    modelled: measureModelledCommands,
    orchestration: () => measureOrchestration({ runs: sizes.orchestrationRuns }),
    throughput: () => measureThroughput({ runs: sizes.runsAtOnce }),
    comparison: () => measureComparison(sizes),
    unanswered: measureUnansweredCall,
    prompts: () => measurePrompts(signal),
    memory: () => measureMemory({ runs: sizes.memoryRuns }),
    endurance: () => measureEndurance({ runs: sizes.enduredRuns, minutes: MOST_MINUTES, signal }),
    fairness: () => measureFairness({ runs: sizes.queuedRuns }),
    users: measureUsers,
    indexing: () => measureIndexing(sizes),
    sizes: () => measureSearchSizes(sizes.searchedMegabytes),
  };
}

/** Model calls and prompt tokens of a standard run, in all and for each step. */
async function measurePrompts(signal: AbortSignal): Promise<Figure[]> {
  const costs = await measurePromptCosts({ preset: 'standard', tasks: 3, length: null }, signal);
  const steps = costs.steps.map(({ step, calls, promptTokens }) => ({
    name: `of them ${step}`,
    value: `calls: ${calls}, prompt tokens: ${promptTokens}`,
    baseline: '',
    aim: '',
  }));
  return [...costFigures(costs), ...steps];
}
