import type { ReasoningInput } from './accounting.ts';
import type { Finding, ReferredHit } from './evidence.ts';
import type { QueryAnchor } from './query-anchor.ts';

export interface FollowReferencesInput {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  /** Passages whose references are followed. */
  readonly findings: readonly Finding[];
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
  /** The finding in whose passage it stands. */
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

/** Ends the line of an unresolved reference that leads out of the documents. */
export const ON_THE_WEB = ' (on the web; not followed)';

/** Whether an unresolved reference is a link to the web: nothing was looked for there. */
export function isOnTheWeb(unresolved: string): boolean {
  return unresolved.endsWith(ON_THE_WEB);
}

/** The gate: targets of references are scored before they are read. */
export interface ScoreReferencesInput extends ReasoningInput {
  readonly anchor: QueryAnchor;
  readonly corpusId: string;
  readonly hits: readonly ReferredHit[];
}
