import { type Drift, type DroppedFinding, droppedFindingSchema } from '@plumbline/contracts/evidence/drift';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { RelevanceScore } from '@plumbline/contracts/evidence/search-hit';

const EXCERPT_LENGTH = 160;

export interface ValidatedFindings {
  readonly kept: readonly Finding[];
  readonly dropped: readonly Finding[];
}

/** Every finding with its final relevance: its score, or what extraction said where it has none. */
export function withFinalRelevance(findings: readonly Finding[], scores: readonly RelevanceScore[]): Finding[] {
  const scoreOf = new Map(scores.map((given) => [given.id, given]));
  return findings.map((finding) => {
    const given = scoreOf.get(finding.findingId);
    const finalRelevance = given?.score ?? finding.relevance;
    return { ...finding, finalRelevance, finalReason: given?.reason ?? finding.relevanceReason };
  });
}

/**
 * Gives every finding its final relevance and separates those below the threshold, whatever their tier. What no model judged stays.
 *
 * @param threshold 0..1
 */
export function applyValidation(
  findings: readonly Finding[],
  scores: readonly RelevanceScore[],
  threshold: number,
): ValidatedFindings {
  const isKept = ({ finalRelevance }: Finding): boolean => (finalRelevance ?? 1) >= threshold;
  const scored = withFinalRelevance(findings, scores);
  return { kept: scored.filter(isKept), dropped: scored.filter((finding) => !isKept(finding)) };
}

/** What validation left of each tier, and what it took out. */
export function measureDrift({ kept, dropped }: ValidatedFindings): Drift {
  const tiers = ([1, 2, 3] as const).map((tier) => {
    const isOfTier = ({ contextTier }: Finding): boolean => contextTier === tier;
    const remaining = kept.filter(isOfTier).length;
    return { tier, total: remaining + dropped.filter(isOfTier).length, kept: remaining };
  });
  return {
    tiers: tiers.filter(({ total }) => total > 0),
    dropped: dropped.map(toDroppedFinding),
  };
}

/** Tiers with less than the share `warning` (0..1) remaining. */
export function driftedTiers({ tiers }: Drift, warning: number): Drift['tiers'] {
  return tiers.filter(({ total, kept }) => kept < total * warning);
}

function toDroppedFinding(finding: Finding): DroppedFinding {
  const words = (finding.extractedInfo || (finding.quotes[0]?.text ?? '')).replaceAll(/\s+/g, ' ').trim();
  const excerpt = words.slice(0, EXCERPT_LENGTH);
  return droppedFindingSchema.parse({ ...finding, reason: finding.finalReason, excerpt });
}
