import type { MeteringTerms } from '../../contracts/metering.ts';
import type { ResearchLimits, ResearchSettings } from '../../contracts/research-request.ts';
import { closingCeiling, researchCeiling } from '../../domain/research-limits.ts';

/** @param isClosing of a step that a part of the budget is kept back for */
export function meteringTerms(
  { fresh }: Pick<ResearchSettings, 'fresh'>,
  limits: ResearchLimits,
  isClosing = false,
): MeteringTerms {
  return {
    reuse: fresh ? 'own-run' : 'any-run',
    ceiling: isClosing ? closingCeiling(limits) : researchCeiling(limits),
  };
}
