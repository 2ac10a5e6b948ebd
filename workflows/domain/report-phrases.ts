import type { RetrievalTelemetry } from '../contracts/accounting.ts';
import type { SourceTier } from '../contracts/evidence.ts';
import type { QualityScores } from '../contracts/report.ts';

type RetrievalCounts = Pick<
  RetrievalTelemetry['counts'],
  'found' | 'duplicates' | 'belowThreshold' | 'corrected' | 'rounds'
>;

/** The report's own words in one language. */
export interface ReportPhrases {
  /** ISO 639-1 code of the language that these words are in. */
  readonly language: 'en' | 'de';
  readonly nothingFound: string;
  /** Above statements that share words with the question and do not answer it. */
  readonly nearest: string;
  /** @param providers those of the web that were asked */
  readonly searched: (files: number, providers: readonly string[], searches: number) => string;
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
  /** @param label what stands on the page itself; null where that says the same, or nothing */
  readonly page: (page: number, label: string | null) => string;
  readonly published: (day: string) => string;
  readonly retrieved: (day: string) => string;
  readonly sourceTier: Readonly<Record<SourceTier, string>>;
  readonly belowThreshold: string;
  /** In the mark of a citation. */
  readonly citedPage: (page: number) => string;
  /** Label of words that are quoted in another language. */
  readonly quotation: (language: string) => string;
  readonly about: string;
  readonly engine: Readonly<Record<'model' | 'offline', string>>;
  /** A model was asked, and the rules had to answer all the same. */
  readonly uselessModel: (requests: number) => string;
  readonly effort: (tasks: number, searches: number, pages: number) => string;
  readonly modelUse: (calls: number, tokens: number) => string;
  readonly steered: (at: string, effect: string) => string;
  readonly retrieval: (counts: RetrievalCounts) => string;
  readonly providerFailed: (provider: string, cause: string, count: number) => string;
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
  nearest: 'The passages nearest to the question:',
  searched: (files, providers, searches) =>
    `Searched: ${placesOf(plural(files, 'file'), files, 'the web', providers).join(' and ')} with ${plural(searches, 'query', 'queries')}.`,
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
  page: (page, label) => `page ${page}${label === null ? '' : ` (printed ${label})`}`,
  published: (day) => `published ${day}`,
  retrieved: (day) => `read ${day}`,
  sourceTier: {
    1: 'source tier 1 (primary or official)',
    2: 'source tier 2 (established secondary)',
    3: 'source tier 3 (user-generated or unknown)',
  },
  belowThreshold: 'below the relevance threshold, read for want of better',
  citedPage: (page) => `Page ${page}`,
  quotation: (language) => `Original wording (${language})`,
  about: 'About this report',
  engine: {
    offline:
      'Engine: offline. The statements are sentences of the sources, selected and arranged by rule; no model was used.',
    model:
      'Engine: model. The statements were written by a language model; quotations and figures were checked by code.',
  },
  uselessModel: (requests) =>
    `Engine: offline. The statements are sentences of the sources, selected and arranged by rule; a model was asked ${plural(requests, 'time')} and gave nothing usable.`,
  effort: (tasks, searches, pages) =>
    `${plural(tasks, 'task')}, ${plural(searches, 'search', 'searches')}, ${plural(pages, 'passage')} read.`,
  modelUse: (calls, tokens) => `${plural(calls, 'model call')}, ${plural(tokens, 'token')}.`,
  steered: (at, effect) => `Changed by a person at ${at}: ${effect}`,
  retrieval: ({ found, duplicates, belowThreshold, corrected, rounds }) =>
    `Retrieval: ${plural(found, 'hit')} found, ${plural(duplicates, 'near-duplicate')}, ${belowThreshold} below the relevance threshold; ${plural(corrected, 'corrected query', 'corrected queries')}, ${plural(rounds, 'further round')}.`,
  providerFailed: (provider, cause, count) => `Provider ${provider} failed (${count}×): ${cause}`,
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
  nearest: 'Der Frage am nächsten kommen:',
  searched: (files, providers, searches) =>
    `Durchsucht: ${placesOf(plural(files, 'Datei', 'Dateien'), files, 'das Web', providers).join(' und ')} mit ${plural(searches, 'Suchanfrage', 'Suchanfragen')}.`,
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
  page: (page, label) => `Seite ${page}${label === null ? '' : ` (gedruckt ${label})`}`,
  published: (day) => `veröffentlicht ${day}`,
  retrieved: (day) => `gelesen ${day}`,
  sourceTier: {
    1: 'Quellenstufe 1 (primär oder amtlich)',
    2: 'Quellenstufe 2 (etablierte Sekundärquelle)',
    3: 'Quellenstufe 3 (nutzergeneriert oder unbekannt)',
  },
  belowThreshold: 'unter der Relevanzschwelle, mangels besserer Treffer gelesen',
  citedPage: (page) => `Seite ${page}`,
  quotation: (language) => `Originalwortlaut (${language})`,
  about: 'Über diesen Bericht',
  engine: {
    offline:
      'Engine: offline. Die Aussagen sind Sätze der Quellen, nach festen Regeln ausgewählt und geordnet; kein Modell war beteiligt.',
    model:
      'Engine: model. Die Aussagen hat ein Sprachmodell formuliert; Zitate und Zahlen hat das Programm an den Quellen geprüft.',
  },
  uselessModel: (requests) =>
    `Engine: offline. Die Aussagen sind Sätze der Quellen, nach festen Regeln ausgewählt und geordnet; ein Modell wurde ${requests}-mal gefragt und gab nichts Brauchbares.`,
  effort: (tasks, searches, pages) =>
    `${plural(tasks, 'Aufgabe', 'Aufgaben')}, ${plural(searches, 'Suche', 'Suchen')}, ${plural(pages, 'Textstelle', 'Textstellen')} gelesen.`,
  modelUse: (calls, tokens) =>
    `${plural(calls, 'Modellaufruf', 'Modellaufrufe')}, ${plural(tokens, 'Token', 'Tokens')}.`,
  steered: (at, effect) => `Von einer Person geändert um ${at}: ${effect}`,
  retrieval: ({ found, duplicates, belowThreshold, corrected, rounds }) =>
    `Suche: ${plural(found, 'Treffer', 'Treffer')} gefunden, ${plural(duplicates, 'Dublette', 'Dubletten')}, ${belowThreshold} unter der Relevanzschwelle; ${plural(corrected, 'verbesserte Suchanfrage', 'verbesserte Suchanfragen')}, ${plural(rounds, 'weitere Runde', 'weitere Runden')}.`,
  providerFailed: (provider, cause, count) => `Anbieter ${provider} ist ausgefallen (${count}×): ${cause}`,
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

/** What there was to search: files, the web, or both. */
function placesOf(describedFiles: string, files: number, web: string, providers: readonly string[]): string[] {
  if (providers.length === 0) return [describedFiles];
  return [...(files > 0 ? [describedFiles] : []), `${web} (${providers.join(', ')})`];
}
