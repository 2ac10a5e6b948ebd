/** A piece of a document as a person sees it. All its words must be read. */
export type GeneratedBlock =
  | { readonly kind: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: 'paragraph' | 'quote' | 'menu'; readonly text: string }
  /** `note` explains the sentence before its mark. */
  | { readonly kind: 'noted'; readonly text: string; readonly note: string }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly entries: readonly string[] }
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'code'; readonly lines: readonly string[] };

/** Random choices that a seed repeats. */
export interface Chance {
  below(limit: number): number;
  of<Choice>(choices: readonly Choice[]): Choice;
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, of: (choices) => choices[below(choices.length)] ?? choices[0]! };
}

const MONTHS = ['January', 'March', 'May', 'August', 'October', 'December'];
const MENUS = [
  'Home',
  'Contents',
  'Next page',
  'Share this',
  'Related articles',
  'Sign in',
  'Read more',
  'Back to top',
];
const SYLLABLES = ['bra', 'dor', 'fen', 'gul', 'hem', 'kor', 'lim', 'mos', 'nar', 'pel', 'rud', 'sav', 'tor', 'wen'];
const LONG = 'The buyer checks each delivery and says in writing what is missing or damaged at';

/** Blocks in a random order; every one has a word that no other has. */
export function randomBlocks(chance: Chance): GeneratedBlock[] {
  const word = createWords(chance);
  const blocks: GeneratedBlock[] = [];
  if (chance.below(4) > 0) blocks.push({ kind: 'heading', level: 1, text: `Rules of ${word()}` });
  for (let left = 3 + chance.below(10); left > 0; left -= 1) blocks.push(randomBlock(chance, word));
  return blocks;
}

function createWords(chance: Chance): () => string {
  let count = 0;
  return () => `${chance.of(SYLLABLES)}${chance.of(SYLLABLES)}${(count += 1)}`;
}

function randomBlock(chance: Chance, word: () => string): GeneratedBlock {
  const kind = chance.of([
    'heading',
    'paragraph',
    'paragraph',
    'paragraph',
    'quote',
    'menu',
    'noted',
    'list',
    'table',
    'code',
  ] as const);
  switch (kind) {
    case 'heading':
      return {
        kind,
        level: chance.of([1, 2, 3]),
        text: chance.of([`Part ${word()}`, `${chance.below(9) + 1}. Storage of ${word()}`, word()]),
      };
    case 'menu':
      return { kind, text: `${chance.of(MENUS)} ${word()}` };
    case 'noted':
      return { kind, text: sentence(chance, word), note: sentence(chance, word) };
    case 'list':
      return { kind, isNumbered: chance.below(2) === 0, entries: several(chance, () => sentence(chance, word)) };
    case 'table': {
      const columns = 2 + chance.below(3);
      const row = (): string[] =>
        Array.from({ length: columns }, () =>
          chance.of([word(), date(chance), `${chance.below(900)} euros ${word()}`]),
        );
      return { kind, rows: [Array.from({ length: columns }, word), ...several(chance, row)] };
    }
    case 'code':
      return { kind, lines: several(chance, () => `${word()} = "${word()}" # ${word()}`) };
    case 'paragraph':
    case 'quote':
    default:
      return { kind, text: sentence(chance, word) };
  }
}

function several<Each>(chance: Chance, make: () => Each): Each[] {
  return Array.from({ length: 1 + chance.below(5) }, make);
}

/** What readers of pages take for something else: dates, names of authors, times to read, numbers in front. */
function sentence(chance: Chance, word: () => string): string {
  return chance.of([
    `Notice must be given to ${word()} by ${date(chance)} at the latest.`,
    `Valid until ${date(chance)}, ${word()}.`,
    `By ${word()} and ${word()}, ${date(chance)}`,
    `Posted by ${word()} · 5 min read`,
    `Updated: ${date(chance)} ${word()}`,
    `${LONG} ${word()}. `.repeat(1 + chance.below(4)).trim(),
    `${word()}`,
    `(${1 + chance.below(9)}) The limit is ${chance.below(90)} km/h at ${word()}.`,
    `Note: © ${word()}. All rights reserved.`,
    `Figure ${chance.below(9)}: ${word()}`,
    `${word()}_x * ${word()} [${word()}] <${word()}> & ${word()}`,
    `– ${word()}; see § ${chance.below(99)}a.`,
  ]);
}

function date(chance: Chance): string {
  const [day, month, year] = [1 + chance.below(28), chance.of(MONTHS), 1990 + chance.below(40)];
  return chance.of([
    `${day} ${month} ${year}`,
    `${month} ${year}`,
    `${year}-03-${String(day).padStart(2, '0')}`,
    `${day}.3.${year}`,
  ]);
}
