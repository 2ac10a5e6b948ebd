import type { BriefingClaim } from '../../contracts/briefing-items.ts';
import { statementsOn } from './claim-marks.ts';
import { contradictEachOther, type Fact } from './facts.ts';
import type { RelationIndex } from './item-relations.ts';

/** Whether a claim still says something: what was contradicted or withdrawn is not carried further. */
export function isStanding({ mark }: Pick<BriefingClaim, 'mark'>): boolean {
  return mark !== 'contradicted' && mark !== 'withdrawn';
}

/**
 * Claims with their conflicts: different facts on the same matter that both stand. Earlier conflicts last while both claims do.
 *
 * @param statedBy facts of new claims, by claim id
 */
export function withConflicts(
  claims: readonly BriefingClaim[],
  facts: readonly Fact[],
  statedBy: ReadonlyMap<string, Fact>,
  relations: RelationIndex,
): { claims: BriefingClaim[]; conflicts: [string, string][] } {
  const standing = claims.filter(isStanding);
  const conflicts = standing.flatMap((left, index) =>
    standing
      .slice(index + 1)
      .filter((right) => areInConflict(left, right, facts, statedBy, relations))
      .map((right): [string, string] => [left.claimId, right.claimId]),
  );
  return {
    conflicts,
    claims: claims.map((claim) => ({
      ...claim,
      conflictsWith: conflicts.flatMap(([left, right]) =>
        left === claim.claimId ? [right] : right === claim.claimId ? [left] : [],
      ),
    })),
  };
}

function areInConflict(
  left: BriefingClaim,
  right: BriefingClaim,
  facts: readonly Fact[],
  statedBy: ReadonlyMap<string, Fact>,
  relations: RelationIndex,
): boolean {
  if (left.conflictsWith.includes(right.claimId) || right.conflictsWith.includes(left.claimId)) return true;
  const said = (claim: BriefingClaim): readonly Fact[] => {
    const own = statedBy.get(claim.claimId);
    if (own !== undefined) return [own];
    return facts.filter((fact) => statementsOn(claim.claimId, [fact], relations).same.length > 0);
  };
  const isDenied = (claim: BriefingClaim, others: readonly Fact[]): boolean =>
    statementsOn(claim.claimId, others, relations).contradicting.length > 0;
  const [saidLeft, saidRight] = [said(left), said(right)];
  return (
    isDenied(left, saidRight) ||
    isDenied(right, saidLeft) ||
    saidLeft.some((one) => saidRight.some((other) => contradictEachOther(one, other, relations)))
  );
}
