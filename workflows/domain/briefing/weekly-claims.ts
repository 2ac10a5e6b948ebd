import type { RecentOutput } from '../../contracts/briefings/briefing-activities.ts';
import type { BriefingClaim } from '../../contracts/briefings/briefing-items.ts';
import type { BriefingSlot } from '../../contracts/briefings/briefing-slot.ts';
import { isStanding } from './claim-conflicts.ts';
import { addDays } from './slots.ts';

const WEEK_DAYS = 7;

/**
 * The claims of a weekly output: what was first said within the week is new, and what was contradicted or withdrawn
 * within the week is reported once more.
 *
 * @param claims the previous output's claims, as this run updated them
 * @param recent outputs of the last 7 days, oldest first
 */
export function claimsOfTheWeek(
  claims: readonly BriefingClaim[],
  recent: readonly Pick<RecentOutput, 'slot' | 'claims'>[],
  slot: Pick<BriefingSlot, 'day'>,
): BriefingClaim[] {
  const since = addDays(slot.day, -WEEK_DAYS);
  const known = new Set(claims.map(({ claimId }) => claimId));
  const fallen = new Map<string, BriefingClaim>();
  for (const claim of recent.flatMap((output) => output.claims)) {
    if (!isStanding(claim) && !known.has(claim.claimId)) fallen.set(claim.claimId, claim);
  }
  const standing = claims.map((claim): BriefingClaim => {
    const isNew = isStanding(claim) && claim.firstSeen > since;
    return isNew ? { ...claim, mark: 'new', note: '' } : claim;
  });
  return [...standing, ...fallen.values()];
}
