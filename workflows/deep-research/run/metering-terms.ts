import type { MeteringTerms } from '../../contracts/metering.ts';
import type { ResearchLimits, ResearchRequest, ResearchSettings } from '../../contracts/research-request.ts';
import { closingCeiling, researchCeiling } from '../../domain/research-limits.ts';

/** What of a request decides on what terms it may spend. */
export interface SpendingRequest extends Pick<ResearchRequest, 'forkedFrom'> {
  readonly settings: Pick<ResearchSettings, 'fresh' | 'model'>;
}

/** @param isClosing of a step that a part of the budget is kept back for */
export function meteringTerms(
  { settings: { fresh, model }, forkedFrom }: SpendingRequest,
  limits: ResearchLimits,
  isClosing = false,
): MeteringTerms {
  return {
    reuse: fresh ? 'own-run' : 'any-run',
    ceiling: isClosing ? closingCeiling(limits) : researchCeiling(limits),
    ...(forkedFrom !== undefined && { forebears: [forkedFrom.researchId, ...forkedFrom.ancestors] }),
    ...(model !== undefined && { model }),
  };
}
