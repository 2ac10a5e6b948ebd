import type { ReportReading, SourceText } from '../../../workflows/contracts/report/report-reading.ts';

export type { ReportReading, SourceText };

/** `GET /api/runs`. */
export interface ListedRun {
  readonly researchId: string;
  readonly question: string;
  readonly stage: string | null;
  readonly awaitingInput: boolean;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** As far as the store of the server knows. */
  readonly usage: { readonly modelCalls: number; readonly modelTokens: number; readonly money: number } | null;
  readonly findings: number | null;
  /** Of runs on the same folders the same. */
  readonly corpusId: string | null;
  /** What a person called it; null: nothing. */
  readonly name: string | null;
  readonly isPinned: boolean;
}

/** The part of `GET …/claims/{claim}/trace` that the page shows. */
export interface ClaimTrace {
  readonly isTraceable: boolean;
  readonly attributions: readonly ClaimAttribution[];
}

export interface ClaimAttribution {
  readonly number: number | null;
  readonly key: string;
  readonly taskText: string | null;
  readonly fault: string | null;
  readonly quote: { readonly start: number; readonly end: number; readonly reason: string } | null;
  readonly finding: TracedFinding | null;
  readonly stored: {
    readonly isFound: boolean;
    readonly isEqual: boolean;
    readonly layerWords: string | null;
  } | null;
}

export interface TracedFinding {
  readonly findingId: string;
  readonly taskId: string;
  readonly extractedInfo: string;
  readonly contextTier: number;
  readonly weight: number;
  readonly depth: number;
  readonly origin: 'search' | 'reference' | 'clarification';
  readonly relevance: number | null;
  readonly relevanceReason: string;
  readonly finalRelevance: number | null;
  readonly finalReason: string;
  readonly belowThreshold: boolean;
  readonly hitScore: number | null;
}
