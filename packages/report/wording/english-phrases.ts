import { counted } from '@plumbline/contracts/common/counted';
import type { Ledger } from '@plumbline/contracts/common/metering';
import type { Drift } from '@plumbline/contracts/evidence/drift';
import type { Verification } from '@plumbline/contracts/report/report';
import { describeStatements } from '@plumbline/contracts/report/trust';
import type { Gap, RetrievalTelemetry } from '@plumbline/contracts/research/accounting';
import type { Diagnostic } from '@plumbline/contracts/research/diagnostic';
import type { ForkPoint } from '@plumbline/contracts/research/fork';
import { describeDiagnostic } from './diagnostic-phrases.ts';
import { describeGap } from './gap-phrases.ts';
import { summarizeSpending } from './spending-phrases.ts';

type RetrievalCounts = Pick<
  RetrievalTelemetry['counts'],
  'found' | 'duplicates' | 'belowThreshold' | 'corrected' | 'rounds'
>;

type TierDrift = Drift['tiers'][number];

const STAGE = { plan: 'planning', research: 'research', synthesis: 'writing' } as const;

export const ENGLISH = {
  /** ISO 639-1 code. */
  language: 'en',
  nothingFound: 'Nothing was found in the documents for this question.',
  nothingFoundInPart: 'Nothing was found for this question in what was read.',
  /** The same where nothing could be read. */
  nothingRead: 'Nothing could be read that might answer this question.',
  /** Introduces claims that share words with the question but do not answer it. */
  nearest: 'The passages nearest to your question:',
  allWordsFound: 'All words of the question were found.',
  wordless: (marks: string) => `Found by meaning or by parts of words, with no word of the question: ${marks}.`,
  /** Heading of the passages that a search found. */
  passages: 'Places found',
  /** @param providers web providers that were asked */
  searched(files: number, providers: readonly string[], searches: number) {
    const web = `the web (${providers.join(', ')})`;
    const places = [
      ...(files > 0 || providers.length === 0 ? [counted(files, 'file')] : []),
      ...(providers.length > 0 ? [web] : []),
    ];
    return `Searched: ${places.join(' and ')} with ${counted(searches, 'query', 'queries')}.`;
  },
  overview: 'Overview',
  conflicts: 'Conflicting claims',
  conflict: (number: number) => `**Conflict ${number}:** the sources disagree. Each claim is shown unchanged:`,
  limitations: 'Limitations',
  keyFindings: 'Key findings',
  /** The one sentence on the work of the rules in a model's report. */
  rulesStoodIn: 'The model gave no usable report; shown are the places that the search found.',
  /** Headings behind a report: of a model's text, what was refused, and what is unsure. */
  refusedStatements: 'Statements that verification refused',
  doubtedStatements: 'Statements that the cited words neither confirm nor deny',
  /** What became of a refused statement. */
  leftOut: 'left out',
  mended: (replacement: string) => `written anew: ${replacement}`,
  unanswered: 'What could not be answered',
  assumptions: 'Clarifications and assumptions',
  assumed: 'Assumed',
  skipped: 'not answered',
  timedOut: 'no answer in time',
  /** @param named the first files, with the reasons */
  unreadableFiles: (count: number, named: string) => `${counted(count, 'file')} could not be read: ${named}.`,
  /** The same where the rest of some of them was read. */
  partlyReadFiles: (count: number, named: string) =>
    `${counted(count, 'file was', 'files were')} not read, or only in part: ${named}.`,
  /** Web pages whose rest was read. */
  partlyReadPages: (count: number, named: string) =>
    `${counted(count, 'web page was', 'web pages were')} read only in part: ${named}.`,
  more: (count: number) => `… and ${count} more in report.json`,
  /** Where the entries are that a line does not name. */
  rest: 'the rest: report.json and the page',
  /** @param tiers each by `tierDrift` */
  drift: (tiers: string) => `Findings drifted from the question: ${tiers}.`,
  tierDrift: ({ tier, total, kept }: TierDrift) => `context tier ${tier}: ${total - kept} of ${total} dropped`,
  /** @param named the nearest to being kept; also below */
  droppedFindings: (count: number, named: string) =>
    `${counted(count, 'finding')} dropped for too little relevance in the end: ${named}.`,
  refusedReferences: (count: number, named: string) =>
    `${counted(count, 'reference')} not followed, the target being below the relevance threshold: ${named}.`,
  unresolvedReferences: (count: number, named: string) =>
    `${counted(count, 'reference')} without a target in the documents: ${named}.`,
  sources: 'Sources',
  /** The first words of a quotation, in the quotation marks of the language. */
  excerpt: (words: string) => `“${words}”`,
  /** Marks a source that nothing cites. */
  unused: 'not cited',
  /** @param range `12`, or `12-14` */
  lines: (range: string) => `${/[-–]/.test(range) ? 'lines' : 'line'} ${range}`,
  /**
   * @param label page number printed on the page; null if the page has none or the same
   * @param recognised how surely its words were recognised in a picture, in percent
   */
  page: (page: number, label: string | null, recognised?: number) =>
    pageOf(`page ${page}${label === null ? '' : ` (printed ${label})`}`, 'read by OCR', recognised),
  published: (day: string) => `dated ${day}`,
  retrieved: (day: string) => `read ${day}`,
  /** Precedes words of a passage that addresses a program. */
  untrusted: '⚠ From a passage that addresses a program',
  /** The same in the list of sources. */
  untrustedPlace: '⚠ addresses a program',
  /** Opens a report whose only answer is from such passages. */
  onlyUntrusted:
    'All that was found addresses a program that reads it, and is marked with ⚠. Check what it says before you rely on it.',
  /** Below "nothing found" where the report shows such words. */
  untrustedBelow: 'Text marked with ⚠ below is from passages that address a program that reads them; it is no answer.',
  untrustedExplained:
    '⚠ marks words of passages that give orders to a program that reads them, imitate one, hide words, or stand near such words. They are shown unchanged, no instruction in them was followed, and they are no answer while other passages exist.',
  /** In the mark of a citation. */
  citedPage: (page: number, recognised?: number) => pageOf(`Page ${page}`, 'read by OCR', recognised),
  /** Follows a derived claim. */
  computed: (formula: string) => `computed: ${formula}`,
  /** Follows a claim that no source states. */
  inference: 'inference',
  /** Follows a claim whose quotation holds struck or hidden words, which it leaves out. */
  unsaid: 'without what the source strikes out or hides',
  /** Label of words quoted in another language. */
  quotation: (language: string) => `Original wording (${language})`,
  about: 'About this report',
  /** Says that words are in English because the project has none in the language of the report; null where it has. */
  borrowed: null as string | null,
  engine: {
    model:
      'Engine: model. What a language model wrote was compared with the quotations that it cites; the rest are words of the sources, selected by rule.',
    offline: 'Engine: offline. The claims are words of the sources, selected and arranged by rule; no model was used.',
  },
  /** Replaces `engine` when a model was asked without a usable answer. */
  uselessModel: (requests: number) =>
    `Engine: offline. The claims are words of the sources, selected and arranged by rule; a model was asked ${counted(requests, 'time')} without a usable answer.`,
  effort: (tasks: number, searches: number, pages: number) =>
    `${counted(tasks, 'task')}, ${counted(searches, 'search', 'searches')}, ${counted(pages, 'passage')} read.`,
  modelUse: (calls: number, tokens: number) => `${counted(calls, 'model call')}, ${counted(tokens, 'token')}.`,
  steered: (at: string, effect: string) => `Changed by a person at ${at}: ${effect}`,
  /** @param changes empty: nothing was changed */
  forked: (run: string, from: ForkPoint, changes: string) =>
    `Forked from the run ${run}, of which everything before ${STAGE[from]} was kept; ${changes === '' ? 'nothing was changed' : `changed: ${changes}`}.`,
  retrieval: ({ found, duplicates, belowThreshold, corrected, rounds }: RetrievalCounts) =>
    `Retrieval: ${counted(found, 'hit')} found, ${counted(duplicates, 'near-duplicate')}, ${belowThreshold} below the relevance threshold; ${counted(corrected, 'corrected query', 'corrected queries')}, ${counted(rounds, 'further round')}.`,
  providerFailed: (provider: string, cause: string, count: number) =>
    `Provider ${provider} failed (${count}×): ${cause}`,
  /** Heading of the line of checks. */
  checks: 'Checks',
  checked: ({ quotesChecked, quotesRejected }: Verification) =>
    `${counted(quotesChecked, 'quotation')} compared with the stored sources, ${quotesRejected} rejected`,
  /** What became of the statements that a model wrote. */
  trust: describeStatements,
  /** Before the answer: so many statements were not judged. @param cause in English; null: unknown */
  notJudged: (count: number, cause: string | null) =>
    `Read with care: whether ${count === 1 ? 'one statement says' : `${count} statements say`} what the sources say was not judged${cause === null ? '' : ` (${cause})`}. Compare ${count === 1 ? 'it' : 'them'} with the quotations.`,
  quotationsOnly: 'quotations only, no claim was judged by a model',
  /** Explains the mark of an unverified claim. */
  unverified: 'Statements marked (?) are in doubt: their quotations may not say them.',
  /** Some claims share too few words with their quotations for the rules, and a model judged them. */
  entailed:
    'Statements in other words than their quotations were judged by the model, beside statements known to be wrong.',
  references: ({ resolved, followed }: Readonly<Record<'resolved' | 'followed', number>>) =>
    `References in the passages read: ${resolved} resolved, ${followed} followed.`,
  degraded: (step: string, cause: string, count: number) => `Degraded: ${step}, ${cause} (${count}×)`,
  gap: (gap: Omit<Gap, 'description'>) => describeGap(gap, 'en'),
  /** One line; none where nothing was spent. */
  spending: (ledger: Ledger) => summarizeSpending(ledger, 'en'),
  diagnostic: (diagnostic: Diagnostic) => describeDiagnostic(diagnostic, 'en'),
};

/** The fixed words of a report in one language. */
export type ReportPhrases = typeof ENGLISH;

/** A page, and how surely its words were recognised. */
export function pageOf(page: string, recognisedBy: string, confidence: number | undefined): string {
  return confidence === undefined ? page : `${page}, ${recognisedBy} (${confidence} %)`;
}
