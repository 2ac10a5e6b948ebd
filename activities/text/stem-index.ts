const SHORTEST_BEGINNING = 4;
const SHORTEST_END = 5;

/** The stems of a text, found by what they begin and end with. */
export interface StemIndex {
  /** Stems by their letters without umlauts. */
  readonly folded: ReadonlySet<string>;
  /**
   * All stems that share the first four letters or the last five with a stem, umlauts aside. Whatever makes two different words
   * related (a compound that begins or ends with the other, a derivation, a common root) makes them share these.
   */
  readonly near: (stem: string) => Iterable<string>;
}

const indexes = new WeakMap<ReadonlySet<string>, StemIndex>();

/** The index of a set of stems, made on first use; the set must not change afterwards. */
export function indexOfStems(stems: ReadonlySet<string>): StemIndex {
  let index = indexes.get(stems);
  if (index === undefined) indexes.set(stems, (index = makeIndex(stems)));
  return index;
}

function makeIndex(stems: ReadonlySet<string>): StemIndex {
  const folded = new Set<string>();
  const beginnings = new Map<string, string[]>();
  const ends = new Map<string, string[]>();
  for (const stem of stems) {
    const letters = foldUmlauts(stem);
    folded.add(letters);
    if (letters.length >= SHORTEST_BEGINNING) put(beginnings, letters.slice(0, SHORTEST_BEGINNING), stem);
    if (letters.length >= SHORTEST_END) put(ends, letters.slice(-SHORTEST_END), stem);
  }
  const none: readonly string[] = [];
  return {
    folded,
    near(stem) {
      const letters = foldUmlauts(stem);
      const alike = beginnings.get(letters.slice(0, SHORTEST_BEGINNING)) ?? none;
      const ending = letters.length < SHORTEST_END ? none : (ends.get(letters.slice(-SHORTEST_END)) ?? none);
      if (ending.length === 0) return alike;
      return alike.length === 0 ? ending : new Set([...alike, ...ending]);
    },
  };
}

function put(groups: Map<string, string[]>, key: string, stem: string): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [stem]);
  else group.push(stem);
}

/** Replaces umlauts by their vowels, so that forms of one word begin alike. */
export function foldUmlauts(word: string): string {
  return /[äöüß]/.test(word)
    ? word.replaceAll('ä', 'a').replaceAll('ö', 'o').replaceAll('ü', 'u').replaceAll('ß', 'ss')
    : word;
}
