export const RUNS_ENGLISH: RunsWords = {
  heading: 'Research runs',
  none: 'There is no run yet.',
  startOne: 'Ask the first question',
  search: 'Search questions',
  stage: 'Stage',
  anyStage: (count) => `every stage (${count})`,
  stages: {
    indexing: 'reading the folders',
    clarifying: 'clarifying',
    anchored: 'clarified',
    planning: 'planning',
    researching: 'researching',
    validating: 'validating',
    synthesizing: 'writing',
    verifying: 'verifying',
    published: 'published',
    stopped: 'finished early',
    halted: 'stopped at a limit',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  awaitingOnly: (count) => `Waits for me (${count})`,
  awaitsYou: 'Waits for you',
  matches: (count, all) => `${count.toLocaleString('en')} of ${all.toLocaleString('en')} runs`,
  noMatch: 'No run matches.',
  findings: (count) => `${count.toLocaleString('en')} ${count === 1 ? 'finding' : 'findings'}`,
  modelCalls: (count) => `${count.toLocaleString('en')} model ${count === 1 ? 'call' : 'calls'}`,
  money: (amount) => `$${amount.toFixed(2)}`,
  more: (count) => `Show ${count} more`,
  stale: 'The list could not be refreshed; this is how it was.',
};

/** What the list of runs says. */
export interface RunsWords {
  readonly heading: string;
  readonly none: string;
  readonly startOne: string;
  readonly search: string;
  readonly stage: string;
  readonly anyStage: (count: number) => string;
  readonly stages: Readonly<Record<string, string>>;
  readonly awaitingOnly: (count: number) => string;
  readonly awaitsYou: string;
  readonly matches: (count: number, all: number) => string;
  readonly noMatch: string;
  readonly findings: (count: number) => string;
  readonly modelCalls: (count: number) => string;
  readonly money: (amount: number) => string;
  readonly more: (count: number) => string;
  readonly stale: string;
}
