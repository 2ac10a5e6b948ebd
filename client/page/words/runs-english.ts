const stages: Readonly<Record<string, string>> = {
  conversation: 'conversation',
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
};

export const RUNS_ENGLISH = {
  heading: 'History',
  recent: 'Recent',
  all: (count: string) => `All ${count}`,
  none: 'Nothing has been asked yet.',
  startOne: 'Ask the first question',
  search: 'Search questions',
  stage: 'Stage',
  anyStage: (count: number) => `every stage (${count})`,
  stages,
  awaitingOnly: (count: number) => `Waits for me (${count})`,
  awaitsYou: 'Waits for you',
  matches: (count: number, all: number) => `${count.toLocaleString('en')} of ${all.toLocaleString('en')}`,
  noMatch: 'Nothing matches.',
  findings: (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'finding' : 'findings'}`,
  modelCalls: (count: number) => `${count.toLocaleString('en')} model ${count === 1 ? 'call' : 'calls'}`,
  money: (amount: number) => `$${amount.toFixed(2)}`,
  more: (count: number) => `Show ${count} more`,
  stale: 'The list could not be refreshed; this is how it was.',
};

/** What the list of runs says. */
export type RunsWords = typeof RUNS_ENGLISH;
