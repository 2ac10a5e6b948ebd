import type { MeteringTerms } from '../common/metering.ts';
import type { WebProvider, WebSettings } from '../common/web-search.ts';
import type { Finding, Quote } from '../evidence/finding.ts';
import type { QueryAnchor } from '../evidence/query-anchor.ts';
import type { ApprovedTask, ResearchTask } from '../evidence/research-plan.ts';
import type {
  HitReference,
  PassageHit,
  RankedReference,
  ReferredHit,
  RelevanceScore,
  SearchHit,
} from '../evidence/search-hit.ts';
import type { ReasoningInput } from './accounting.ts';
import type { SourceWeighting } from './research-request.ts';

/** Ends the line of an unresolved reference that leads out of the documents. */
export const ON_THE_WEB = ' (on the web; not followed)';

export interface RewriteQueryInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly tasks: readonly ResearchTask[];
  /** All that may be searched; see `corpusMembers`. */
  readonly corpusId: string;
  readonly corpusLanguages: readonly string[];
  /** Most queries of a task; its own words come first. */
  readonly queryVariants: number;
  /** Null for the first queries; else a rule makes one broader query for each task. */
  readonly correction: { readonly triedQueries: readonly string[] } | null;
}

export interface RewrittenQueries {
  /** For each task, in order. */
  readonly queries: readonly (readonly string[])[];
}

/** What one query looks for in one place. */
export interface SearchInput {
  /** One folder or several; see `corpusMembers`. */
  readonly corpusId: string;
  readonly query: string;
  /** Language of the query, ISO 639-1: decides stemming. */
  readonly language: string;
  readonly topK: number;
}

/** What several queries look for in one place; see {@link SearchInput}. */
export interface SearchFolderInput extends Omit<SearchInput, 'query'> {
  readonly queries: readonly string[];
  /** Hits have their words. Absent: they only say where these are. */
  readonly snippets?: true;
}

export interface SearchedFolder {
  /** Each once, as the first of the queries found it. */
  readonly hits: readonly SearchHit[];
  /** For each query the places of its hits in `hits`, best first. */
  readonly rankings: readonly (readonly number[])[];
  readonly notes: readonly string[];
}

export interface SearchWebInput extends Pick<WebSettings, 'domainAllow' | 'domainBlock' | 'since'> {
  readonly provider: WebProvider;
  readonly query: string;
  /** Of the query, ISO 639-1. */
  readonly language: string;
  readonly topK: number;
  /** ISO date; pages known to be newer are left out. Absent: none are. */
  readonly until?: string;
  /** Domains that a provider which can is asked to keep to; what others find elsewhere stays. Absent: none. */
  readonly targetDomains?: readonly string[];
  /** Only sources of tier 1. */
  readonly primaryOnly: boolean;
  readonly metering: MeteringTerms;
}

export interface SearchResult {
  /** Best first. */
  readonly hits: readonly SearchHit[];
  /** Problems that cost quality but no result, for people. */
  readonly notes: readonly string[];
  /** Engines of the provider that did not answer, each with the reason; absent: none. */
  readonly unanswered?: readonly string[];
  /** Why nothing could be found, though the provider answered. */
  readonly problem?: string;
}

/** How much of a hit a model reads: its best sentences, or whole passages, of a page of the web more of them. */
export type ReadingExtent = 'excerpts' | 'passages';

export interface ReadPageInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpusId: string;
  /** Where the run keeps the pages it read; see `webCorpusIdOf`. */
  readonly webCorpusId: string;
  /** A hit of a web provider; its locator is the address. */
  readonly hit: SearchHit;
  readonly reading: ReadingExtent;
  /** Domains that the person excluded, also after a redirect. */
  readonly domainBlock: readonly string[];
  readonly metering: MeteringTerms;
}

export interface ReadPage {
  /** The page's best passages for the task, best first. */
  readonly hits: readonly PassageHit[];
  /** Why the page cannot be read, for people; null where it was read. */
  readonly problem: string | null;
  /** Which part of a page that was read is missing, and why; absent: none. */
  readonly unread?: string;
}

export interface ScoreRelevanceInput {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpusId: string;
  readonly hits: readonly HitReference[];
  /** Rank of the first hit in the whole list, counted from 1. */
  readonly firstRank: number;
}

