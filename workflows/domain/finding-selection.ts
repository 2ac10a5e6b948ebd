import type { RelevanceScore } from '../contracts/activities.ts';
import type { Finding } from '../contracts/evidence.ts';

/** Findings below this final relevance have drifted from the question and are dropped. */
export const DRIFT_THRESHOLD = 0.25;

/** Bytes of findings that one payload may carry; well below the 128 KiB that a payload may have in all. */
export const MAX_FINDING_BYTES = 49_152;

export interface ValidatedFindings {
  readonly kept: readonly Finding[];
  readonly drifted: readonly Finding[];
}

/** Gives every finding its final relevance and separates those that drifted, or that nobody could score. */
export function applyValidation(findings: readonly Finding[], scores: readonly RelevanceScore[]): ValidatedFindings {
  const scoreOf = new Map(scores.map(({ id, score }) => [id, score]));
  const scored = findings.map((finding) => ({
    ...finding,
    finalRelevance: scoreOf.get(finding.findingId) ?? finding.relevance,
  }));
  const isKept = ({ finalRelevance }: Finding): boolean => finalRelevance !== null && finalRelevance >= DRIFT_THRESHOLD;
  return { kept: scored.filter(isKept), drifted: scored.filter((finding) => !isKept(finding)) };
}

/** Orders by tier, then weight × final relevance, and keeps what fits into one payload: the best evidence first. */
export function selectForSynthesis(findings: readonly Finding[], maxBytes = MAX_FINDING_BYTES): Finding[] {
  const strength = ({ weight, finalRelevance }: Finding): number => weight * (finalRelevance ?? 0);
  const ordered = [...findings].sort((a, b) => a.contextTier - b.contextTier || strength(b) - strength(a));
  return takeWithinBytes(ordered, maxBytes);
}

/** Splits into batches of which each fits into one payload, in the given order. */
export function batchByBytes(findings: readonly Finding[], maxBytes = MAX_FINDING_BYTES): Finding[][] {
  const batches: Finding[][] = [];
  let rest = findings;
  while (rest.length > 0) {
    const batch = takeWithinBytes(rest, maxBytes);
    batches.push(batch);
    rest = rest.slice(batch.length);
  }
  return batches;
}

/** The longest head of the list that fits; at least one entry, so that no finding can stop a run by its size. */
function takeWithinBytes(findings: readonly Finding[], maxBytes: number): Finding[] {
  let bytes = 0;
  const end = findings.findIndex((finding, index) => {
    bytes += new TextEncoder().encode(JSON.stringify(finding)).byteLength;
    return bytes > maxBytes && index > 0;
  });
  return end === -1 ? [...findings] : findings.slice(0, end);
}
