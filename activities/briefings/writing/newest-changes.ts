import type { BriefingClaim } from '../../../workflows/contracts/briefing-items.ts';

/** Claims of which an output said something, those with the newest evidence first. */
export function newestChanges(claims: readonly BriefingClaim[]): BriefingClaim[] {
  return claims
    .filter(({ mark }) => mark !== 'kept')
    .sort((one, other) => Date.parse(other.evidencedAt) - Date.parse(one.evidencedAt));
}
