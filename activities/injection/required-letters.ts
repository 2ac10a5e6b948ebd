import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { createLetterSearch } from './letter-search.ts';

/** Letters that stand together in every match; one of them does. */
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
  // What may be missing says nothing, and neither do classes of characters and what stands around a match.
  return element.type === 'Quantifier' && element.min > 0 ? clausesOf([element.element]) : [];
}

function shortestOf(clause: Clause): number {
  return Math.min(...clause.map(({ length }) => length));
}
