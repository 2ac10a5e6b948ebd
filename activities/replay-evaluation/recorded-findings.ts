import type { DroppedFinding } from '../../workflows/contracts/drift.ts';
import type { Finding } from '../../workflows/contracts/evidence.ts';
import type { ResearchRecord } from '../../workflows/contracts/report.ts';

/** Findings of a record, as validation got them. */
export interface RecordedFindings {
  /** Those that the report was written from, in their order, without what the memory held: that was not researched. */
  readonly accepted: readonly Finding[];
  /** Those that validation dropped. Their texts are not recorded. */
  readonly dropped: readonly Finding[];
}

export function recordedFindings({ findings, drift }: ResearchRecord): RecordedFindings {
  const accepted = findings.filter(({ sourceType }) => sourceType === undefined);
  return { accepted, dropped: (drift?.dropped ?? []).map(toFinding) };
}

function toFinding({ reason, excerpt, ...dropped }: DroppedFinding): Finding {
  return {
    ...dropped,
    passageId: '',
    sourceId: '',
    title: '',
    page: null,
    extractedInfo: excerpt,
    quotes: [],
    passageSpan: { textHash: '', start: 0, end: 0 },
    hitScore: null,
    relevanceReason: '',
    belowThreshold: false,
    mentionedEntities: [],
    weight: 0,
    depth: 0,
    finalReason: reason,
    untrusted: [],
  };
}
