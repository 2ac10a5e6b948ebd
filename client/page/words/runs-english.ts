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

export const RAIL_ENGLISH = {
  label: 'What was asked',
  toggle: 'Menu',
  close: 'Close',
  library: 'Library',
  pinned: 'Pinned',
  lastWeek: 'Last week',
  waiting: (count: number) => `${count} ${count === 1 ? 'waits' : 'wait'} for you`,
  actions: (title: string) => `Rename, pin or delete: ${title}`,
  rename: 'Rename',
  name: 'Name',
  save: 'Save',
  keep: 'Cancel',
  pin: 'Pin',
  unpin: 'Unpin',
  remove: 'Delete',
  removes: {
    run: 'Its report, its evidence, its costs and its history are deleted for good. Documents stay, and so do files that were saved from it. A run under way has to be cancelled first.',
    session:
      'All its messages, answers and their evidence, its costs and its history are deleted for good. Documents stay, and so do research runs that began here.',
  },
  signedIn: 'Signed in',
  signedInAs: (user: string) => `Signed in as ${user}`,
  leave: 'Log out',
};

/** What the rail of everything says. */
export type RailWords = typeof RAIL_ENGLISH;
