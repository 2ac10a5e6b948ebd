import type { VerifiedSection, VerifySectionInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { verifyPart } from '../../report/verifying/verify-part.ts';
import { readPartEvidence } from '../../verification/sections/part-evidence.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Verifies one part of a model's draft against the passages that it rests on, and has what is refused mended once. */
export function createVerifySection({
  corpus,
  blobs,
  reasoner,
}: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'reasoner'>) {
  return async (input: VerifySectionInput, signal: AbortSignal): Promise<Reasoned<VerifiedSection>> => {
    const { engine, metering, anchor, corpusId, findings, part, claims } = input;
    return verifyPart(claims, {
      kind: part,
      evidence: await readPartEvidence(anchor, findings, createStoredTexts(blobs), await corpus.sourcesOf(corpusId)),
      corpus: { corpus, corpusId },
      reasoner,
      call: { engine, metering, signal },
    });
  };
}
