import type { RetrievalTelemetry } from '../../workflows/contracts/accounting.ts';
import { counted } from '../../workflows/contracts/counted.ts';
import type { SourceTier } from '../../workflows/contracts/evidence.ts';
import type { QualityScores } from '../../workflows/contracts/report.ts';

type RetrievalCounts = Pick<
  RetrievalTelemetry['counts'],
  'found' | 'duplicates' | 'belowThreshold' | 'corrected' | 'rounds'
>;

/** The fixed words of a report in one language. */
export interface ReportPhrases {
  /** ISO 639-1 code. */
  readonly language: 'en' | 'de';
  readonly nothingFound: string;
  /** Introduces claims that share words with the question but do not answer it. */
  readonly nearest: string;
  /** Heading of the passages that open a report without a certain answer. */
  readonly passages: string;
  /** Says why they do. */
  readonly uncertain: string;
  /** Heading of passages beside an answer. */
  readonly further: string;
  /** @param providers web providers that were asked */
  readonly searched: (files: number, providers: readonly string[], searches: number) => string;
  readonly overview: string;
  readonly details: string;
  readonly conflicts: string;
  readonly conflict: (number: number) => string;
  readonly limitations: string;
  readonly keyFindings: string;
  /** Heading of what the review found. */
  readonly warnings: string;
  readonly unanswered: string;
  readonly assumptions: string;
  readonly assumed: string;
  readonly skipped: string;
  readonly timedOut: string;
  /** @param named the first files, with the reasons */
  readonly unreadableFiles: (count: number, named: string) => string;
  readonly more: (count: number) => string;
  readonly sources: string;
  /** Marks a source that nothing cites. */
  readonly unused: string;
  /** @param range `12`, or `12-14` */
  readonly lines: (range: string) => string;
  /** @param label page number printed on the page; null if there is none or it is the same */
  readonly page: (page: number, label: string | null) => string;
  readonly published: (day: string) => string;
  readonly retrieved: (day: string) => string;
  readonly sourceTier: Readonly<Record<SourceTier, string>>;
  readonly belowThreshold: string;
  /** Precedes words of a passage that addresses a program. */
  readonly untrusted: string;
  /** The same in the list of sources. */
  readonly untrustedPlace: string;
  /** Opens a report whose only answer is from such passages. */
  readonly onlyUntrusted: string;
  /** Below "nothing found" where the report shows such words. */
  readonly untrustedBelow: string;
  readonly untrustedExplained: string;
  /** In the mark of a citation. */
  readonly citedPage: (page: number) => string;
  /** Label of words quoted in another language. */
  readonly quotation: (language: string) => string;
  readonly about: string;
  readonly engine: Readonly<Record<'model' | 'offline', string>>;
  /** Replaces `engine` when a model was asked without a usable answer. */
  readonly uselessModel: (requests: number) => string;
  readonly effort: (tasks: number, searches: number, pages: number) => string;
  readonly modelUse: (calls: number, tokens: number) => string;
  readonly steered: (at: string, effect: string) => string;
  readonly retrieval: (counts: RetrievalCounts) => string;
  readonly providerFailed: (provider: string, cause: string, count: number) => string;
  /** Heading of the line of checks. */
  readonly checks: string;
  readonly coverage: string;
  readonly checked: (quotes: number, rejected: number, removedClaims: number, repairedClaims: number) => string;
  /** Explains the mark of an unverified claim. */
  readonly unverified: string;
  readonly scores: Readonly<Record<keyof QualityScores, string>>;
  readonly languageRetried: string;
  readonly repaired: string;
  readonly references: (counts: Readonly<Record<'resolved' | 'followed' | 'refused' | 'unresolved', number>>) => string;
  readonly degraded: (step: string, cause: string, count: number) => string;
}

