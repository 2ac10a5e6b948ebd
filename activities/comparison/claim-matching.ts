import type { ClaimComparison } from '../../workflows/contracts/report-comparison.ts';
import { forEachPair } from '../text/pauses.ts';
import { type ClaimRelation, relateClaims } from './claim-relation.ts';
import type { ComparableClaim } from './comparable-claims.ts';

interface Candidate extends ClaimRelation {
  readonly own: number;
  readonly other: number;
}

/** Pairs the claims of two reports, the most certain relation first; no claim is used twice. */
export async function matchClaims(
  a: readonly ComparableClaim[],
  b: readonly ComparableClaim[],
): Promise<ClaimComparison> {
  const candidates: Candidate[] = [];
  await forEachPair([...a.entries()], [...b.entries()], ([own, claim], [other, counterpart]) => {
    const relation = relateClaims(claim, counterpart);
    if (relation !== null) candidates.push({ ...relation, own, other });
  });
  const pairs = chooseBest(candidates);
  const shown = pairs.flatMap(({ own, other, basis, difference }) => {
    const [claim, counterpart] = [a[own], b[other]];
    if (claim === undefined || counterpart === undefined) return [];
    return [{ pair: { a: claim.shown, b: counterpart.shown, basis }, difference }];
  });
  const [matchedOfA, matchedOfB] = [new Set(pairs.map(({ own }) => own)), new Set(pairs.map(({ other }) => other))];
  return {
    both: shown.flatMap(({ pair, difference }) => (difference === null ? [pair] : [])),
    contradicting: shown.flatMap(({ pair, difference }) => (difference === null ? [] : [{ ...pair, difference }])),
    onlyA: a.filter((_, index) => !matchedOfA.has(index)).map((claim) => claim.shown),
    onlyB: b.filter((_, index) => !matchedOfB.has(index)).map((claim) => claim.shown),
  };
}

/** In the order of the first report. */
function chooseBest(candidates: readonly Candidate[]): Candidate[] {
  const taken = { own: new Set<number>(), other: new Set<number>() };
  return candidates
    .toSorted(byCertainty)
    .filter(({ own, other }) => {
      if (taken.own.has(own) || taken.other.has(other)) return false;
      taken.own.add(own);
      taken.other.add(other);
      return true;
    })
    .toSorted((first, second) => first.own - second.own);
}

/**
 * Among equals, those that stand at nearly the same place of their reports. Both keys are the same when the reports are
 * exchanged; two candidates that are equal in all of them (1 with 2, 2 with 1) have no claim in common.
 */
function byCertainty(first: Candidate, second: Candidate): number {
  const differences = first.rank.map((value, index) => (second.rank[index] ?? 0) - value);
  const distance = Math.abs(first.own - first.other) - Math.abs(second.own - second.other);
  const place = Math.min(first.own, first.other) - Math.min(second.own, second.other);
  return [...differences, distance, place].find((difference) => difference !== 0) ?? 0;
}
