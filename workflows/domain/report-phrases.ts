import type { QualityScores } from '../contracts/report.ts';

/** The report's own words in one language. */
export interface ReportPhrases {
  /** ISO 639-1 code of the language that these words are in. */
  readonly language: 'en' | 'de';
  readonly nothingFound: string;
  readonly searched: (files: number, searches: number) => string;
  readonly overview: string;
  readonly details: string;
  readonly conflicts: string;
  readonly conflict: (number: number) => string;
  readonly limitations: string;
  readonly keyFindings: string;
  readonly unanswered: string;
  readonly unresolvedReferences: (count: number) => string;
  readonly assumptions: string;
  readonly assumed: string;
  readonly skipped: string;
  readonly timedOut: string;
  readonly unreadableFiles: (count: number) => string;
  readonly more: (count: number) => string;
  readonly sources: string;
  readonly page: (page: number) => string;
  /** In the mark of a citation. */
  readonly citedPage: (page: number) => string;
  /** Label of words that are quoted in another language. */
  readonly quotation: (language: string) => string;
  readonly about: string;
  readonly engine: Readonly<Record<'model' | 'offline', string>>;
  readonly effort: (tasks: number, searches: number, pages: number) => string;
  readonly modelUse: (calls: number, tokens: number) => string;
  readonly coverage: (percent: number) => string;
  readonly checked: (quotes: number, rejected: number, removedStatements: number) => string;
  readonly scores: Readonly<Record<keyof QualityScores, (percent: number) => string>>;
  readonly languageRetried: string;
  readonly repaired: string;
  readonly references: (counts: Readonly<Record<'resolved' | 'followed' | 'refused' | 'unresolved', number>>) => string;
  readonly degraded: (step: string, cause: string, count: number) => string;
}

const ENGLISH: ReportPhrases = {
  language: 'en',
  nothingFound: 'The documents do not hold an answer to this question.',
  searched: (files, searches) => `Searched: ${plural(files, 'file')} with ${plural(searches, 'query', 'queries')}.`,
  overview: 'Overview',
  details: 'Details',
  conflicts: 'Conflicting statements',
  conflict: (number) => `**Conflict ${number}:** the sources disagree. Each is shown as it stands:`,
  limitations: 'Limitations',
  keyFindings: 'Key findings',
  unanswered: 'What could not be answered',
  unresolvedReferences: (count) => `References that lead to nothing in these documents (${count})`,
  assumptions: 'Clarifications and assumptions',
  assumed: 'Assumed',
  skipped: 'not answered',
  timedOut: 'no answer in time',
  unreadableFiles: (count) => `Files that could not be read (${count})`,
  more: (count) => `… and ${count} more`,
  sources: 'Sources',
  page: (page) => `page ${page}`,
  citedPage: (page) => `Page ${page}`,
  quotation: (language) => `Original wording (${language})`,
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
  coverage: (percent) => `The evidence covers ${percent} % of what was asked: its key entities and tasks.`,
  checked: (quotes, rejected, removed) =>
    `${plural(quotes, 'quotation')} compared with the stored sources, ${rejected} rejected; ${plural(removed, 'statement')} removed.`,
  scores: {
    queryAdherence: (percent) => `Query adherence ${percent} %: how far the statements concern the question.`,
    completeness: (percent) => `Completeness ${percent} %: key entities and tasks that a cited statement serves.`,
    citationSupport: (percent) =>
      `Citation support ${percent} %: statements whose figures, names and words stand in the cited passages.`,
    quoteExactness: (percent) => `Quote exactness ${percent} %: quotations that equal the stored text.`,
    languagePurity: (percent) => `Language purity ${percent} %: sentences in the language of the question.`,
  },
  languageRetried: 'The report was written once more because sentences were in another language.',
  repaired: 'The report was repaired once because statements were off the question or not supported.',
  references: ({ resolved, followed, refused, unresolved }) =>
    `References in the passages read: ${resolved} resolved, ${followed} followed, ${refused} refused by the relevance gate, ${unresolved} unresolved.`,
  degraded: (step, cause, count) => `Degraded: ${step}, ${cause} (${count}×)`,
};

const GERMAN: ReportPhrases = {
  language: 'de',
  nothingFound: 'Die Dokumente enthalten keine Antwort auf diese Frage.',
  searched: (files, searches) =>
    `Durchsucht: ${plural(files, 'Datei', 'Dateien')} mit ${plural(searches, 'Suchanfrage', 'Suchanfragen')}.`,
  overview: 'Überblick',
  details: 'Einzelheiten',
  conflicts: 'Widersprüchliche Aussagen',
  conflict: (number) =>
    `**Widerspruch ${number}:** Die Quellen sagen Verschiedenes. Jede Aussage steht hier, wie sie ist:`,
  limitations: 'Einschränkungen',
  keyFindings: 'Wesentliche Befunde',
  unanswered: 'Was nicht beantwortet werden konnte',
  unresolvedReferences: (count) => `Verweise, die in diesen Dokumenten zu nichts führen (${count})`,
  assumptions: 'Klärungen und Annahmen',
  assumed: 'Angenommen',
  skipped: 'nicht beantwortet',
  timedOut: 'keine Antwort innerhalb der Frist',
  unreadableFiles: (count) => `Dateien, die nicht gelesen werden konnten (${count})`,
  more: (count) => `… und ${count} weitere`,
  sources: 'Quellen',
  page: (page) => `Seite ${page}`,
  citedPage: (page) => `Seite ${page}`,
  quotation: (language) => `Originalwortlaut (${language})`,
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
  coverage: (percent) =>
    `Die Fundstellen decken ${percent} % dessen ab, wonach gefragt ist: Schlüsselbegriffe und Aufgaben.`,
  checked: (quotes, rejected, removed) =>
    `${plural(quotes, 'Zitat', 'Zitate')} mit den gespeicherten Quellen verglichen, ${rejected} verworfen; ${plural(removed, 'Aussage', 'Aussagen')} entfernt.`,
  scores: {
    queryAdherence: (percent) => `Bezug zur Frage ${percent} %: wie weit die Aussagen die Frage betreffen.`,
    completeness: (percent) =>
      `Vollständigkeit ${percent} %: Schlüsselbegriffe und Aufgaben, zu denen es eine belegte Aussage gibt.`,
    citationSupport: (percent) =>
      `Beleg durch die Fundstellen ${percent} %: Aussagen, deren Zahlen, Namen und Wörter in der zitierten Stelle stehen.`,
    quoteExactness: (percent) => `Zitattreue ${percent} %: Zitate, die dem gespeicherten Text gleichen.`,
    languagePurity: (percent) => `Sprachreinheit ${percent} %: Sätze in der Sprache der Frage.`,
  },
  languageRetried: 'Der Bericht wurde noch einmal geschrieben, weil Sätze in einer anderen Sprache waren.',
  repaired: 'Der Bericht wurde einmal nachgebessert, weil Aussagen die Frage nicht betrafen oder nicht belegt waren.',
  references: ({ resolved, followed, refused, unresolved }) =>
    `Verweise in den gelesenen Textstellen: ${resolved} aufgelöst, ${followed} verfolgt, ${refused} von der Relevanzschwelle abgewiesen, ${unresolved} nicht auflösbar.`,
  degraded: (step, cause, count) => `Eingeschränkt: ${step}, ${cause} (${count}×)`,
};

/** Languages without phrases of their own get the English ones. */
export function phrasesFor(language: string): ReportPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}

function plural(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