const ENGLISH: ReportPhrases = {
  language: 'en',
  nothingFound: 'The documents do not answer this question.',
  nearest: 'The passages nearest to the question:',
  passages: 'Most relevant passages',
  uncertain:
    'No single statement is certain to answer the question. These passages come closest; the deciding words are bold:',
  further: 'Further relevant passages',
  searched: (files, providers, searches) =>
    `Searched: ${placesOf(counted(files, 'file'), files, 'the web', providers).join(' and ')} with ${counted(searches, 'query', 'queries')}.`,
  overview: 'Overview',
  details: 'Details',
  conflicts: 'Conflicting claims',
  conflict: (number) => `**Conflict ${number}:** the sources disagree. Each claim is shown unchanged:`,
  limitations: 'Limitations',
  keyFindings: 'Key findings',
  warnings: 'Warnings of the review',
  unanswered: 'What could not be answered',
  assumptions: 'Clarifications and assumptions',
  assumed: 'Assumed',
  skipped: 'not answered',
  timedOut: 'no answer in time',
  unreadableFiles: (count, named) => `${counted(count, 'file')} could not be read: ${named}.`,
  more: (count) => `… and ${count} more in report.json`,
  sources: 'Sources',
  unused: 'not cited',
  lines: (range) => `${range.includes('-') ? 'lines' : 'line'} ${range}`,
  page: (page, label) => `page ${page}${label === null ? '' : ` (printed ${label})`}`,
  published: (day) => `published ${day}`,
  retrieved: (day) => `read ${day}`,
  sourceTier: {
    1: 'source tier 1 (primary or official)',
    2: 'source tier 2 (established secondary)',
    3: 'source tier 3 (user-generated or unknown)',
  },
  belowThreshold: 'below the relevance threshold, but among the first of the search or the best there is',
  untrusted: '⚠ From a passage that addresses a program',
  untrustedPlace: '⚠ addresses a program',
  onlyUntrusted:
    'Only passages marked with ⚠ answer this question; they address a program that reads them. Check what they say before you rely on it.',
  untrustedBelow: 'Text marked with ⚠ below is from passages that address a program that reads them; it is no answer.',
  untrustedExplained:
    '⚠ marks words of passages that give orders to a program that reads them, imitate one, hide words, or stand near such words. They are shown unchanged, no instruction in them was followed, and they are no answer while other passages exist.',
  citedPage: (page) => `Page ${page}`,
  quotation: (language) => `Original wording (${language})`,
  about: 'About this report',
  engine: {
    offline: 'Engine: offline. The claims are words of the sources, selected and arranged by rule; no model was used.',
    model:
      'Engine: model. What a language model wrote was compared with the quotations that it cites; the rest are words of the sources, selected by rule.',
  },
  uselessModel: (requests) =>
    `Engine: offline. The claims are words of the sources, selected and arranged by rule; a model was asked ${counted(requests, 'time')} without a usable answer.`,
  effort: (tasks, searches, pages) =>
    `${counted(tasks, 'task')}, ${counted(searches, 'search', 'searches')}, ${counted(pages, 'passage')} read.`,
  modelUse: (calls, tokens) => `${counted(calls, 'model call')}, ${counted(tokens, 'token')}.`,
  steered: (at, effect) => `Changed by a person at ${at}: ${effect}`,
  retrieval: ({ found, duplicates, belowThreshold, corrected, rounds }) =>
    `Retrieval: ${counted(found, 'hit')} found, ${counted(duplicates, 'near-duplicate')}, ${belowThreshold} below the relevance threshold; ${counted(corrected, 'corrected query', 'corrected queries')}, ${counted(rounds, 'further round')}.`,
  providerFailed: (provider, cause, count) => `Provider ${provider} failed (${count}×): ${cause}`,
  checks: 'Checks',
  coverage: 'coverage of the question',
  checked: (quotes, rejected, removed, repaired) =>
    `${counted(quotes, 'quotation')} compared with the stored sources, ${rejected} rejected, ${counted(removed, 'claim')} removed, ${repaired} repaired`,
  unverified: '(?) marks claims whose wording the rules could not compare with the quotations that they cite.',
  scores: {
    queryAdherence: 'query adherence',
    completeness: 'completeness',
    citationSupport: 'citation support',
    quoteExactness: 'quote exactness',
    languagePurity: 'language purity',
  },
  languageRetried: 'rewritten because some sentences were in another language',
  repaired: 'repaired once because claims were off the question or not supported',
  references: ({ resolved, followed, refused, unresolved }) =>
    `References in the passages read: ${resolved} resolved, ${followed} followed, ${refused} below the relevance threshold, ${unresolved} unresolved.`,
  degraded: (step, cause, count) => `Degraded: ${step}, ${cause} (${count}×)`,
};

