import { figuresIn } from '@plumbline/language/figures';
import { contentTerms } from '@plumbline/language/terms';
import { measuresIn } from '../../packages/evidence/figures/measures.ts';
import { citedPieces } from './citation-marks.ts';
import type { Statement } from './read-report.ts';

/** Shorter sentences resemble each other by chance. */
const MIN_CONTENT_WORDS = 5;
const SAME_WORDS = 0.85;
/** Characters behind a figure in which a word may say what it counts. */
const COUNTED_WORD = /^\s?(\p{L}{3,})/u;

/** A statement that says again what one before it says. */
export interface RepeatedFact {
  readonly text: string;
  readonly before: string;
}

/**
 * Statements that repeat a figure with the same unit and citation, or nearly all words of one before. The answer that
 * opens a report and its tables are summaries: they may say what the text says, too.
 */
export function findRepeatedFacts(statements: readonly Statement[], language: string): RepeatedFact[] {
  const told = statements.filter(({ isOpening, form }) => !isOpening && form !== 'cell');
  const byFact = new Map<string, Statement>();
  return told.flatMap((statement, index) => {
    const facts = factsOf(statement);
    const before =
      facts.map((fact) => byFact.get(fact)).find((earlier) => earlier !== undefined) ??
      told.slice(0, index).find((earlier) => areNear(earlier, statement, language));
    for (const fact of facts) if (!byFact.has(fact)) byFact.set(fact, statement);
    return before === undefined ? [] : [{ text: statement.text, before: before.text }];
  });
}

/** Each figure that counts something, with each number that is cited right behind it. */
function factsOf({ marked }: Statement): string[] {
  return citedPieces(marked).flatMap(({ text, citations }) =>
    countedIn(text).flatMap((fact) => citations.map((number) => `${fact} [${number}]`)),
  );
}

function countedIn(text: string): string[] {
  return measuresIn(text).flatMap(({ value, unit, end, isOrdinal }) => {
    const word = unit === null ? COUNTED_WORD.exec(text.slice(end))?.[1] : `${unit.dimension} ${unit.factor}`;
    return isOrdinal || word === undefined ? [] : [`${value} ${word.toLowerCase()}`];
  });
}

/** One has nearly all content words of the other, and both have the same figures. */
function areNear(first: Statement, second: Statement, language: string): boolean {
  const figures = [first, second].map(({ text }) => [...figuresIn(text)].sort().join(' '));
  const [own, other] = [first, second].map(({ text }) => new Set(contentTerms(text, language).map(({ stem }) => stem)));
  if (own === undefined || other === undefined || figures[0] !== figures[1]) return false;
  const fewest = Math.min(own.size, other.size);
  return fewest >= MIN_CONTENT_WORDS && [...own].filter((stem) => other.has(stem)).length >= SAME_WORDS * fewest;
}
