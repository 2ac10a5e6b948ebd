import type { VerifiedPart, VerifyPartsInput } from '@plumbline/contracts/report/report-activities';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import { readPartEvidence } from '@plumbline/evidence/statement-rules';
import { createStoredTexts } from '@plumbline/quotes/stored-quotes';
import { searchAbsences } from '../../report/verifying/absences.ts';
import { verifyParts } from '../../report/verifying/verify-parts.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Verifies parts of a model's draft against the passages that they rest on, and has what is refused mended once. What they say the documents leave out is searched for first. */
export function createVerifyParts({
  corpus,
  blobs,
  reasoner,
}: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'reasoner'>) {
  return async (input: VerifyPartsInput, signal: AbortSignal): Promise<Reasoned<readonly VerifiedPart[]>> => {
    const { engine, metering, anchor, corpusId, findings, parts, mendsDoubts } = input;
    const texts = createStoredTexts(blobs);
    const { language } = anchor;
    const found = await searchAbsences(parts, { corpus, corpusId, texts, language, findings });
    const byId = new Map([...findings, ...[...found.values()].flat()].map((finding) => [finding.findingId, finding]));
    return verifyParts(parts, {
      evidence: await readPartEvidence(anchor, [...byId.values()], texts, await corpus.sourcesOf(corpusId)),
      given: findings,
      mendsDoubts,
      found,
      reasoner,
      call: { engine, metering, signal },
    });
  };
}
