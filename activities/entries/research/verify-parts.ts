import type { VerifiedPart, VerifyPartsInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { verifyParts } from '../../report/verifying/verify-parts.ts';
import { readPartEvidence } from '../../verification/sections/part-evidence.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Verifies parts of a model's draft against the passages that they rest on, and has what is refused mended once. */
export function createVerifyParts({
  corpus,
  blobs,
  reasoner,
}: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'reasoner'>) {
  return async (input: VerifyPartsInput, signal: AbortSignal): Promise<Reasoned<readonly VerifiedPart[]>> => {
    const { engine, metering, anchor, corpusId, findings, parts } = input;
    return verifyParts(parts, {
      evidence: await readPartEvidence(anchor, findings, createStoredTexts(blobs), await corpus.sourcesOf(corpusId)),
      corpus: { corpus, corpusId },
      reasoner,
      call: { engine, metering, signal },
    });
  };
}
