/** The report's own words in one language. */
export interface ReportPhrases {
  readonly nothingFound: string;
  readonly searched: (files: number, searches: number) => string;
  readonly keyFindings: string;
  readonly unanswered: string;
  readonly assumptions: string;
  readonly assumed: string;
  readonly skipped: string;
  readonly timedOut: string;
  readonly unreadableFiles: (count: number) => string;
  readonly moreFiles: (count: number) => string;
  readonly sources: string;
  readonly page: (page: number) => string;
  readonly about: string;
  readonly engine: Readonly<Record<'model' | 'offline', string>>;
  readonly effort: (tasks: number, searches: number, pages: number) => string;
  readonly modelUse: (calls: number, tokens: number) => string;
  readonly coverage: (percent: number) => string;
  readonly checked: (quotes: number, rejected: number, removedStatements: number) => string;
  readonly degraded: (step: string, cause: string, count: number) => string;
}

const ENGLISH: ReportPhrases = {
  nothingFound: 'The documents do not hold an answer to this question.',
  searched: (files, searches) => `Searched: ${plural(files, 'file')} with ${plural(searches, 'query', 'queries')}.`,
  keyFindings: 'Key findings',
  unanswered: 'What could not be answered',
  assumptions: 'Clarifications and assumptions',
  assumed: 'Assumed',
  skipped: 'not answered',
  timedOut: 'no answer in time',
  unreadableFiles: (count) => `Files that could not be read (${count})`,
  moreFiles: (count) => `… and ${count} more`,
  sources: 'Sources',
  page: (page) => `page ${page}`,
  about: 'About this report',
  engine: {
    offline:
      'Engine: offline. The statements are sentences of the sources, selected and arranged by rule; no model was used.',
    model:
      'Engine: model. The statements were written by a language model; quotations and figures were checked by code.',
  },
  effort: (tasks, searches, pages) =>
    `${plural(tasks, 'task')}, ${plural(searches, 'search', 'searches')}, ${plural(pages, 'passage')} read.`,
  modelUse: (calls, tokens) => `${plural(calls, 'model call')}, ${plural(tokens, 'token')}.`,
  coverage: (percent) => `The cited evidence covers ${percent} % of the question's terms.`,
  checked: (quotes, rejected, removed) =>
    `${plural(quotes, 'quotation')} compared with the stored sources, ${rejected} rejected; ${plural(removed, 'statement')} removed.`,
  degraded: (step, cause, count) => `Degraded: ${step}, ${cause} (${count}×)`,
};

const GERMAN: ReportPhrases = {
  nothingFound: 'Die Dokumente enthalten keine Antwort auf diese Frage.',
  searched: (files, searches) =>
    `Durchsucht: ${plural(files, 'Datei', 'Dateien')} mit ${plural(searches, 'Suchanfrage', 'Suchanfragen')}.`,
  keyFindings: 'Wesentliche Befunde',
  unanswered: 'Was nicht beantwortet werden konnte',
  assumptions: 'Klärungen und Annahmen',
  assumed: 'Angenommen',
  skipped: 'nicht beantwortet',
  timedOut: 'keine Antwort innerhalb der Frist',
  unreadableFiles: (count) => `Dateien, die nicht gelesen werden konnten (${count})`,
  moreFiles: (count) => `… und ${count} weitere`,
  sources: 'Quellen',
  page: (page) => `Seite ${page}`,
  about: 'Über diesen Bericht',
  engine: {
    offline:
      'Engine: offline. Die Aussagen sind Sätze der Quellen, nach festen Regeln ausgewählt und geordnet; kein Modell war beteiligt.',
    model:
      'Engine: model. Die Aussagen hat ein Sprachmodell formuliert; Zitate und Zahlen hat das Programm an den Quellen geprüft.',
  },
  effort: (tasks, searches, pages) =>
    `${plural(tasks, 'Aufgabe', 'Aufgaben')}, ${plural(searches, 'Suche', 'Suchen')}, ${plural(pages, 'Textstelle', 'Textstellen')} gelesen.`,
  modelUse: (calls, tokens) =>
    `${plural(calls, 'Modellaufruf', 'Modellaufrufe')}, ${plural(tokens, 'Token', 'Tokens')}.`,
  coverage: (percent) => `Die zitierten Stellen decken ${percent} % der Begriffe der Frage ab.`,
  checked: (quotes, rejected, removed) =>
    `${plural(quotes, 'Zitat', 'Zitate')} mit den gespeicherten Quellen verglichen, ${rejected} verworfen; ${plural(removed, 'Aussage', 'Aussagen')} entfernt.`,
  degraded: (step, cause, count) => `Eingeschränkt: ${step}, ${cause} (${count}×)`,
};

/** Languages without phrases of their own get the English ones. */
export function phrasesFor(language: string): ReportPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
