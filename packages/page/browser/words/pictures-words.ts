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

export const GERMAN_PICTURES: PictureWords = {
  heading: 'In Bildern',
  show: 'Bilder dieses Berichts und seiner Recherche zeigen',
  table: 'Als Tabelle',
  funnel: {
    heading: 'Von der Suche zum Bericht',
    told: (found, read, stated, citations) =>
      `Die Suchen brachten ${found} Treffer; ${read} Textstellen wurden gelesen, und der Bericht zitiert ${stated} davon, mit ${citations === 1 ? 'einer Nummer' : `${citations} Nummern`}.`,
    step: 'Schritt',
    passages: 'Textstellen',
    steps: { found: 'Gefunden', scored: 'Bewertet', read: 'Gelesen', quoted: 'Mit Zitat', stated: 'Im Bericht' },
    meanings: {
      found: 'Treffer aller Suchen; was zwei Aufgaben fanden, zählt doppelt',
      scored: 'Treffer, deren Relevanz beurteilt wurde',
      read: 'gelesene Textstellen, auch über Verweise',
      quoted: 'Textstellen mit einem Zitat, das der Bericht verwenden konnte',
      stated: 'Textstellen, die der Bericht zitiert',
    },
  },
  map: {
    heading: 'Aussagen und ihre Quellen',
    told: (claims, sources, first, most) =>
      sources === 1
        ? `Alle ${claims} belegten Aussagen stützen sich auf eine Quelle: „${first}“.`
        : `${claims} Aussagen stützen sich auf ${sources} Quellen. „${first}“ trägt ${most} davon, und keine trägt mehr.`,
    drawn: (drawn, all) => `Gezeichnet sind die ersten ${drawn} von ${all} Aussagen; die Tabelle hat alle.`,
    source: 'Quelle',
    claims: 'Aussagen',
    claim: (number) => `Aussage ${number}`,
  },
  timeline: {
    heading: 'Daten, die die Aussagen nennen',
    told: (claims, first, last) =>
      `${claims === 1 ? 'Eine Aussage nennt' : `${claims} Aussagen nennen`} Daten, von ${first} bis ${last}.`,
    date: 'Datum',
    claim: 'Aussage',
  },
  spending: {
    heading: 'Ausgaben im Lauf der Zeit',
    told: (money, tokens, requests, duration) =>
      `${[money, tokens === '' ? '' : `${tokens} Token`, `${requests} bezahlte Anfragen`].filter(Boolean).join(', ')}, in ${duration}.`,
    none: 'Diese Recherche hat keine bezahlte Anfrage gesendet.',
    notWhole: 'Der Speicher hat nicht mehr alle Anfragen dieser Recherche: Das Bild zeigt einen Teil.',
    measures: { money: 'US-Dollar', tokens: 'Token', requests: 'Anfragen' },
    time: 'Zeit',
    requests: 'Anfragen',
    tokens: 'Token',
    money: 'US-Dollar',
  },
};
