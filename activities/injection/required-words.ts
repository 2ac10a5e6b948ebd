import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { memoisedByWord } from '../text/word-memo.ts';

/** Letters that stand together in every match; one of them does. */
type Clause = readonly string[];

/** Shorter runs of letters are in nearly every text. */
const SHORTEST = 2;
const WORDS = /\p{L}+/gu;

/**
 * A pattern with what each of its matches contains: some letters of every clause. A text that lacks all letters of a
 * clause cannot match, and looking for letters among its distinct words takes a small part of the time of matching.
 */
interface ScreenedPattern {
  readonly pattern: RegExp;
  readonly clauses: readonly Clause[];
}

/** @param pattern for text in lower case, without flags that change what its letters match */
function screen(pattern: RegExp): ScreenedPattern {
  const { alternatives } = new RegExpParser().parsePattern(pattern.source);
  return { pattern, clauses: clausesOfAny(alternatives) };
}

/** @returns a function that picks the patterns which a text may match, by its words */
export function createScreening(patterns: readonly RegExp[]): (text: string) => RegExp[] {
  const screened = patterns.map(screen);
  const lettersIn = createLetterSearch(new Set(screened.flatMap(({ clauses }) => clauses.flat())));
  return (text) => {
    const present = new Set<string>();
    for (const word of new Set(text.match(WORDS))) for (const letters of lettersIn(word, '')) present.add(letters);
    const isMet = (clause: Clause): boolean => clause.some((letters) => present.has(letters));
    return screened.filter(({ clauses }) => clauses.every(isMet)).map(({ pattern }) => pattern);
  };
}

/** Which of the wanted letters a word contains. */
function createLetterSearch(wanted: ReadonlySet<string>): (word: string, variant: string) => readonly string[] {
  const byStart = Map.groupBy(wanted, (letters) => letters.slice(0, SHORTEST));
  return memoisedByWord((word) => {
    const starts = Array.from({ length: Math.max(0, word.length - SHORTEST + 1) }, (_, at) => at);
    return starts.flatMap((at) =>
      (byStart.get(word.slice(at, at + SHORTEST)) ?? []).filter((letters) => word.startsWith(letters, at)),
    );
  });
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