/** What one query found. */
export interface FoundHits {
  readonly query: string;
  /** Null: the folders. */
  readonly provider: WebProvider | null;
  /** Places of its hits among all hits of the task, best first. */
  readonly hits: readonly number[];
}

export interface RerankInput extends Omit<ScoreRelevanceInput, 'firstRank'> {
  /** Where the decisions are kept, and what they were made from; null: they are not kept. */
  readonly record: { readonly researchId: string; readonly found: readonly FoundHits[] } | null;
  /** A hit without one is scored by the offline rule. */
  readonly scores: readonly RelevanceScore[];
  /** Most hits that are worth reading. */
  readonly topK: number;
  /** A model will judge whole passages: hits below the threshold are passed on, too, until there are so many. */
  readonly fillsUpTo?: number;
  /** First hits of the fused search, which no threshold takes out: their rank tells as much as their score. 5 by default. */
  readonly leading?: number;
  /** No model reads: the same text in other documents is read with each hit, and takes no other's place. */
  readonly keepsCopies?: true;
  readonly relevanceThreshold: number;
  readonly sourceWeighting: SourceWeighting;
  readonly approvedTasks: readonly ApprovedTask[];
}

export interface RerankedHits {
  /** Those worth reading, best first; behind them leading ones, and the best of the others that stayed below the threshold. */
  readonly hits: readonly RankedReference[];
  readonly belowThreshold: number;
  readonly duplicates: number;
  /** For people, like the notes of a search. */
  readonly notes: readonly string[];
}

/** What of a finding leads to the references in its passage. */
export interface ReferringFinding extends Pick<Finding, 'findingId' | 'passageId' | 'locator'> {
  readonly quotes: readonly Pick<Quote, 'start' | 'end'>[];
}

/** Where a reader would look next. */
export type Lead =
  /** A heading in the outline of a document that was shown. */
  | { readonly kind: 'section'; readonly locator: string; readonly heading: string }
  /** A reference in a passage, as it is written there. */
  | {
      readonly kind: 'reference';
      readonly text: string;
      readonly passageId: string;
      readonly locator: string;
      readonly findingId: string;
    }
  | { readonly kind: 'search'; readonly words: string }
  /** Documents that many hits lie in, or the chapters around these hits, as far as they are short enough; the most needed first. */
  | {
      readonly kind: 'whole';
      readonly documents: readonly { readonly locator: string; readonly passageIds: readonly string[] }[];
      /** Characters in all, with the hits. */
      readonly room: number;
    };

export interface FollowReferencesInput {
  readonly corpusId: string;
  /** Passages whose references are followed, all of them. */
  readonly findings: readonly ReferringFinding[];
  /** What a reader named; a search is left to the caller. */
  readonly leads: readonly Lead[];
  /** Passages that were read or followed to before. */
  readonly visitedPassageIds: readonly string[];
  readonly maxReferences: number;
  /** The run may read the web: links that lead there are given back to be followed. */
  readonly followsWeb: boolean;
}

/** A reference to a page of the web. */
export interface WebLink {
  /** With `https:` or `http:`; of a DOI or an arXiv id the address that resolves it. */
  readonly url: string;
  /** The reference as written. */
  readonly text: string;
  /** The sentence that refers, at most 500 characters. */
  readonly sentence: string;
  /** The finding whose passage contains it. */
  readonly findingId: string;
}

export interface FollowedReferences {
  /** Best first; no passage twice. */
  readonly hits: readonly ReferredHit[];
  /** Unresolved references; listed, never guessed. */
  readonly unresolved: readonly string[];
  /** In the order of the hits, no address twice; none where the web is not followed. */
  readonly links: readonly WebLink[];
}

/** Whether an unresolved reference is a link to the web: nothing was looked for there. */
export function isOnTheWeb(unresolved: string): boolean {
  return unresolved.endsWith(ON_THE_WEB);
}

/** The gate: targets of references are scored before they are read. */
export interface ScoreReferencesInput {
  readonly anchor: QueryAnchor;
  readonly approvedTasks: readonly ApprovedTask[];
  readonly corpusId: string;
  readonly hits: readonly ReferredHit[];
}
