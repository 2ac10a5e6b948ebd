import { say } from './language.ts';

export const PANEL = {
  previous: say('Previous citation', 'Vorige Fundstelle'),
  next: say('Next citation', 'Nächste Fundstelle'),
  ofAll: (place: number, count: number) => say(`${place} of ${count}`, `${place} von ${count}`),
  whole: say('Open the whole document', 'Ganzes Dokument öffnen'),
  larger: say('Larger', 'Größer'),
  smaller: say('Smaller', 'Kleiner'),
  copyQuote: say('Copy quotation', 'Zitat kopieren'),
};

export const REPORT = {
  exportAs: {
    markdown: 'Markdown',
    html: 'HTML',
    pdf: 'PDF',
    docx: 'DOCX',
    json: 'JSON',
    'csl-json': 'CSL-JSON',
    bibtex: 'BibTeX',
  },
  auditBundle: say('Audit bundle', 'Prüfpaket'),
  tools: say('What you can do with this report', 'Was Sie mit diesem Bericht tun können'),
  save: say('Save', 'Speichern'),
  making: (format: string) => say(`Making ${format} …`, `${format} wird erstellt …`),
  print: say('Print', 'Drucken'),
  askOn: say('Ask on this report', 'Dazu fragen'),
  talk: say('Asked on this report', 'Dazu gefragt'),
  itsReport: say('On its report', 'Zum Bericht'),
  itsSources: say('From the sources of this report', 'Aus den Quellen dieses Berichts'),
  fork: say('Fork', 'Abzweigen'),
  forkAbout: say(
    'Begins a new run from this one, which stays as it is.',
    'Beginnt von hier aus eine neue Recherche; diese bleibt, wie sie ist.',
  ),
  forkFrom: {
    plan: {
      label: say('Plan anew', 'Neu planen'),
      about: say('Keeps the question as it was understood.', 'Behält die Frage, wie sie verstanden wurde.'),
    },
    research: {
      label: say('Research anew', 'Neu recherchieren'),
      about: say('Keeps the plan as well.', 'Behält auch den Plan.'),
    },
    synthesis: {
      label: say('Write anew', 'Neu schreiben'),
      about: say(
        'Keeps what was found; only the report is new.',
        'Behält, was gefunden wurde; nur der Bericht ist neu.',
      ),
    },
  },
  compare: say('Compare', 'Vergleichen'),
  share: say('Share', 'Teilen'),
  shareAbout: say(
    'Everybody with the link reads this report and its sources, and nothing else.',
    'Wer den Link hat, liest diesen Bericht und seine Quellen, und nichts anderes.',
  ),
  shareFor: say('The link works for', 'Der Link gilt'),
  days: (count: number) => say(count === 1 ? 'one day' : `${count} days`, count === 1 ? 'einen Tag' : `${count} Tage`),
  shareMake: say('Make a link', 'Link erstellen'),
  shareLink: say('The link, which is shown only now', 'Der Link, der nur jetzt gezeigt wird'),
  copyLink: say('Copy link', 'Link kopieren'),
  shared: (from: string, until: string) =>
    say(`Made ${from}, works until ${until}`, `Erstellt ${from}, gilt bis ${until}`),
  revoke: say('Revoke', 'Zurückziehen'),
  shareGone: say(
    'This link does not work any more: it has expired, or was revoked. The person who sent it can make a new one.',
    'Dieser Link gilt nicht mehr: Er ist abgelaufen oder wurde zurückgezogen. Wer ihn geschickt hat, kann einen neuen machen.',
  ),
  cited: (count: number) =>
    say(count === 1 ? 'cited once' : `cited ${count} times`, count === 1 ? 'einmal zitiert' : `${count}-mal zitiert`),
  kinds: {
    pdf: 'PDF',
    web: say('Web page', 'Webseite'),
    text: 'Text',
    table: say('Table', 'Tabelle'),
    code: 'Code',
    document: say('Document', 'Dokument'),
  },
  published: (day: string) => say(`published ${day}`, `erschienen ${day}`),
  read: (day: string) => say(`read ${day}`, `gelesen ${day}`),
  showBehind: say(
    'How it came about, what was checked, and what was left out',
    'Wie er entstand, was geprüft und was weggelassen wurde',
  ),
};

export const COMPARE = {
  heading: say('Two reports side by side', 'Zwei Berichte nebeneinander'),
  with: say('Compare with another report', 'Mit einem anderen Bericht vergleichen'),
  choose: say('Which report do you want to compare it with?', 'Mit welchem Bericht soll verglichen werden?'),
  chooseOther: say('Choose another one', 'Einen anderen wählen'),
  noOther: say(
    'There is no other finished report on this server yet.',
    'Auf diesem Server gibt es noch keinen anderen fertigen Bericht.',
  ),
  exchange: say('Exchange sides', 'Seiten tauschen'),
  side: (side: 'a' | 'b') => say(side === 'a' ? 'Report A' : 'Report B', side === 'a' ? 'Bericht A' : 'Bericht B'),
  equal: say(
    'No difference: claims, sources, settings and figures are the same.',
    'Kein Unterschied: Aussagen, Quellen, Einstellungen und Zahlen sind gleich.',
  ),
  summary: (sameEvidence: number, both: number, onlyA: number, onlyB: number) =>
    say(
      `On the same quotation, in other words: ${sameEvidence}. In both: ${both}. Only in A: ${onlyA}. Only in B: ${onlyB}.`,
      `Zum selben Zitat, in anderen Worten: ${sameEvidence}. In beiden: ${both}. Nur in A: ${onlyA}. Nur in B: ${onlyB}.`,
    ),
  sameEvidence: say('Claims on the same quotation, in other words', 'Aussagen zum selben Zitat, in anderen Worten'),
  both: say('Claims in both', 'Aussagen beider'),
  alone: say('Claims in only one report', 'Aussagen nur eines Berichts'),
  none: say('None.', 'Keine.'),
  sources: say('Sources', 'Quellen'),
  sourcesBoth: say('In both', 'Von beiden'),
  sourcesAlone: say('In only one', 'Nur von einem'),
  otherText: say(
    'with another text: the document changed between the runs',
    'mit anderem Text: Das Dokument hat sich zwischen den Recherchen geändert',
  ),
  figures: say('Figures, and settings that differ', 'Zahlen, und verschiedene Einstellungen'),
  figure: say('Figure', 'Zahl'),
  engine: say('Engine', 'Verfahren'),
  engines: { model: say('model', 'Modell'), offline: say('rules', 'Regeln') },
  outcome: say('End', 'Ende'),
  outcomes: { published: say('as planned', 'wie geplant'), stopped: say('stopped early', 'vorzeitig beendet') },
  workedSeconds: say('Seconds of work', 'Sekunden Arbeit'),
  notSet: say('not set', 'nicht gesetzt'),
  claim: (side: 'a' | 'b', number: number) =>
    say(`${side.toUpperCase()}: Claim ${number}`, `${side.toUpperCase()}: Aussage ${number}`),
};
