import type { PanelWords, ReportWords } from './report-english.ts';

export const GERMAN_PANEL: PanelWords = {
  previous: 'Vorige Fundstelle',
  next: 'Nächste Fundstelle',
  ofAll: (place, count) => `${place} von ${count}`,
  whole: 'Ganzes Dokument öffnen',
  larger: 'Größer',
  smaller: 'Kleiner',
  copyQuote: 'Zitat kopieren',
  forEngineers: 'Für Fachleute',
};

export const GERMAN_REPORT: ReportWords = {
  tools: 'Was Sie mit diesem Bericht tun können',
  save: 'Speichern',
  making: (format) => `${format} wird erstellt …`,
  print: 'Drucken',
  askOn: 'Dazu fragen',
  askOnLabel: 'Ihre Frage',
  askOnAbout:
    'Sie wird aus den Quellen dieses Berichts beantwortet, in einem Gespräch, das seine Frage und seine Antwort kennt.',
  askOnSend: 'Fragen',
  fork: 'Abzweigen',
  forkAbout: 'Beginnt von hier aus eine neue Recherche; diese bleibt, wie sie ist.',
  forkFrom: {
    plan: { label: 'Neu planen', about: 'Behält die Frage, wie sie verstanden wurde.' },
    research: { label: 'Neu recherchieren', about: 'Behält auch den Plan.' },
    synthesis: { label: 'Neu schreiben', about: 'Behält, was gefunden wurde; nur der Bericht ist neu.' },
  },
  compare: 'Vergleichen',
  share: 'Teilen',
  shareAbout: 'Wer den Link hat, liest diesen Bericht und seine Quellen, und nichts anderes.',
  shareFor: 'Der Link gilt',
  days: (count) => (count === 1 ? 'einen Tag' : `${count} Tage`),
  shareMake: 'Link erstellen',
  shareLink: 'Der Link, der nur jetzt gezeigt wird',
  copyLink: 'Link kopieren',
  shared: (from, until) => `Erstellt ${from}, gilt bis ${until}`,
  revoke: 'Zurückziehen',
  shareGone: 'Dieser Link gilt nicht mehr: Er ist abgelaufen oder wurde zurückgezogen.',
  cited: (count) => (count === 1 ? 'einmal zitiert' : `${count}-mal zitiert`),
  kinds: { pdf: 'PDF', web: 'Webseite', text: 'Text', table: 'Tabelle', code: 'Code', document: 'Dokument' },
  published: (day) => `erschienen ${day}`,
  read: (day) => `gelesen ${day}`,
  showBehind: 'Wie er entstand, was geprüft und was weggelassen wurde',
};
