import type { FoundItem } from '../contracts/catalogue-activities.ts';
import type { AssumedFilter, Filters } from '../contracts/catalogue.ts';
import type { CorpusReport } from '../contracts/corpus.ts';
import type { Finding, RankedHit } from '../contracts/evidence.ts';
import type { QueryAnchor } from '../contracts/query-anchor.ts';
import type { ResearchTask } from '../contracts/research-plan.ts';

/** What an answer is about, as the parts of research take it. */
export interface AnswerSubject {
  readonly anchor: QueryAnchor;
  readonly task: ResearchTask;
  readonly corpus: CorpusReport;
}

/** Hits of documents and pages in their final order, and what those that were read say. */
export interface Passages {
  readonly hits: readonly RankedHit[];
  readonly findings: readonly Finding[];
}

/** What a catalogue brought. */
export interface Items {
  readonly vertical: string;
  readonly items: readonly FoundItem[];
  readonly used: Filters;
  readonly assumed: readonly AssumedFilter[];
  readonly comparable: readonly string[];
  readonly filterSummary: string;
  readonly notes: readonly string[];
}

/** All that one answer is written from. */
export interface Evidence {
  /** Vertical of the plan's first step. */
  readonly plannedVertical: string;
  readonly passages: Passages;
  /** Null: no catalogue was searched. */
  readonly items: Items | null;
}

/** Evidence after it was judged. */
export interface JudgedEvidence extends Evidence {
  /** The answer rests on items alone. */
  readonly isCatalogueEnough: boolean;
}
