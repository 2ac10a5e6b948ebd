export const ENGLISH_PICTURES = {
  heading: 'In pictures',
  show: 'Show pictures of this report and its run',
  table: 'As a table',
  funnel: {
    heading: 'From search to report',
    told: (found: string, read: string, stated: string, citations: number) =>
      `Searches brought ${found} hits; ${read} passages were read, and the report cites ${stated} of them, with ${citations === 1 ? 'one number' : `${citations} numbers`}.`,
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
  map: {
    heading: 'Claims and their sources',
    told: (claims: number, sources: number, first: string, most: number) =>
      sources === 1
        ? `All ${claims} cited claims rest on one source: “${first}”.`
        : `${claims} claims rest on ${sources} sources. “${first}” carries ${most} of them, and none carries more.`,
    drawn: (drawn: number, all: number) => `Drawn are the first ${drawn} of ${all} claims; the table has all.`,
    source: 'Source',
    claims: 'Claims',
    claim: (number: number) => `Claim ${number}`,
  },
  timeline: {
    heading: 'Dates that the claims name',
    told: (claims: number, first: string, last: string) =>
      `${claims === 1 ? 'One claim names' : `${claims} claims name`} dates, from ${first} to ${last}.`,
    date: 'Date',
    claim: 'Claim',
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
