import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { ValidateRelevanceInput } from '../workflows/contracts/activities.ts';
import type { Finding, RelevanceScore } from '../workflows/contracts/evidence.ts';
import type { StoredPassage } from './corpus/corpus-index.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { toReadableFinding } from './evidence/evidence-reading.ts';
import { fitsToAnchor, type SurroundedFinding } from './reading/anchor-fit.ts';
import { interestsOfAnchor } from './reading/interests.ts';
import { scoreInBatches } from './reasoning/relevance-batches.ts';
import { validateRelevanceStep } from './reasoning/steps/validate-relevance.ts';

/** Scores every finding again, this time in its stored surroundings against the whole anchor. */
export function createValidateRelevance({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: ValidateRelevanceInput, signal: AbortSignal): Promise<Reasoned<readonly RelevanceScore[]>> => {
    const { anchor, corpusId, today, engine } = input;
    const interests = await interestsOfAnchor(corpus, corpusId, anchor);
    const stored = await corpus.readPassages(
      corpusId,
      input.findings.map(({ passageId }) => passageId),
    );
    const surrounded = input.findings.map((finding) => withSurroundings(finding, stored.get(finding.passageId)));
    const fits = fitsToAnchor(interests, surrounded);
    const entries = surrounded.map((finding, index) => ({
      ...finding,
      id: finding.findingId,
      fit: fits[index] ?? { score: 0, reason: '' },
    }));
    return scoreInBatches(entries, {
      step: validateRelevanceStep,
      toInput: (batch) => ({ today, anchor, findings: batch.map((entry) => ({ ...entry, findingId: entry.id })) }),
      run: (stepInput) => reasoner.run(validateRelevanceStep, stepInput, { engine, signal }),
    });
  };
}

/** The passage as it is stored now; the quotes alone when its document changed meanwhile. */
function withSurroundings(finding: Finding, stored: StoredPassage | undefined): SurroundedFinding {
  return { ...toReadableFinding(finding), surroundings: stored?.text ?? finding.extractedInfo };
}
