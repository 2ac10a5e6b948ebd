import { isNearDuplicate } from '@plumbline/language/copies';
import { contentTerms } from '@plumbline/language/terms';
import { measuresIn } from '../../packages/evidence/figures/measures.ts';
import { citedPieces } from './citation-marks.ts';
import type { Statement } from './read-report.ts';

/** Shorter sentences resemble each other by chance. */
const MIN_CONTENT_WORDS = 5;
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

function areNear(first: Statement, second: Statement, language: string): boolean {
  const isLong = ({ text }: Statement): boolean => contentTerms(text, language).length >= MIN_CONTENT_WORDS;
  return isLong(first) && isLong(second) && isNearDuplicate(first.text, second.text, language);
}
