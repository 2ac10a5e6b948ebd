import type { Finding } from './finding.ts';
import type { BlobRef } from './source.ts';

/** A finding in a stored list, as it reads there. */
export interface StoredFinding {
  readonly list: BlobRef;
  readonly finding: Finding;
}

/** Where the findings of a run are stored, by their ids. */
export type EvidenceIndex = ReadonlyMap<string, StoredFinding>;

/** What of a finding has changed since it was stored. */
export type FindingChange = Partial<Omit<Finding, 'quotes'>> & {
  readonly findingId: string;
  /** Citation keys of its quotes, which may come from a finding that was merged with it. */
  readonly quotes?: readonly string[];
};

/** Findings that an activity reads from the store: in every input they would fill the history. */
export interface EvidenceReference {
  /** Stored lists that hold them; of two versions of a finding the later list's counts. */
  readonly lists: readonly BlobRef[];
  /** The findings that are meant, in this order. */
  readonly findingIds: readonly string[];
  readonly changes?: readonly FindingChange[];
}

/** Findings of an activity's input: those that are stored by reference, the others as they are. */
export interface GivenEvidence {
  readonly findings: readonly Finding[];
  /** Also gives the order of all; absent: no finding is stored. */
  readonly evidence?: EvidenceReference;
}
