import type { PictureWords } from './pictures-english.ts';

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
