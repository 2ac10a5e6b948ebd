import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { RelevanceScore, ValidateRelevanceInput } from '../workflows/contracts/activities.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { toReadableFinding } from './evidence/evidence-reading.ts';
import { interestsOfAnchor } from './evidence/interests.ts';
import { scoreInBatches } from './reasoning/relevance-batches.ts';
import { validateRelevanceStep } from './reasoning/steps/validate-relevance.ts';

/** Scores every finding again, this time against the anchor. */
export function createValidateRelevance({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: ValidateRelevanceInput, signal: AbortSignal): Promise<Reasoned<readonly RelevanceScore[]>> => {
    const { anchor, corpusId, today, engine } = input;
    const interests = await interestsOfAnchor(corpus, corpusId, anchor);
    const entries = input.findings.map((finding) => ({ ...toReadableFinding(finding), id: finding.findingId }));
    return scoreInBatches(entries, (batch) => {
      const findings = batch.map((entry) => ({ ...entry, findingId: entry.id }));
      return reasoner.run(validateRelevanceStep, { today, anchor, interests, findings }, { engine, signal });
    });
  };
}
