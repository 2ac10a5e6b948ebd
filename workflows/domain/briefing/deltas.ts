import type {
  BriefingClaim,
  BriefingItem,
  ClaimMark,
  ItemRelation,
} from '@plumbline/contracts/briefings/briefing-items';
import type { BriefingRecord, Delta } from '@plumbline/contracts/briefings/briefing-record';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import type { Theme } from '@plumbline/contracts/briefings/briefing-state';
import {
  isStanding,
  markClaim,
  newClaimOf,
  retractionsOf,
  type Statements,
  statementsOn,
  withConflicts,
} from './claim-conflicts.ts';
import { type Fact, factsOf, indexRelations, isConfirmed, type RelationIndex } from './facts.ts';

const MARK_ORDER: readonly ClaimMark[] = ['new', 'contradicted', 'withdrawn', 'strengthened', 'kept'];

export interface UpdateClaimsInput {
  /** Of the previous output, all themes. */
  readonly previousClaims: readonly BriefingClaim[];
  /** Of this run. */
  readonly items: readonly BriefingItem[];
  readonly relations: readonly ItemRelation[];
  readonly slot: BriefingSlot;
}

export interface UpdatedClaims {
  /** Each theme's in the order new, contradicted, withdrawn, strengthened, kept. */
  readonly claims: readonly BriefingClaim[];
  /** Of `claims`: those marked withdrawn. */
  readonly withdrawn: readonly BriefingClaim[];
  /** Claims of the previous output that left it by age alone. */
  readonly left: readonly BriefingClaim[];
  /** Ids of claims that state different facts on the same matter. */
  readonly conflicts: readonly (readonly [string, string])[];
  readonly suspectedReversals: BriefingRecord['suspectedReversals'];
}

/** A claim of the previous output with what was found about it. */
interface MarkedClaim {
  readonly claim: BriefingClaim;
  readonly statements: Statements;
  readonly next: BriefingClaim | null;
}

/** What becomes of each claim of the previous output, and which claims are new, theme by theme. */
export function updateClaims({ previousClaims, items, relations, slot }: UpdateClaimsInput): UpdatedClaims {
  const index = indexRelations(relations);
  const themeIds = new Set([...previousClaims, ...items].flatMap(({ themeId }) => themeId ?? []));
  const updates = [...themeIds].map((themeId) =>
    updateTheme(
      themeId,
      previousClaims.filter((claim) => claim.themeId === themeId && isStanding(claim)),
      factsOf(
        items.filter((item) => item.themeId === themeId),
        index,
      ),
      index,
      slot,
    ),
  );
  const claims = updates.flatMap((update) => update.claims);
  return {
    claims,
    withdrawn: claims.filter(({ mark }) => mark === 'withdrawn'),
    left: updates.flatMap((update) => update.left),
    conflicts: updates.flatMap((update) => update.conflicts),
    suspectedReversals: updates.flatMap((update) => update.suspectedReversals),
  };
}

/**
 * What changed in a theme. The state overrides the web: only a theme that the state calls new is new, also where the previous
 * output is missing. A stale theme gets no delta but a reversal, which rests on a confirmed item of this run.
 *
 * @param previousClaims as they were before `updateClaims`
 */
export function deltaOf({
  theme,
  claims,
  previousClaims,
  isStale,
  hasFresh,
}: {
  readonly theme: Pick<Theme, 'id' | 'status'>;
  readonly claims: readonly BriefingClaim[];
  readonly previousClaims: readonly BriefingClaim[];
  readonly isStale: boolean;
  /** The briefing's documents say something that no earlier output read. */
  readonly hasFresh: boolean;
}): Delta {
  const own = claims.filter(({ themeId }) => themeId === theme.id);
  if (theme.status === 'new') return 'new';
  if (own.some(({ status, mark }) => status === 'confirmed' && mark === 'contradicted')) return 'reversed';
  if (hasFresh) return 'changed';
  if (isStale) return 'stale';
  const reported = new Set(previousClaims.filter(({ status }) => status === 'reported').map(({ claimId }) => claimId));
  const isChanged = ({ claimId, mark, status }: BriefingClaim) =>
    mark === 'new' ||
    mark === 'withdrawn' ||
    mark === 'contradicted' ||
    (status === 'confirmed' && reported.has(claimId));
  return own.some(isChanged) ? 'changed' : 'ongoing';
}

