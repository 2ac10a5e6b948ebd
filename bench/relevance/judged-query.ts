import type { ReadHit } from '../../activities/offline-engine/passages/passage-relevance.ts';

/** A hit of a query, with whether it is judged relevant; unjudged ones are not. */
export interface JudgedHit extends ReadHit {
  readonly isRelevant: boolean;
}

/** A query with its first hits, best first. */
export interface JudgedQuery {
  readonly id: string;
  /** ISO 639-1 code. */
  readonly language: string;
  readonly isAssertion: boolean;
  readonly hits: readonly JudgedHit[];
}
