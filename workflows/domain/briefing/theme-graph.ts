import { isActive, type Theme } from '../../contracts/briefing-state.ts';
import { bareWords } from '../bare-words.ts';

/** Two active themes that a walk over tags and actors connects. */
export interface ConnectedPair {
  readonly pair: readonly [Theme, Theme];
  /** Tags and actors on the way: those that both have, then those of themes between them. */
  readonly terms: readonly string[];
}

/** Pairs of active themes that are neighbours, or that one theme between them connects; neighbours come first. */
export function connectedPairs(themes: readonly Theme[]): ConnectedPair[] {
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
export function tagWords(tag: string): string {
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

function distinct(terms: readonly string[]): string[] {
  return terms.filter((term, index) => terms.findIndex((other) => bareWords(other) === bareWords(term)) === index);
}