function updateTheme(
  themeId: string,
  carried: readonly BriefingClaim[],
  facts: readonly Fact[],
  relations: RelationIndex,
  slot: BriefingSlot,
): Omit<UpdatedClaims, 'withdrawn'> {
  const marked: MarkedClaim[] = carried.map((claim) => {
    const statements = statementsOn(claim.claimId, facts, relations);
    return { claim, statements, next: markClaim(claim, statements, slot) };
  });
  const statedBy = new Map<string, Fact>();
  let count = 0;
  const added = facts.flatMap((fact) => {
    const unused = unattached(fact, marked);
    if (unused.items.length === 0) return [];
    count += 1;
    const claim = newClaimOf(unused, `${slot.slotId}-${themeId}-${count}`, themeId, slot);
    if (claim !== null) statedBy.set(claim.claimId, fact);
    return claim ?? [];
  });
  const last = lastKnown(added, marked);
  const standing = [...added, ...marked.flatMap(({ next }) => next ?? []), ...last];
  const { claims, conflicts } = withConflicts(standing, facts, statedBy, relations);
  return {
    claims: claims.toSorted((a, b) => MARK_ORDER.indexOf(a.mark) - MARK_ORDER.indexOf(b.mark)),
    left: marked.flatMap(({ claim, next }) => (next === null && claim.claimId !== last[0]?.claimId ? [claim] : [])),
    conflicts,
    suspectedReversals: marked.flatMap(suspectedReversalOf),
  };
}

/** A theme without other claims keeps its newest confirmed one, however old: a reader sees what was last known. */
function lastKnown(added: readonly BriefingClaim[], marked: readonly MarkedClaim[]): BriefingClaim[] {
  const isKnown = (claim: BriefingClaim): boolean => claim.status === 'confirmed' && isStanding(claim);
  if ([...added, ...marked.flatMap(({ next }) => next ?? [])].some(isKnown)) return [];
  return marked
    .filter(({ claim, next }) => next === null && isKnown(claim))
    .map(({ claim }): BriefingClaim => ({ ...claim, mark: 'kept', note: '' }))
    .toSorted((a, b) => Date.parse(b.evidencedAt) - Date.parse(a.evidencedAt))
    .slice(0, 1);
}

/** What of a fact no claim has said yet: nothing where one says the same, and no retraction that did its work. */
function unattached(fact: Fact, marked: readonly MarkedClaim[]): Fact {
  const isSaid = marked.some(({ claim, statements, next }) => {
    if (next === null || !fact.items.some((item) => statements.same.includes(item))) return false;
    // One outlet took it back, but another one says it.
    const isStillSaid = fact.items.some((item) => isConfirmed(item) && !claim.outlets.includes(item.outlet));
    return next.mark !== 'withdrawn' || !isStillSaid;
  });
  const spent = new Set(marked.flatMap(({ claim, statements }) => retractionsOf(claim, statements)));
  return { items: isSaid ? [] : fact.items.filter((item) => !spent.has(item)) };
}

/** A reported item alone contradicts no claim, but the next run looks at the output that first had it. */
function suspectedReversalOf({ claim, statements, next }: MarkedClaim): BriefingRecord['suspectedReversals'] {
  const { contradicting } = statements;
  const isSuspected = contradicting.length > 0 && !contradicting.some(({ item }) => isConfirmed(item));
  if (!isSuspected || next === null || !isStanding(next)) return [];
  return [{ themeId: claim.themeId, claimId: claim.claimId, firstSeen: claim.firstSeen }];
}
