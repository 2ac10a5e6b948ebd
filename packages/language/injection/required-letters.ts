import { type AST, RegExpParser } from '@eslint-community/regexpp';

/** All values of a UTF-16 code unit. */
const CODE_UNITS = 2 ** 16;

/** Sequences of letters, at least one of which every match contains. */
type Clause = readonly string[];

/** Shorter runs of letters are in nearly every text. */
const SHORTEST = 2;

/**
 * @param patterns for text in lower case, without flags that change what their letters match
 * @returns a function that picks the patterns which any of some texts may match, by the letters that each match contains:
 * looking for them takes a small part of the time of matching
 */
export function createScreening(patterns: readonly RegExp[]): (texts: readonly string[]) => ReadonlySet<RegExp> {
  const screened = patterns.map((pattern) => ({ pattern, clauses: clausesIn(pattern) }));
  const wanted = [...new Set(screened.flatMap(({ clauses }) => clauses.flat()))];
  const search = createLetterSearch(wanted);
  const placeOf = new Map(wanted.map((letters, place) => [letters, place]));
  const placed = screened.map(({ pattern, clauses }) => ({
    pattern,
    clauses: clauses.map((clause) => clause.flatMap((letters) => placeOf.get(letters) ?? [])),
  }));
  return (texts) => {
    const present = new Uint8Array(wanted.length);
    for (const text of texts) search(text, present);
    const isMet = (clause: readonly number[]): boolean => clause.some((place) => present[place] === 1);
    return new Set(placed.flatMap(({ pattern, clauses }) => (clauses.every(isMet) ? [pattern] : [])));
  };
}

/** What each match contains: some letters of every clause. A text that lacks all letters of a clause cannot match. */
function clausesIn(pattern: RegExp): readonly Clause[] {
  return clausesOfAny(new RegExpParser().parsePattern(pattern.source).alternatives);
}

function clausesOfAny(alternatives: readonly AST.Alternative[]): Clause[] {
  const each = alternatives.map(({ elements }) => clausesOf(elements));
  const [only, ...others] = each;
  if (only === undefined || others.length === 0) return only ?? [];
  const best = each.map((clauses) => clauses.toSorted((a, b) => shortestOf(b) - shortestOf(a))[0]);
  return best.every((clause) => clause !== undefined) ? [best.flat()] : [];
}

function clausesOf(elements: readonly AST.Element[]): Clause[] {
  const clauses: Clause[] = [];
  let letters = '';
  const close = (): void => {
    if (letters.length >= SHORTEST) clauses.push([letters]);
    letters = '';
  };
  for (const element of elements) {
    const character = element.type === 'Character' ? String.fromCodePoint(element.value) : '';
    if (/^\p{L}$/u.test(character)) letters += character;
    else {
      close();
      clauses.push(...clausesOfPart(element));
    }
  }
  close();
  return clauses;
}

function clausesOfPart(element: AST.Element): Clause[] {
  if (element.type === 'Group' || element.type === 'CapturingGroup') return clausesOfAny(element.alternatives);
  // Optional parts say nothing, and neither do character classes and lookarounds.
  return element.type === 'Quantifier' && element.min > 0 ? clausesOf([element.element]) : [];
}

function shortestOf(clause: Clause): number {
  return Math.min(...clause.map(({ length }) => length));
}

/** Marks, in one pass over a text, which of the wanted runs of letters it contains: 1 at the place of each. */
type LetterSearch = (text: string, present: Uint8Array) => void;

/**
 * The automaton of Aho and Corasick, "Efficient string matching: an aid to bibliographic search" (CACM 18, 1975), as a table
 * of the next state for each state and letter. Letters that no wanted run has share one column.
 */
export function createLetterSearch(wanted: readonly string[]): LetterSearch {
  const { columns, width } = columnsOf(wanted);
  const { next, endsAt } = statesOf(wanted, columns, width);
  return (text, present) => {
    let state = 0;
    for (let at = 0; at < text.length; at += 1) {
      state = next[state * width + (columns[text.charCodeAt(at)] ?? 0)] ?? 0;
      const ends = endsAt[state];
      if (ends !== undefined) for (const place of ends) present[place] = 1;
    }
  };
}

/** Column 0 is for all other letters. */
function columnsOf(wanted: readonly string[]): { readonly columns: Uint16Array; readonly width: number } {
  const columns = new Uint16Array(CODE_UNITS);
  let width = 1;
  for (const letters of wanted) {
    for (const letter of letters.split('')) {
      const code = letter.charCodeAt(0);
      if (columns[code] === 0) columns[code] = width++;
    }
  }
  return { columns, width };
}

interface States {
  readonly next: Uint16Array;
  /** Places of the wanted runs that end in a state; undefined: none. */
  readonly endsAt: readonly (readonly number[] | undefined)[];
}

function statesOf(wanted: readonly string[], columns: Uint16Array, width: number): States {
  const most = 1 + wanted.reduce((total, letters) => total + letters.length, 0);
  const next = new Uint16Array(most * width);
  const endsAt = Array.from({ length: most }, (): readonly number[] | undefined => undefined);
  let states = 1;
  for (const [place, letters] of wanted.entries()) {
    let state = 0;
    for (let at = 0; at < letters.length; at += 1) {
      const cell = state * width + (columns[letters.charCodeAt(at)] ?? 0);
      if (next[cell] === 0) next[cell] = states++;
      state = next[cell] ?? 0;
    }
    endsAt[state] = [...(endsAt[state] ?? []), place];
  }
  completeStates(next, endsAt, width);
  return { next, endsAt };
}

/** Gives each state the steps of the longest end of it that begins a wanted run, breadth first, in place of those that it lacks. */
function completeStates(next: Uint16Array, endsAt: (readonly number[] | undefined)[], width: number): void {
  const shorter = new Uint16Array(endsAt.length);
  const states = Array.from(next.subarray(0, width)).filter((state) => state !== 0);
  for (const state of states) {
    const fallback = shorter[state] ?? 0;
    const ends = endsAt[fallback];
    if (ends !== undefined) endsAt[state] = [...(endsAt[state] ?? []), ...ends];
    for (let column = 0; column < width; column += 1) {
      const following = next[state * width + column] ?? 0;
      const otherwise = next[fallback * width + column] ?? 0;
      if (following === 0) next[state * width + column] = otherwise;
      else {
        shorter[following] = otherwise;
        states.push(following);
      }
    }
  }
}
