export const ENGLISH_PANEL = {
  previous: 'Previous citation',
  next: 'Next citation',
  ofAll: (place: number, count: number) => `${place} of ${count}`,
  whole: 'Open the whole document',
  larger: 'Larger',
  smaller: 'Smaller',
  copyQuote: 'Copy quotation',
  forEngineers: 'For engineers',
};

/** What the source of a citation says around it. */
export type PanelWords = typeof ENGLISH_PANEL;

export const ENGLISH_REPORT = {
  tools: 'What you can do with this report',
  save: 'Save',
  making: (format: string) => `Making ${format} …`,
  print: 'Print',
  askOn: 'Ask on this report',
  talk: 'Asked on this report',
  itsReport: 'On its report',
  itsSources: 'From the sources of this report',
  fork: 'Fork',
  forkAbout: 'Begins a new run from this one, which stays as it is.',
  forkFrom: {
    plan: { label: 'Plan anew', about: 'Keeps the question as it was understood.' },
    research: { label: 'Research anew', about: 'Keeps the plan as well.' },
    synthesis: { label: 'Write anew', about: 'Keeps what was found; only the report is new.' },
  },
  compare: 'Compare',
  share: 'Share',
  shareAbout: 'Everybody with the link reads this report and its sources, and nothing else.',
  shareFor: 'The link works for',
  days: (count: number) => (count === 1 ? 'one day' : `${count} days`),
  shareMake: 'Make a link',
  shareLink: 'The link, which is shown only now',
  copyLink: 'Copy link',
  shared: (from: string, until: string) => `Made ${from}, works until ${until}`,
  revoke: 'Revoke',
  shareGone: 'This link does not work any more: it has expired, or was revoked.',
  cited: (count: number) => (count === 1 ? 'cited once' : `cited ${count} times`),
  kinds: { pdf: 'PDF', web: 'Web page', text: 'Text', table: 'Table', code: 'Code', document: 'Document' },
  published: (day: string) => `published ${day}`,
  read: (day: string) => `read ${day}`,
  showBehind: 'How it came about, what was checked, and what was left out',
};

/** What stands around a report. */
export type ReportWords = typeof ENGLISH_REPORT;

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
  talk: 'Dazu gefragt',
  itsReport: 'Zum Bericht',
  itsSources: 'Aus den Quellen dieses Berichts',
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
