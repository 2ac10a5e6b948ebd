import type { Ledger } from '@plumbline/contracts/common/metering';
import type { Drift } from '@plumbline/contracts/evidence/drift';
import type { Verification } from '@plumbline/contracts/report/report';
import type { Trust } from '@plumbline/contracts/report/trust';
import type { Gap, RetrievalTelemetry } from '@plumbline/contracts/research/accounting';
import type { Diagnostic } from '@plumbline/contracts/research/diagnostic';
import type { ForkPoint } from '@plumbline/contracts/research/fork';

type RetrievalCounts = Pick<
  RetrievalTelemetry['counts'],
  'found' | 'duplicates' | 'belowThreshold' | 'corrected' | 'rounds'
>;

type TierDrift = Drift['tiers'][number];

/** The fixed words of a report in one language. */
export interface ReportPhrases {
  /** ISO 639-1 code. */
  readonly language: string;
  readonly nothingFound: string;
  readonly nothingFoundInPart: string;
  /** The same where nothing could be read. */
  readonly nothingRead: string;
  /** Introduces claims that share words with the question but do not answer it. */
  readonly nearest: string;
  readonly allWordsFound: string;
  /** Heading of the passages that a search found. */
  readonly passages: string;
  /** @param providers web providers that were asked */
  readonly searched: (files: number, providers: readonly string[], searches: number) => string;
  readonly overview: string;
  readonly conflicts: string;
  readonly conflict: (number: number) => string;
  readonly limitations: string;
  readonly keyFindings: string;
  /** The one sentence on the work of the rules in a model's report. */
  readonly rulesStoodIn: string;
  /** Headings behind a report: of a model's text, what was refused, and what is unsure. */
  readonly refusedStatements: string;
  readonly doubtedStatements: string;
  /** What became of a refused statement. */
  readonly leftOut: string;
  readonly mended: (replacement: string) => string;
  readonly unanswered: string;
  readonly assumptions: string;
  readonly assumed: string;
  readonly skipped: string;
  readonly timedOut: string;
  /** @param named the first files, with the reasons */
  readonly unreadableFiles: (count: number, named: string) => string;
  /** The same where the rest of some of them was read. */
  readonly partlyReadFiles: (count: number, named: string) => string;
  /** Web pages whose rest was read. */
  readonly partlyReadPages: (count: number, named: string) => string;
  readonly more: (count: number) => string;
  /** Where the entries are that a line does not name. */
  readonly rest: string;
  /** @param tiers each by `tierDrift` */
  readonly drift: (tiers: string) => string;
  readonly tierDrift: (drift: TierDrift) => string;
  /** @param named the nearest to being kept; also below */
  readonly droppedFindings: (count: number, named: string) => string;
  readonly refusedReferences: (count: number, named: string) => string;
  readonly unresolvedReferences: (count: number, named: string) => string;
  readonly sources: string;
  /** The first words of a quotation, in the quotation marks of the language. */
  readonly excerpt: (words: string) => string;
  /** Marks a source that nothing cites. */
  readonly unused: string;
  /** @param range `12`, or `12-14` */
  readonly lines: (range: string) => string;
  /**
   * @param label page number printed on the page; null if the page has none or the same
   * @param recognised how surely its words were recognised in a picture, in percent
   */
  readonly page: (page: number, label: string | null, recognised?: number) => string;
  readonly published: (day: string) => string;
  readonly retrieved: (day: string) => string;
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
  readonly citedPage: (page: number, recognised?: number) => string;
  /** Follows a derived claim. */
  readonly computed: (formula: string) => string;
  /** Follows a claim that no source states. */
  readonly inference: string;
  /** Follows a claim whose quotation holds struck or hidden words, which it leaves out. */
  readonly unsaid: string;
  /** Label of words quoted in another language. */
  readonly quotation: (language: string) => string;
  readonly about: string;
  /** Says that words are in English because the project has none in the language of the report; null where it has. */
  readonly borrowed: string | null;
  readonly engine: Readonly<Record<'model' | 'offline', string>>;
  /** Replaces `engine` when a model was asked without a usable answer. */
  readonly uselessModel: (requests: number) => string;
  readonly effort: (tasks: number, searches: number, pages: number) => string;
  readonly modelUse: (calls: number, tokens: number) => string;
  readonly steered: (at: string, effect: string) => string;
  /** @param changes empty: nothing was changed */
  readonly forked: (run: string, from: ForkPoint, changes: string) => string;
  readonly retrieval: (counts: RetrievalCounts) => string;
  readonly providerFailed: (provider: string, cause: string, count: number) => string;
  /** Heading of the line of checks. */
  readonly checks: string;
  readonly coverage: string;
  readonly checked: (verification: Verification) => string;
  /** What became of the statements that a model wrote. */
  readonly trust: (trust: Omit<Trust, 'quotations' | 'equal'>) => string;
  /** Before the answer: so many statements were not judged. @param cause in English; null: unknown */
  readonly notJudged: (count: number, cause: string | null) => string;
  readonly quotationsOnly: string;
  /** Explains the mark of an unverified claim. */
  readonly unverified: string;
  /** Some claims share too few words with their quotations for the rules, and a model judged them. */
  readonly entailed: string;
  readonly references: (counts: Readonly<Record<'resolved' | 'followed', number>>) => string;
  readonly degraded: (step: string, cause: string, count: number) => string;
  readonly gap: (gap: Omit<Gap, 'description'>) => string;
  /** One line; none where nothing was spent. */
  readonly spending: (ledger: Ledger) => string[];
  readonly diagnostic: (diagnostic: Diagnostic) => string;
}

/** A page, and how surely its words were recognised. */
export function pageOf(page: string, recognisedBy: string, confidence: number | undefined): string {
  return confidence === undefined ? page : `${page}, ${recognisedBy} (${confidence} %)`;
}
