export const ENGLISH_FIGURES = {
  heading: 'In figures',
  show: 'Show figures of this report and its run',
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
  spending: {
    heading: 'Spending over time',
    told: (money: string, tokens: string, requests: string, duration: string) =>
      `${[money, tokens === '' ? '' : `${tokens} tokens`, `${requests} paid requests`].filter(Boolean).join(', ')}, within ${duration}.`,
    none: 'This run sent no paid request.',
    notWhole: 'The store no longer has every call of this run: these are a part.',
    time: 'Time',
    requests: 'Requests',
    tokens: 'Tokens',
    money: 'US dollars',
  },
};

/** Text around the figures of a report. Numbers come formatted in the language of the page. */
export type FigureWords = typeof ENGLISH_FIGURES;

export const GERMAN_FIGURES: FigureWords = {
  heading: 'In Zahlen',
  show: 'Zahlen dieses Berichts und seiner Recherche zeigen',
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
  spending: {
    heading: 'Ausgaben im Lauf der Zeit',
    told: (money, tokens, requests, duration) =>
      `${[money, tokens === '' ? '' : `${tokens} Token`, `${requests} bezahlte Anfragen`].filter(Boolean).join(', ')}, in ${duration}.`,
    none: 'Diese Recherche hat keine bezahlte Anfrage gesendet.',
    notWhole: 'Der Speicher hat nicht mehr alle Anfragen dieser Recherche: Das ist ein Teil.',
    time: 'Zeit',
    requests: 'Anfragen',
    tokens: 'Token',
    money: 'US-Dollar',
  },
};
