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
}

export interface FollowedReferences {
  /** Best first; no passage twice. */
  readonly hits: readonly ReferredHit[];
  /** Unresolved references; listed, never guessed. */
  readonly unresolved: readonly string[];
}

/** Ends the line of an unresolved reference that leads out of the documents. */
export const ON_THE_WEB = ' (on the web; such links are not followed)';

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
