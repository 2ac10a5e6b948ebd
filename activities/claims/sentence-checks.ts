import type { Claim } from '../../workflows/contracts/claim.ts';
import { sentenceTexts } from '../text/sentences.ts';
import type { Verdict } from './draft-verification.ts';

/**
 * A claim of several sentences holds as far as each of them does: the words of one may not make up for another. What stands
 * behind the first that is wrong may lean on it, so it goes as well.
 *
 * @param check judges a claim by the quotes that it cites
 * @param language ISO 639-1 code of the claim
 */
export async function checkSentences(
  claim: Claim,
  check: (claim: Claim) => Promise<Verdict>,
  language: string,
): Promise<Verdict> {
  const whole = await check(claim);
  const sentences = whole.fault === null ? sentencesOf(whole.claim, language) : [];
  if (whole.fault !== null || sentences.length < 2) return whole;
  const verdicts = await Promise.all(sentences.map((text) => check({ ...whole.claim, text })));
  const wrong = verdicts.findIndex(({ fault }) => fault !== null);
  const holding = wrong === -1 ? verdicts : verdicts.slice(0, wrong);
  const isUnverified = holding.some((verdict) => verdict.claim?.isUnverified === true);
  const marked = isUnverified ? { ...whole.claim, isUnverified } : whole.claim;
  const first = verdicts[wrong];
  if (first === undefined || first.fault === null) return { claim: marked, fault: null };
  if (wrong === 0) return first;
  const { fault } = first;
  const text = sentences.slice(0, wrong).join(' ');
  return {
    claim: { ...marked, text },
    fault,
    repair: `A claim now ends before what its quote does not carry: ${fault}.`,
  };
}

/** One where its parts are not judged alone: a computation, a cell, a conclusion, or what a model vouched for as a whole. */
function sentencesOf({ text, derivation, placement, isInference, isEntailed }: Claim, language: string): string[] {
  const isWhole =
    derivation !== undefined || placement?.form === 'table' || isInference === true || isEntailed === true;
  return isWhole ? [text] : sentenceTexts(text, language);
}
