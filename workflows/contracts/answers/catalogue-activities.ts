import type { Finding } from '../evidence/finding.ts';
import type { AssumedFilter, Card, Filters, ShownField } from './catalogue.ts';

export interface SearchCatalogueInput {
  readonly catalogues: readonly string[];
  readonly vertical: string;
  /** The message as a question that needs no conversation. */
  readonly question: string;
  /** What of it no filter says. */
  readonly query: string;
  readonly filters: Filters;
  readonly preference: string;
  /** Titles: only these items are found, nothing is assumed for them. Absent: any item. */
  readonly named?: readonly string[] | undefined;
  /** ISO 639-1, of labels and formats. */
  readonly language: string;
  readonly topK: number;
  /** ISO date (YYYY-MM-DD): defaults of dates count from here. */
  readonly today: string;
}

/** An item with its score, and the finding that an answer can cite. */
export interface FoundItem {
  readonly card: Omit<Card, 'citation'>;
  /** What it states of the attributes that can be compared, whether its card shows them or not. */
  readonly attributes: readonly ShownField[];
  /** What it states, in sentences for people who read the language. */
  readonly description: string;
  /** 0..1. */
  readonly score: number;
  /** Its one quote is the whole item as stored text, under the key `citationKeyOf(findingId, 1)`. */
  readonly finding: Finding;
}

export interface FoundItems {
  /** Best first; every one satisfies every filter. */
  readonly items: readonly FoundItem[];
  /** Filters with defaults that were missing and were filled in for this search. */
  readonly assumed: readonly AssumedFilter[];
  /** Labels of attributes that can be compared. */
  readonly comparable: readonly string[];
  /** One line that says what was searched for: "Boston, check-in 2025-03-01, 2 guests". */
  readonly filterSummary: string;
  /** Filters that the items satisfy where none satisfied all that were given: those that the message itself states. */
  readonly used?: Filters;
  readonly notes: readonly string[];
}
