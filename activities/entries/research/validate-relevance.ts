import type { ValidatedRelevance, ValidateRelevanceInput } from '@plumbline/contracts/report/report-activities';
import { type EvidenceStores, storeEvidence } from '@plumbline/storage/evidence';
import { withFinalRelevance } from '../../../workflows/domain/finding-validation.ts';

/**
 * Gives every finding its final relevance, and stores the findings with it: what the model said that read the whole passage for the
 * whole question. Without a model it is unknown.
 */
export function createValidateRelevance(stores: EvidenceStores) {
  return async ({ findings, storeFor }: ValidateRelevanceInput): Promise<ValidatedRelevance> => {
    const scores = findings.map(({ findingId, relevance, relevanceReason }) => ({
      id: findingId,
      score: relevance,
      reason: relevanceReason,
    }));
    return { scores, stored: await storeEvidence(stores, storeFor, withFinalRelevance(findings, scores)) };
  };
}
