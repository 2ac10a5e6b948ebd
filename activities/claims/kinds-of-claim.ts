import { type Claim, statementOf } from '../../workflows/contracts/claim.ts';
import type { Quote } from '../../workflows/contracts/evidence.ts';
import { CARRIED_FROM } from '../../workflows/domain/report-quality.ts';
import {
  type ClaimSetting,
  type ClaimSupport,
  compare,
  faultsOf,
  type SupportingQuote,
  unrelatedFaults,
} from './claim-support.ts';
import { findDerivationFault } from './derivations.ts';

/**
 * How far quotes carry a claim of its kind. A cited one needs all its words. A derived one may also state what code
 * computes from the figures that it names. One that a model found entailed needs none of its words. An inference may go beyond the words, but not bring figures and names of its
 * own; where it repeats most of a quote it is no inference, and the words count again.
 *
 * @param cited the quotes themselves, by which a derivation names its figures
 */
export function supportByKind(
  claim: Claim,
  cited: readonly Quote[],
  supporting: readonly SupportingQuote[],
  setting: ClaimSetting,
): ClaimSupport {
  const { derivation, isInference } = claim;
  const said = statementOf(claim);
  if (derivation !== undefined) {
    const fault = findDerivationFault(derivation, cited);
    if (fault !== null) return { faults: [fault], carriedWords: 0, isJudged: true, isDoubtful: false };
    const computed = { text: derivation.result, place: '', language: setting.language };
    return toSupport(compare(said, [...supporting, computed], setting));
  }
  const compared = compare(said, supporting, setting);
  // What the rules find wrong stays wrong, whatever a model says of it.
  if (claim.isEntailed === true && compared.isDoubtful) {
    return { faults: [], carriedWords: compared.carriedWords, isJudged: true, isDoubtful: false };
  }
  if (isInference !== true || compared.carriedWords >= CARRIED_FROM) return toSupport(compared);
  const { kinds, carriedWords } = compared;
  const faults = [...new Set([...kinds.figures, ...kinds.names, ...unrelatedFaults(carriedWords)])];
  return { faults, carriedWords, isJudged: true, isDoubtful: false };
}

function toSupport({ kinds, carriedWords, isJudged, isDoubtful }: ReturnType<typeof compare>): ClaimSupport {
  return { faults: faultsOf({ kinds, carriedWords }), carriedWords, isJudged, isDoubtful };
}
