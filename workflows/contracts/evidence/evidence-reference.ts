import type { BlobRef, Finding } from './evidence.ts';

/** Findings that an activity reads from the store: in every input they would fill the history. */
export interface EvidenceReference {
  /** A stored list of findings. */
  readonly blob: BlobRef;
  /** The findings that are meant, in this order; absent: all. */
  readonly findingIds?: readonly string[];
  /** Citation keys of quotes that were rejected since they were stored. */
  readonly rejectedQuotes?: readonly string[];
}

/** Findings of an activity's input: given, or referred to, and then the list is empty. */
export interface GivenEvidence {
  readonly findings: readonly Finding[];
  readonly evidence?: EvidenceReference;
}

export interface StoreEvidenceInput {
  /** The run that owns the findings: they are deleted with it. */
  readonly researchId: string;
  readonly findings: readonly Finding[];
  /** A list that they are added to; null: a new one. */
  readonly before: BlobRef | null;
}
