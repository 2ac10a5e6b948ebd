import type { ReadCitation, ReadClaim, ReadSource } from '../../../workflows/contracts/report-reading.ts';
import type { ClaimAttribution, ReportReading } from '../api/api-types.ts';

/** What the panel is about; its parts share it. */
export interface CitedClaim {
  readonly reading: ReportReading;
  readonly claim: ReadClaim;
  readonly citation: ReadCitation;
  /** Null: the record does not know it. */
  readonly source: ReadSource | null;
}

export interface CitedClaimProps {
  readonly cited: CitedClaim;
  /** Null while it is being traced, or if that failed. */
  readonly attribution: ClaimAttribution | null;
}
