export const ENGLISH_PICTURES = {
  heading: 'In pictures',
  show: 'Show four pictures of this run',
  table: 'As a table',
  coverage: {
    heading: 'Coverage by task',
    told: (cited: string, findings: string, tasks: number, uncovered: number) =>
      `The report cites ${cited} of ${findings} findings, from ${tasks === 1 ? 'one task' : `${tasks} tasks`}. ${
        uncovered === 0 ? 'No task is without a cited finding.' : `Without a cited finding: ${uncovered}.`
      }`,
    none: 'The report has no tasks.',
    task: 'Task',
    findings: 'Findings',
    cited: 'Cited',
    uncited: 'Not cited',
    gaps: 'Gaps',
  },
  funnel: {
    heading: 'From search to report',
    told: (found: string, read: string, stated: string) =>
      `Searches brought ${found} hits; ${read} passages were read, and the report cites ${stated}.`,
    step: 'Step',
    passages: 'Passages',
    steps: { found: 'Found', scored: 'Scored', read: 'Read', quoted: 'Quoted', stated: 'Stated' },
    meanings: {
      found: 'hits of all searches; what two tasks found counts twice',
      scored: 'hits whose relevance was judged',
      read: 'passages that were read, also by following references',
      quoted: 'passages with a quotation that the report could use',
      stated: 'passages that the report cites',
    },
  },
  sources: {
    heading: 'Sources that carry the answer',
    told: (count: number, first: string, claims: string) =>
      count === 1
        ? `All cited claims rest on one source: “${first}”.`
        : `The report cites ${count} sources. “${first}” carries ${claims} of its claims, and none carries more.`,
    none: 'The report cites no source.',
    source: 'Source',
    claims: 'Claims that rest on it',
    citations: 'Citations',
  },
  spending: {
    heading: 'Spending over time',
    told: (money: string, tokens: string, requests: string, duration: string) =>
      `${[money, tokens === '' ? '' : `${tokens} tokens`, `${requests} paid requests`].filter(Boolean).join(', ')}, within ${duration}.`,
    none: 'This run sent no paid request.',
    notWhole: 'The store no longer has every call of this run: the picture shows a part.',
    measures: { money: 'US dollars', tokens: 'Tokens', requests: 'Requests' },
    time: 'Time',
    requests: 'Requests',
    tokens: 'Tokens',
    money: 'US dollars',
  },
};

/** Text around the pictures of a report. Numbers come formatted in the language of the page. */
export type PictureWords = typeof ENGLISH_PICTURES;
