import type { AnswerForm } from '@plumbline/language/questions';
import {
  bestMatches,
  coverage,
  createTermMatcher,
  matchedWords,
  type TermMatches,
  type WeightedTerm,
} from '@plumbline/language/term-matching';
import { createMemo } from '@plumbline/text/text-memo';
import type { StatementUnit } from './passage-entries.ts';
import { isMeasure } from './stated-values.ts';
import { createStatementReader } from './statement-reading.ts';
import { statementUnits } from './statement-units.ts';

/** A passage for the rules of the offline engine. */
export interface ReadablePassage {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
}

/** What a search looks for: weighted words, in the order of the question, and the form of the answer. */
export interface InformationNeed {
  readonly terms: readonly WeightedTerm[];
  readonly answerForm: AnswerForm;
  /** Whether it asserts something for the documents to support or contradict, instead of asking. */
  readonly isAssertion?: boolean;
}

/** How well a statement serves the need. */
export interface StatementScore {
  /** 0..1. */
  readonly score: number;
  /** Share of the terms' weight in the statement's own words, 0..1. */
  readonly ownCoverage: number;
  /** How well the statement and its headings match each term. */
  readonly matches: TermMatches;
  readonly matchedWords: readonly string[];
}

export interface RankedStatement extends StatementUnit, StatementScore {}

/** Share for words of the heading, which apply to the whole section. */
const HEADING_SHARE = 0.8;
const TITLE_SHARE = 0.5;
const NEIGHBOUR_SHARE = 0.2;
/** Share for words of a list's introduction, which apply to each entry. */
const INTRODUCTION_SHARE = 0.9;
/** A longer statement must cover more to be worth its length. */
const LENGTH_PENALTY = 0.04;
const COMFORTABLE_LENGTH = 180;

/** The hits of some tasks: each is read when it is scored, when it is ranked, and for what a model sees of it. */
const remember = createMemo<readonly RankedStatement[]>(400_000);

/** Statements of the passage, best first; ties keep the order of the text. */
export function rankStatements(need: InformationNeed, passage: ReadablePassage): readonly RankedStatement[] {
  const { title, headingPath, text, language } = passage;
  return remember(JSON.stringify([need, title, headingPath, language, text]), () => readStatements(need, passage));
}

function readStatements(need: InformationNeed, passage: ReadablePassage): readonly RankedStatement[] {
  const score = createStatementScorer(need, passage);
  const read = createStatementReader(passage);
  return statementUnits(passage.text, passage.language)
    .map((unit) => {
      const { lead, words } = read(unit);
      const introduction = unit.introduction === '' ? lead : unit.introduction;
      return { ...unit, introduction, ...score({ ...unit, text: words, introduction }) };
    })
    .sort((a, b) => b.score - a.score || a.start - b.start);
}

/** A statement to score: its words, introduction, and number of sentences or entries. */
type Scorable = Pick<StatementUnit, 'text'> & Partial<Pick<StatementUnit, 'introduction' | 'size'>>;

/** Scores statements of one passage by how much of the question they cover, with their headings and neighbours. */
export function createStatementScorer({ terms }: InformationNeed, passage: ReadablePassage) {
  const { title, headingPath, text, language } = passage;
  const match = createTermMatcher(terms, language);
  const headings = bestMatches(match(headingPath.join('\n')), match(title), TITLE_SHARE / HEADING_SHARE);
  const neighbours = match(text);

  return ({ text: statement, introduction = '', size = 1 }: Scorable): StatementScore => {
    const own = bestMatches(match(statement), match(introduction), INTRODUCTION_SHARE);
    const matches = bestMatches(own, headings, HEADING_SHARE);
    const covered = coverage(terms, bestMatches(matches, neighbours, NEIGHBOUR_SHARE));
    // A statement that shares no word with the question is not about it, even if its headings match.
    const ownCoverage = coverage(terms, own);
    const anchored = Math.min(1, 0.5 + 1.5 * ownCoverage);
    const score = Math.max(0, covered * anchored - lengthPenalty(statement, size));
    return { score, ownCoverage, matches, matchedWords: matchedWords(terms, matches) };
  };
}

function lengthPenalty(statement: string, size: number): number {
  const excess = Math.max(0, statement.length - COMFORTABLE_LENGTH) / COMFORTABLE_LENGTH;
  return LENGTH_PENALTY * (excess + (size - 1) * 0.5);
}

/** What the question counts: things, or the unit of a duration. */
export function countedBy({ terms, answerForm }: InformationNeed): string | undefined {
  if (answerForm === 'count') return terms[0]?.word;
  const [first] = terms;
  return answerForm === 'duration' && first !== undefined && isMeasure(first.word) ? first.word : undefined;
}