const GERMAN: ReportPhrases = {
  language: 'de',
  nothingFound: 'Die Dokumente enthalten keine Antwort auf diese Frage.',
  nearest: 'Der Frage am nächsten kommen:',
  passages: 'Einschlägige Textstellen',
  uncertain:
    'Keine einzelne Aussage beantwortet die Frage sicher. Diese Textstellen kommen ihr am nächsten; die entscheidenden Wörter sind fett:',
  further: 'Weitere einschlägige Textstellen',
  searched: (files, providers, searches) =>
    `Durchsucht: ${placesOf(counted(files, 'Datei', 'Dateien'), files, 'das Web', providers).join(' und ')} mit ${counted(searches, 'Suchanfrage', 'Suchanfragen')}.`,
  overview: 'Überblick',
  details: 'Einzelheiten',
  conflicts: 'Widersprüchliche Aussagen',
  conflict: (number) =>
    `**Widerspruch ${number}:** Die Quellen sagen Verschiedenes. Jede Aussage steht hier, wie sie ist:`,
  limitations: 'Einschränkungen',
  keyFindings: 'Wesentliche Befunde',
  warnings: 'Hinweise der Durchsicht',
  unanswered: 'Was nicht beantwortet werden konnte',
  assumptions: 'Klärungen und Annahmen',
  assumed: 'Angenommen',
  skipped: 'nicht beantwortet',
  timedOut: 'keine Antwort innerhalb der Frist',
  unreadableFiles: (count, named) =>
    `${count === 1 ? '1 Datei konnte' : `${count} Dateien konnten`} nicht gelesen werden: ${named}.`,
  more: (count) => `… und ${count} weitere in report.json`,
  sources: 'Quellen',
  unused: 'nicht zitiert',
  lines: (range) => `${range.includes('-') ? 'Zeilen' : 'Zeile'} ${range}`,
  page: (page, label) => `Seite ${page}${label === null ? '' : ` (gedruckt ${label})`}`,
  published: (day) => `veröffentlicht ${day}`,
  retrieved: (day) => `gelesen ${day}`,
  sourceTier: {
    1: 'Quellenstufe 1 (primär oder amtlich)',
    2: 'Quellenstufe 2 (etablierte Sekundärquelle)',
    3: 'Quellenstufe 3 (nutzergeneriert oder unbekannt)',
  },
  belowThreshold: 'unter der Relevanzschwelle, aber unter den ersten der Suche oder das Beste, was es gibt',
  untrusted: '⚠ Aus einer Textstelle, die ein Programm anspricht',
  untrustedPlace: '⚠ spricht ein Programm an',
  onlyUntrusted:
    'Nur Textstellen mit ⚠ beantworten diese Frage; sie richten sich an ein Programm, das sie liest. Ihre Aussagen sind zu prüfen, bevor man sich auf sie verlässt.',
  untrustedBelow:
    'Mit ⚠ bezeichneter Text stammt aus Textstellen, die ein Programm ansprechen, das sie liest; eine Antwort ist es nicht.',
  untrustedExplained:
    '⚠ bezeichnet Worte aus Textstellen, die einem lesenden Programm Anweisungen geben, eines nachahmen, Worte verbergen oder nahe bei solchen Worten stehen. Sie werden unverändert gezeigt; keine Anweisung darin wurde befolgt, und sie gelten nicht als Antwort, solange es andere Textstellen gibt.',
  citedPage: (page) => `Seite ${page}`,
  quotation: (language) => `Originalwortlaut (${language})`,
  about: 'Über diesen Bericht',
  engine: {
    offline:
      'Engine: offline. Die Aussagen sind Worte der Quellen, nach festen Regeln ausgewählt und geordnet; kein Modell war beteiligt.',
    model:
      'Engine: model. Was ein Sprachmodell formuliert hat, ist mit den zitierten Stellen verglichen; der Rest sind Worte der Quellen, nach Regeln ausgewählt.',
  },
  uselessModel: (requests) =>
    `Engine: offline. Die Aussagen sind Worte der Quellen, nach festen Regeln ausgewählt und geordnet; ein Modell wurde ${requests}-mal gefragt, ohne brauchbare Antwort.`,
  effort: (tasks, searches, pages) =>
    `${counted(tasks, 'Aufgabe', 'Aufgaben')}, ${counted(searches, 'Suche', 'Suchen')}, ${counted(pages, 'Textstelle', 'Textstellen')} gelesen.`,
  modelUse: (calls, tokens) =>
    `${counted(calls, 'Modellaufruf', 'Modellaufrufe')}, ${counted(tokens, 'Token', 'Tokens')}.`,
  steered: (at, effect) => `Von einer Person geändert um ${at}: ${effect}`,
  retrieval: ({ found, duplicates, belowThreshold, corrected, rounds }) =>
    `Suche: ${counted(found, 'Treffer', 'Treffer')} gefunden, ${counted(duplicates, 'Dublette', 'Dubletten')}, ${belowThreshold} unter der Relevanzschwelle; ${counted(corrected, 'verbesserte Suchanfrage', 'verbesserte Suchanfragen')}, ${counted(rounds, 'weitere Runde', 'weitere Runden')}.`,
  providerFailed: (provider, cause, count) => `Anbieter ${provider} ist ausgefallen (${count}×): ${cause}`,
  checks: 'Prüfungen',
  coverage: 'Abdeckung der Frage',
  checked: (quotes, rejected, removed, repaired) =>
    `${counted(quotes, 'Zitat', 'Zitate')} mit den gespeicherten Quellen verglichen, ${rejected} verworfen, ${counted(removed, 'Aussage', 'Aussagen')} entfernt, ${repaired} berichtigt`,
  unverified: '(?) bezeichnet Aussagen, deren Wortlaut die Regeln nicht mit den zitierten Stellen vergleichen konnten.',
  scores: {
    queryAdherence: 'Bezug zur Frage',
    completeness: 'Vollständigkeit',
    citationSupport: 'Beleg durch die Fundstellen',
    quoteExactness: 'Zitattreue',
    languagePurity: 'Sprachreinheit',
  },
  languageRetried: 'neu geschrieben, weil einige Sätze in einer anderen Sprache waren',
  repaired: 'einmal nachgebessert, weil Aussagen die Frage nicht betrafen oder nicht belegt waren',
  references: ({ resolved, followed, refused, unresolved }) =>
    `Verweise in den gelesenen Textstellen: ${resolved} aufgelöst, ${followed} verfolgt, ${refused} unter der Relevanzschwelle, ${unresolved} nicht auflösbar.`,
  degraded: (step, cause, count) => `Eingeschränkt: ${step}, ${cause} (${count}×)`,
};

/** Languages without phrases of their own get the English ones. */
export function phrasesFor(language: string): ReportPhrases {
  return language === 'de' ? GERMAN : ENGLISH;
}

/** What was searched: files, the web, or both. */
function placesOf(describedFiles: string, files: number, web: string, providers: readonly string[]): string[] {
  if (providers.length === 0) return [describedFiles];
  return [...(files > 0 ? [describedFiles] : []), `${web} (${providers.join(', ')})`];
}
