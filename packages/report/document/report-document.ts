import type { Ledger } from '@plumbline/contracts/common/metering';
import type { WebProvider } from '@plumbline/contracts/common/web-search';
import type { LeftOut, SkippedFile } from '@plumbline/contracts/evidence/corpus';
import type { Drift } from '@plumbline/contracts/evidence/drift';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import type { Source } from '@plumbline/contracts/evidence/source';
import type { RegisteredSource, ShownSources } from '@plumbline/contracts/evidence/source-registry';
import type { Citation } from '@plumbline/contracts/report/report';
import type { PublishReportInput } from '@plumbline/contracts/report/report-activities';
import type { ReadClaim, ReadSection } from '@plumbline/contracts/report/report-reading';
import type { CheckedReport } from '@plumbline/contracts/report/settled-stages';
import type { RetrievalTelemetry } from '@plumbline/contracts/research/accounting';
import type { ForkOrigin } from '@plumbline/contracts/research/fork';
import type { CitationStyle } from '@plumbline/contracts/settings/report-settings';
import type { QuotedUnits } from '@plumbline/quotes/quotes';
import type { SourceFacts } from './sources.ts';

/** Everything that a report shows. Equal content always renders to equal text. */
export interface ReportContent
  extends
    Omit<CheckedReport, 'findings'>,
    Pick<PublishReportInput, 'anchor' | 'conversation' | 'gaps' | 'engine' | 'usage' | 'degradations' | 'steering'> {
  readonly citationStyle: CitationStyle;
  readonly shownSources: ShownSources;
  readonly findings: readonly Finding[];
  readonly registered: readonly RegisteredSource[];
  readonly units: QuotedUnits;
  readonly sources: readonly Source[];
  readonly filesIndexed: number;
  /** Web providers that were asked. */
  readonly providers: readonly WebProvider[];
  /** Of the folders, and of the web pages that were read in part. */
  readonly skippedFiles: readonly SkippedFile[];
  /** Number of all skipped files of the folders; `skippedFiles` may hold only the first. */
  readonly filesSkipped: number;
  readonly leftOutFiles: readonly LeftOut[];
  /** Requests to a model, counted if none brought a usable answer. */
  readonly uselessRequests: number;
  readonly tasks: readonly Pick<ResearchTask, 'taskId' | 'text'>[];
  /** Null: nothing was validated. */
  readonly drift: Drift | null;
  readonly references: RetrievalTelemetry['references'];
  readonly retrieval: Pick<RetrievalTelemetry, 'counts' | 'providerErrors' | 'qualityNotes'>;
  /** Null if nothing was spent. */
  readonly ledger: Ledger | null;
  /** Null: the run began with its question. */
  readonly forkedFrom: ForkOrigin | null;
}

/** In a report of the rules, follows a claim that they could not compare with its quotes; the closing section explains it. */
export const UNVERIFIED_MARK = '(?)';

/**
 * What a report says, part by part, before a format writes it. Its texts are words, whatever characters they hold; only
 * backticks mean something: they enclose code. A writer escapes texts as its format asks.
 */
export interface ReportDocument extends CitedSources {
  readonly title: string;
  readonly parts: readonly DocumentPart[];
}

/** What the citations of a document are taken from. */
export interface CitedSources {
  /** In order of first use, numbered from 1 without gaps; one number for each quote. */
  readonly citations: readonly Citation[];
  /** Everything that could be cited, with the numbers of what is. */
  readonly registered: readonly RegisteredSource[];
  /** In the order of their marks. */
  readonly computations: readonly Computation[];
  /** Of everything that was found: two documents may share a name. */
  readonly locators: readonly string[];
  readonly facts: SourceFacts;
}

export interface DocumentPart {
  readonly name:
    | ReadSection['name']
    | 'caution'
    | 'sources'
    | 'refused'
    | 'doubted'
    | 'about'
    | 'tasks'
    | 'findings'
    | 'gaps';
  /** Empty: the part has none. */
  readonly heading: string;
  readonly blocks: readonly DocumentBlock[];
}

export type DocumentBlock =
  /** Opens a group of claims; empty where the group has no name. */
  | { readonly kind: 'heading'; readonly text: string }
  /** Introduces the list below it. */
  | { readonly kind: 'label'; readonly inlines: readonly Words[] }
  | { readonly kind: 'paragraph'; readonly inlines: readonly Inline[] }
  /** Claims of which each is a paragraph. */
  | { readonly kind: 'statements'; readonly claims: readonly DocumentClaim[] }
  | { readonly kind: 'list'; readonly items: readonly ListItem[] }
  /** The first row heads the columns, the first cell of the others names the row. */
  | { readonly kind: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly Cell[])[] }
  /** Lines to be copied, in order, perhaps with the name of their language; their citations follow. */
  | { readonly kind: 'code'; readonly claims: readonly DocumentClaim[]; readonly language: string }
  /** Where the sources are listed. */
  | { readonly kind: 'sources' };

