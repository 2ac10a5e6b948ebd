import type { PictureWords } from './pictures-english.ts';

export const GERMAN_PICTURES: PictureWords = {
  heading: 'In Bildern',
  show: 'Vier Bilder dieser Recherche zeigen',
  table: 'Als Tabelle',
  coverage: {
    heading: 'Abdeckung nach Aufgaben',
    told: (cited, findings, tasks, uncovered) =>
      `Der Bericht zitiert ${cited} von ${findings} Befunden, aus ${tasks === 1 ? 'einer Aufgabe' : `${tasks} Aufgaben`}. ${
        uncovered === 0 ? 'Keine Aufgabe ist ohne zitierten Befund.' : `Ohne zitierten Befund: ${uncovered}.`
      }`,
    none: 'Der Bericht hat keine Aufgaben.',
    task: 'Aufgabe',
    findings: 'Befunde',
    cited: 'Zitiert',
    uncited: 'Nicht zitiert',
    gaps: 'Lücken',
  },
  funnel: {
    heading: 'Von der Suche zum Bericht',
    told: (found, read, stated) =>
      `Die Suchen brachten ${found} Treffer; gelesen: ${read} Textstellen, im Bericht zitiert: ${stated}.`,
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
  sources: {
    heading: 'Quellen, die die Antwort tragen',
    told: (count, first, claims) =>
      count === 1
        ? `Alle belegten Aussagen ruhen auf einer Quelle: „${first}“.`
        : `Der Bericht zitiert ${count} Quellen. „${first}“ trägt ${claims} seiner Aussagen, und keine trägt mehr.`,
    none: 'Der Bericht zitiert keine Quelle.',
    source: 'Quelle',
    claims: 'Aussagen, die auf ihr ruhen',
    citations: 'Belege',
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
