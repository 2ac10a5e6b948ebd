import type { BriefingClaim } from '../../contracts/briefing-items.ts';
import type { Interaction } from '../../contracts/briefing-record.ts';
import type { Theme } from '../../contracts/briefing-state.ts';
import { mentions } from './named-parties.ts';
import { type ConnectedPair, connectedPairs, tagWords } from './theme-graph.ts';

const MAX_INTERACTIONS = 3;

export interface CrossThemePair {
  readonly pair: readonly [Theme, Theme];
  /** A tag of each, two different ones. */
  readonly tags: readonly [string, string];
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

/** Connected themes with a tag each to search the corpus for. */
export function crossThemePairs(themes: readonly Theme[]): CrossThemePair[] {
  return connectedPairs(themes).flatMap(({ pair }) => {
    const [left, right] = pair;
    const tags = tagsOf(left, right);
    return tags === null ? [] : [{ pair, tags, query: [...tags.map(tagWords), left.title, right.title].join(' ') }];
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

/** Tags that only one of them has tell more than shared ones. */
function tagsOf(left: Theme, right: Theme): readonly [string, string] | null {
  const ownFirst = ({ tags }: Theme, other: Theme): string[] =>
    tags.toSorted((a, b) => Number(other.tags.includes(a)) - Number(other.tags.includes(b)));
  for (const tag of ownFirst(left, right)) {
    const other = ownFirst(right, left).find((one) => one !== tag);
    if (other !== undefined) return [tag, other];
  }
  return null;
}
