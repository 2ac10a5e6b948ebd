import type { BriefingClaim } from '@plumbline/contracts/briefings/briefing-items';
import type { Interaction } from '@plumbline/contracts/briefings/briefing-record';
import { isActive, type Theme } from '@plumbline/contracts/briefings/briefing-state';
import { bareWords } from '@plumbline/contracts/common/bare-words';
import { distinct, mentions } from './named-parties.ts';

const MAX_INTERACTIONS = 3;

export interface CrossThemePair {
  readonly pair: readonly [Theme, Theme];
  /** Words of both for a search. */
  readonly query: string;
}

/** What connected themes have to do with each other today: a new or strengthened claim on each side names what they share. */
export function interactionsOf(themes: readonly Theme[], claims: readonly BriefingClaim[]): Interaction[] {
  const moved = claims.filter(({ mark }) => mark === 'new' || mark === 'strengthened');
  return connectedPairs(themes)
    .flatMap((connected) => interactionOf(connected, moved) ?? [])
    .slice(0, MAX_INTERACTIONS);
}

/** Connected themes with two different tags, one of each, to search the corpus for. */
export function crossThemePairs(themes: readonly Theme[]): CrossThemePair[] {
  return connectedPairs(themes).flatMap(({ pair }) => {
    const tags = distinct(pair.flatMap((theme) => theme.tags.map(tagWords)));
    const isSpannable = tags.length > 1 && pair.every((theme) => theme.tags.length > 0);
    return isSpannable ? [{ pair, query: [...tags, ...pair.map(({ title }) => title)].join(' ') }] : [];
  });
}

/** Whether a text spans two tags: it names one of each theme, and not the same. */
export function spansBoth(text: string, [left, right]: readonly [Theme, Theme]): boolean {
  const named = ({ tags }: Theme): string[] => tags.filter((tag) => mentions(text, tag));
  return named(left).some((tag) => named(right).some((other) => other !== tag));
}

function interactionOf({ pair, terms }: ConnectedPair, moved: readonly BriefingClaim[]): Interaction | null {
  const [left, right] = pair;
  for (const term of terms) {
    const naming = ({ id }: Theme) => moved.find((claim) => claim.themeId === id && mentions(claim.text, term));
    const [one, other] = [naming(left), naming(right)];
    if (one === undefined || other === undefined) continue;
    return {
      themeIds: [left.id, right.id],
      text: `${left.title} and ${right.title} share ${term}: ${one.text} / ${other.text}`,
      citations: [...new Set([...one.citations, ...other.citations])],
    };
  }
  return null;
}

/** Two active themes that a walk over tags and actors connects. */
interface ConnectedPair {
  readonly pair: readonly [Theme, Theme];
  /** Tags and actors on the way: first the shared ones, then those from themes in between. */
  readonly terms: readonly string[];
}

/** Pairs of active themes that are neighbours, or that one theme between them connects; neighbours come first. */
function connectedPairs(themes: readonly Theme[]): ConnectedPair[] {
  const active = themes.filter(isActive);
  const pairs = active.flatMap((left, index) =>
    active.slice(index + 1).map((right) => ({ left, right, direct: sharedTerms(left, right) })),
  );
  const connected = pairs.flatMap(({ left, right, direct }) => {
    const between = active.filter(
      (other) =>
        other !== left &&
        other !== right &&
        sharedTerms(left, other).length > 0 &&
        sharedTerms(other, right).length > 0,
    );
    const terms = distinct([...direct, ...between.flatMap(termsOf)]);
    return terms.length === 0 ? [] : [{ pair: [left, right] as const, terms, isDirect: direct.length > 0 }];
  });
  return connected
    .toSorted((a, b) => Number(b.isDirect) - Number(a.isDirect))
    .map(({ pair, terms }) => ({ pair, terms }));
}

/** A tag as people write it: `grid-storage` is "grid storage". */
function tagWords(tag: string): string {
  return tag.replaceAll('-', ' ');
}

function sharedTerms(left: Theme, right: Theme): string[] {
  const others = new Set(termsOf(right).map(bareWords));
  return termsOf(left).filter((term) => others.has(bareWords(term)));
}

/** Actors first: they say more than a tag. */
function termsOf({ tags, actors }: Theme): string[] {
  return [...actors, ...tags.map(tagWords)];
}
