import type { RecentOutput } from '../../contracts/briefings/briefing-activities.ts';
import type { TaxonomyTheme } from '../../contracts/briefings/briefing-canon.ts';
import type { BriefingItem, ItemRelation } from '../../contracts/briefings/briefing-items.ts';
import type { Signal } from '../../contracts/briefings/briefing-record.ts';
import { areCopies, type Fact, factsOf, indexRelations, isConfirmed, states } from './facts.ts';

/** So many independent outlets of tier 1 or 2 make a signal a candidate. */
const ENOUGH_OUTLETS = 2;

export interface SignalsInput {
  /** Items of this run; those from horizon scans count. */
  readonly items: readonly BriefingItem[];
  readonly relations: readonly ItemRelation[];
  readonly recent: readonly Pick<RecentOutput, 'signals'>[];
  readonly taxonomy: readonly TaxonomyTheme[];
  /** Texts of one origin: their outlets are not independent. */
  readonly isCopy?: (text: string, other: string) => boolean;
  /** Whether a text says what a signal of a recent output said. */
  readonly isSame?: (text: string, earlier: string) => boolean;
}

/**
 * What horizon scans found outside the active themes: one signal per fact, with the outlets of recent outputs that said
 * the same. Its outlets are independent ones of tier 1 or 2; without any, it is only reported.
 */
export function signalsOf(input: SignalsInput): Signal[] {
  const index = indexRelations(input.relations);
  return input.taxonomy.flatMap((entry) => {
    const found = input.items.filter(({ themeId, taxonomyId }) => themeId === null && taxonomyId === entry.id);
    return factsOf(found, index).flatMap((fact) => signalOf(fact, entry, input) ?? []);
  });
}

function signalOf(fact: Fact, { id, title }: TaxonomyTheme, input: SignalsInput): Signal | null {
  const { recent, isCopy = areCopies, isSame = saySame } = input;
  const [leading] = fact.items;
  if (leading === undefined || fact.items.some(({ isRetraction }) => isRetraction)) return null;
  const earlier = recent
    .flatMap(({ signals }) => signals)
    .filter((signal) => signal.taxonomyId === id && isSame(leading.text, signal.text));
  const counted: { text: string; outlets: readonly string[] }[] = earlier.filter(({ outlets }) => outlets.length > 0);
  for (const { text, outlet } of fact.items.filter(isConfirmed)) {
    const isIndependent = counted.every((other) => !isCopy(text, other.text));
    if (isIndependent) counted.push({ text, outlets: [outlet] });
  }
  const outlets = [...new Set(counted.flatMap((one) => one.outlets))];
  return {
    taxonomyId: id,
    title,
    text: leading.text,
    outlets,
    citations: [...new Set(fact.items.flatMap(({ citations }) => citations))],
    isCandidate: outlets.length >= ENOUGH_OUTLETS,
  };
}

function saySame(text: string, earlier: string): boolean {
  return states(text, earlier) || states(earlier, text);
}