export type Cell = readonly Inline[];

export interface ListItem {
  readonly inlines: readonly Inline[];
  /** Null: the list is not ordered. */
  readonly number: number | null;
  readonly below: readonly ListItem[];
}

export interface Words {
  readonly kind: 'text';
  readonly text: string;
  readonly style?: 'bold' | 'italic' | 'code';
}

export type Inline =
  | Words
  | { readonly kind: 'citation'; readonly citation: Citation }
  /** One statement; words in another language become a quotation of their own. */
  | { readonly kind: 'claim'; readonly claim: DocumentClaim }
  /** A quoted unit behind its document and section. */
  | { readonly kind: 'passage'; readonly claim: DocumentClaim }
  /** Name and place of the source of the claim that follows. */
  | { readonly kind: 'origin'; readonly citation: Citation };

/** A claim with its citations, and with all that a reader must be told of it. */
export interface DocumentClaim extends Omit<ReadClaim, 'citations' | 'pieces' | 'computation'> {
  readonly citations: readonly Citation[];
  /** The text, with each citation behind the words that it carries. */
  readonly pieces: readonly DocumentPiece[];
  /** Null: its figures are cited. */
  readonly computation: Computation | null;
  /** The text says that the rules could not compare it with its quotes. */
  readonly isDoubted: boolean;
  /** Its quotation holds struck or hidden words, which it leaves out. */
  readonly leavesOutUnsaid: boolean;
}

/** How a derived figure follows from what is cited; listed below the sources. */
export interface Computation {
  /** A letter, which follows the claim. */
  readonly mark: string;
  readonly words: string;
  readonly citations: readonly Citation[];
}

export interface DocumentPiece {
  readonly text: string;
  readonly isBold: boolean;
  readonly citations: readonly Citation[];
}

export function words(text: string): Words {
  return { kind: 'text', text };
}

/** The lines of a block of code. */
export function codeOf(claims: readonly Pick<DocumentClaim, 'text'>[]): string {
  return claims.map(({ text }) => text.replaceAll('\r', '').replace(/^\n+/, '').trimEnd()).join('\n');
}

/** What the lines of a block of code cite, each once. */
export function citedBy(claims: readonly Pick<DocumentClaim, 'citations'>[]): Citation[] {
  return [
    ...new Map(claims.flatMap(({ citations }) => citations.map((each) => [each.number, each] as const))).values(),
  ];
}

/** Words that somebody else wrote, without the spaces around them. */
export function givenWords(text: string): Words {
  return words(text.trim());
}

/** A phrase of the report itself, in which `**` encloses what is bold. */
export function boldWords(phrase: string): Words[] {
  const parts = phrase.split(/\*\*(.+?)\*\*/u);
  return parts.flatMap((text, index): Words[] => {
    if (text === '') return [];
    return [index % 2 === 1 ? { kind: 'text', text, style: 'bold' } : words(text)];
  });
}

/** Characters without a meaning; a text that holds them would only show the code twice. */
const PLACE = '\uE000\uE001\uE000';

/** A phrase around a text of a program, which is shown as it is. */
export function wordsAround(code: string, phrase: (place: string) => string): Words[] {
  return phrase(PLACE)
    .split(PLACE)
    .flatMap((text, index): Words[] => [
      ...(index > 0 ? [{ kind: 'text' as const, text: code.trim(), style: 'code' as const }] : []),
      ...(text === '' ? [] : [words(text)]),
    ]);
}

/** Claims that read on. */
export function prose(claims: readonly DocumentClaim[]): Inline[] {
  return claims.flatMap((claim, index): Inline[] => [...(index > 0 ? [words(' ')] : []), { kind: 'claim', claim }]);
}

/** A quotation in another language has a paragraph of its own, with the words that introduce it. */
export function paragraphsOf(inlines: readonly Inline[]): Inline[][] {
  const paragraphs: Inline[][] = [];
  let current: Inline[] = [];
  const end = () => {
    if (isBlank(current.at(-1))) current.pop();
    if (current.length > 0) paragraphs.push(current);
    current = [];
  };
  for (const inline of inlines) {
    const isQuotation = inline.kind === 'claim' && inline.claim.quotedLanguage !== null;
    if (isQuotation && current.some(({ kind }) => kind === 'claim')) end();
    if (current.length > 0 || !isBlank(inline)) current.push(inline);
    if (isQuotation) end();
  }
  end();
  return paragraphs;
}

function isBlank(inline: Inline | undefined): boolean {
  return inline?.kind === 'text' && inline.text.trim() === '';
}
