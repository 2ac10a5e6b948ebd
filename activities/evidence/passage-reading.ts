import { analyzeTerms, identifierParts } from '../text/terms.ts';
import { type AnswerForm, speaksOfCount, statesValue } from './answer-form.ts';
import { type StatementUnit, statementUnits } from './statement-units.ts';
import { bestMatches, coverage, matchedWords, matchTerms, type TermMatches } from './term-coverage.ts';
import type { WeightedTerm } from './weighted-terms.ts';

/** A passage as the rules of the offline engine read it. */
export interface ReadablePassage {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
}

/** What is looked for: the words with their weights, and whether a figure is expected. */
export interface Interest {
  readonly terms: readonly WeightedTerm[];
  readonly answerForm: AnswerForm;
}

/** How well a statement serves the interest. */
export interface StatementScore {
  /** 0..1. */
  readonly score: number;
  /** Match of every term by the statement and its headings. */
  readonly matches: TermMatches;
  readonly matchedWords: readonly string[];
}

export interface RankedStatement extends StatementUnit, StatementScore {}

// "`name` …", "**`name`** …": the entry of a parameter list.
const DEFINED_NAME = /^(?:\*\*|__)?`([^`]+)`/;

/** A word in the heading is about the whole section; one elsewhere in the passage is only near. */
const HEADING_SHARE = 0.8;
const TITLE_SHARE = 0.5;
const NEIGHBOUR_SHARE = 0.35;
/** A question for a figure is not answered by a sentence without one. */
const WITHOUT_VALUE = 0.7;
/** "Maximum number of retries" answers "how many" rather than another figure of the same section. */
const NAMES_A_COUNT = 1.1;
/** A longer statement must cover more to be worth its length. */
const LENGTH_PENALTY = 0.04;
const COMFORTABLE_LENGTH = 180;
/** Between equal statements the one wins whose document is named after what is asked (`Client`, not `H2CClient`). */
const OTHER_TITLE_PENALTY = 0.03;
/** What a definition of a neighbouring name (`keepAliveMaxTimeout` for "keep-alive timeout") is worth at least. */
const OTHER_DEFINITION = 0.75;

/** Statements of the passage, the most useful first; ties keep the order of the text. */
export function rankStatements(interest: Interest, passage: ReadablePassage): RankedStatement[] {
  const score = createStatementScorer(interest, passage);
  return statementUnits(passage.text, passage.language)
    .map((unit) => ({ ...unit, ...score(unit.text, unit.size) }))
    .sort((a, b) => b.score - a.score || a.start - b.start);
}

/** Scores statements of one passage: how much of what is asked they cover, with their headings and neighbours. */
export function createStatementScorer(interest: Interest, { title, headingPath, text, language }: ReadablePassage) {
  const { terms, answerForm } = interest;
  const headings = bestMatches(
    matchTerms(terms, headingPath.join('\n'), language),
    matchTerms(terms, title, language),
    TITLE_SHARE / HEADING_SHARE,
  );
  const neighbours = matchTerms(terms, text, language);
  const titleFocus = 1 - OTHER_TITLE_PENALTY * (1 - shareAsked(terms, title, language));

  return (statement: string, size = 1): StatementScore => {
    const own = matchTerms(terms, statement, language);
    const matches = bestMatches(own, headings, HEADING_SHARE);
    const covered = coverage(terms, bestMatches(matches, neighbours, NEIGHBOUR_SHARE));
    // A statement that shares no word with the question is not about it, whatever stands above it.
    const anchored = Math.min(1, 0.5 + 1.5 * coverage(terms, own));
    const form = formShare(answerForm, statement);
    const focus = definitionFocus(terms, statement, language);
    const score = clamp(covered * anchored * form * focus * titleFocus - lengthPenalty(statement, size));
    return { score, matches, matchedWords: matchedWords(terms, matches) };
  };
}

function formShare(answerForm: AnswerForm, statement: string): number {
  if (answerForm === 'open') return 1;
  if (!statesValue(statement)) return WITHOUT_VALUE;
  return answerForm === 'count' && speaksOfCount(statement) ? NAMES_A_COUNT : 1;
}

function clamp(score: number): number {
  return Math.min(1, Math.max(0, score));
}

/** A definition answers a question about the name that it defines: the name's other words lead away from it. */
function definitionFocus(terms: readonly WeightedTerm[], statement: string, language: string): number {
  const name = DEFINED_NAME.exec(statement)?.[1];
  if (name === undefined) return 1;
  return OTHER_DEFINITION + (1 - OTHER_DEFINITION) * shareAsked(terms, name, language);
}

/** Share of a name's words that the question asks for. */
function shareAsked(terms: readonly WeightedTerm[], name: string, language: string): number {
  const parts = analyzeTerms(name, language).filter(
    ({ surface, isStopWord }) => !isStopWord && identifierParts(surface).length === 0,
  );
  const asked = parts.filter(({ stem }) => terms.some((term) => term.stem === stem)).length;
  return parts.length === 0 ? 1 : asked / parts.length;
}

function lengthPenalty(statement: string, size: number): number {
  const excess = Math.max(0, statement.length - COMFORTABLE_LENGTH) / COMFORTABLE_LENGTH;
  return LENGTH_PENALTY * (excess + (size - 1) * 0.5);
}
