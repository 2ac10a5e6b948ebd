const SHORTEST_MEMBER = 4;
/** A rarer stem is more likely a compound itself, or a slip. */
const FEWEST_USES = 3;
const LINKS = ['', 's', 'es', 'n', 'en'];

/** Splits a stem into the fewest members that the documents use on their own; empty where there are none. */
export function createCompoundSplitting(stems: readonly string[]): (stem: string) => readonly string[] {
  const uses = new Map<string, number>();
  for (const stem of stems) uses.set(stem, (uses.get(stem) ?? 0) + 1);
  const isKnown = (part: string): boolean => part.length >= SHORTEST_MEMBER && (uses.get(part) ?? 0) >= FEWEST_USES;
  const memberAt = (part: string): string | undefined =>
    LINKS.filter((link) => part.endsWith(link))
      .map((link) => part.slice(0, part.length - link.length))
      .find(isKnown);

  const split = (rest: string, isWhole: boolean): readonly string[] | null => {
    if (!isWhole && isKnown(rest)) return [rest];
    let best: readonly string[] | null = null;
    for (let end = SHORTEST_MEMBER; end <= rest.length - SHORTEST_MEMBER; end++) {
      const member = memberAt(rest.slice(0, end));
      const others = member === undefined ? null : split(rest.slice(end), false);
      if (member !== undefined && others !== null && (best === null || others.length + 1 < best.length))
        best = [member, ...others];
    }
    return best;
  };
  const known = new Map<string, readonly string[]>();
  return (stem) => {
    const members = known.get(stem) ?? (/^\p{L}{8,40}$/u.test(stem) ? (split(stem, true) ?? []) : []);
    known.set(stem, members);
    return members;
  };
}
