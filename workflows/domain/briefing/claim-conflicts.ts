import type { BriefingClaim, BriefingItem } from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { contradictEachOther, type Fact, isConfirmed, type RelationIndex } from './facts.ts';
import { daysBetween } from './slots.ts';

/** A reported claim waits so long for confirmation, and a claim that nothing is said about stays in the output. */
const MAX_DAYS = 7;

/** Whether a claim still says something: what was contradicted or withdrawn is not carried further. */
export function isStanding({ mark }: Pick<BriefingClaim, 'mark'>): boolean {
  return mark !== 'contradicted' && mark !== 'withdrawn';
}

/**
 * Claims with their conflicts: different facts on the same matter, both still claimed. Earlier conflicts last as long
 * as both claims.
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

/** What a run found about a claim. */
export interface Statements {
  readonly same: readonly BriefingItem[];
  readonly contradicting: readonly { readonly item: BriefingItem; readonly difference: string }[];
}

/** A fact that contradicts a claim in one item contradicts it as a whole. */
export function statementsOn(claimId: string, facts: readonly Fact[], relations: RelationIndex): Statements {
  const same: BriefingItem[] = [];
  const contradicting: { item: BriefingItem; difference: string }[] = [];
  for (const { items } of facts) {
    const related = items.flatMap((item) => relations.toClaim(item, claimId) ?? []);
    const contradiction = related.find(({ relation }) => relation === 'contradicts');
    if (contradiction !== undefined) {
      contradicting.push(...items.map((item) => ({ item, difference: contradiction.difference })));
    } else if (related.length > 0) same.push(...items);
  }
  return { same, contradicting };
}

/**
 * What becomes of a claim of the previous output; null: it leaves the output, and the theme's brief keeps it.
 *
 * Confirmed evidence of this run for a claim outweighs a contradiction: then both facts are kept, and their conflict is
 * shown.
 */
export function markClaim(claim: BriefingClaim, statements: Statements, slot: BriefingSlot): BriefingClaim | null {
  const { same, contradicting } = statements;
  const [retraction] = retractionsOf(claim, statements);
  if (retraction !== undefined) return withdrawn(claim, `${retraction.outlet} took it back`, retraction.citations);
  const confirming = same.filter(isConfirmed);
  const contradiction = contradicting.find(({ item }) => isConfirmed(item));
  if (confirming.length > 0) return confirmedAgain(claim, confirming);
  if (contradiction !== undefined) {
    const { item, difference } = contradiction;
    return {
      ...claim,
      mark: 'contradicted',
      note: `${item.outlet}: ${difference || 'another fact'}`,
      conflictsWith: [],
    };
  }
  if (claim.status === 'reported' && daysBetween(claim.firstSeen, slot.day) > MAX_DAYS) {
    return withdrawn(claim, `not confirmed in ${MAX_DAYS} days`, []);
  }
  const kept: BriefingClaim = { ...claim, mark: 'kept', note: '' };
  // What is only reported says nothing about how current a confirmed claim is.
  if (claim.status === 'reported' && same.length > 0) return withEvidence(kept, same);
  const isCurrent = daysBetween(claim.evidencedAt.slice(0, 10), slot.day) <= MAX_DAYS;
  return isCurrent || contradicting.length > 0 ? kept : null;
}

/** Items by which outlets of the claim take it back. A reported item cannot take back a confirmed one. */
export function retractionsOf(claim: BriefingClaim, { contradicting }: Statements): BriefingItem[] {
  const mayTakeBack = (item: BriefingItem) => isConfirmed(item) || claim.status === 'reported';
  return contradicting
    .map(({ item }) => item)
    .filter((item) => item.isRetraction && claim.outlets.includes(item.outlet) && mayTakeBack(item));
}

/** A claim that a fact makes. Of confirmed and reported items on the same fact, the confirmed ones say it. */
export function newClaimOf(
  { items }: Fact,
  claimId: string,
  themeId: string,
  slot: BriefingSlot,
): BriefingClaim | null {
  const [leading] = items;
  if (leading === undefined) return null;
  const bare: BriefingClaim = {
    claimId,
    themeId,
    text: leading.text,
    status: leading.status,
    mark: 'new',
    note: '',
    firstSeen: slot.day,
    evidencedAt: leading.publishedAt,
    outlets: [],
    citations: [],
    conflictsWith: [],
  };
  const dated = withEvidence(
    bare,
    items.filter(({ status }) => status === leading.status),
  );
  return { ...withEvidence(dated, items), evidencedAt: dated.evidencedAt };
}

/** By another outlet: strengthened. By an outlet it already has: kept, with its newest evidence. */
function confirmedAgain(claim: BriefingClaim, confirming: readonly BriefingItem[]): BriefingClaim {
  const added = [...new Set(confirming.map(({ outlet }) => outlet))].filter(
    (outlet) => !claim.outlets.includes(outlet),
  );
  const isPromoted = claim.status === 'reported';
  const verb = isPromoted ? 'confirmed by' : 'also said by';
  return {
    ...withEvidence(claim, confirming),
    status: 'confirmed',
    mark: isPromoted || added.length > 0 ? 'strengthened' : 'kept',
    note: isPromoted || added.length > 0 ? `${verb} ${(added.length > 0 ? added : claim.outlets).join(', ')}` : '',
  };
}

function withdrawn(claim: BriefingClaim, note: string, citations: readonly string[]): BriefingClaim {
  return {
    ...claim,
    mark: 'withdrawn',
    note,
    citations: unique([...claim.citations, ...citations]),
    conflictsWith: [],
  };
}

function withEvidence(claim: BriefingClaim, items: readonly BriefingItem[]): BriefingClaim {
  const newest = items.map(({ publishedAt }) => publishedAt).filter((time) => isLater(time, claim.evidencedAt));
  return {
    ...claim,
    evidencedAt: newest.reduce((latest, time) => (isLater(time, latest) ? time : latest), claim.evidencedAt),
    outlets: unique([...claim.outlets, ...items.map(({ outlet }) => outlet)]),
    citations: unique([...claim.citations, ...items.flatMap((item) => item.citations)]),
  };
}

function isLater(time: string, other: string): boolean {
  return Date.parse(time) > Date.parse(other);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
