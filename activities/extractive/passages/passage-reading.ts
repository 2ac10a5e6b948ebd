import { analyzeTerms, identifierParts } from '../../text/terms.ts';
import { createAbbreviationReader } from '../question/abbreviations.ts';
import type { AnswerForm } from '../question/answer-form.ts';
import { askedFigures, conditionFit } from '../question/figure-conditions.ts';
import { bestMatches, coverage, matchedWords, type TermMatches } from '../question/term-coverage.ts';
import { createTermMatcher } from '../question/term-similarity.ts';
import type { WeightedTerm } from '../question/weighted-terms.ts';
import type { StatementUnit } from '../units/passage-entries.ts';
import { createStatementReader } from '../units/statement-reading.ts';
import { statementUnits } from '../units/statement-units.ts';
import { formFit, isCost, isMeasure, namesDimension } from './stated-values.ts';
import { roleFactor, withoutExcludedNouns } from './statement-role.ts';
import { createRoleShare } from './study-report.ts';

/** A passage as the rules of the offline engine read it. */
export interface ReadablePassage {
  readonly title: string;
  readonly headingPath: readonly string[];
  readonly text: string;
  /** ISO 639-1 code, or `und`. */
  readonly language: string;
}

/** What is looked for: the words with their weights, in the order of the question, and the form of the answer. */
export interface InformationNeed {
  readonly terms: readonly WeightedTerm[];
  readonly answerForm: AnswerForm;
  /** It states something that the documents may support or contradict, and asks nothing. */
  readonly isAssertion?: boolean;
}

/** How well a statement serves the need. */
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
const NEIGHBOUR_SHARE = 0.2;
/** The introduction of a list holds for each of its entries. */
const INTRODUCTION_SHARE = 0.9;
/** What the form of the answer weighs beside the words: rare units tell more than a duration, which stands everywhere. */
const FORM_SHARE: Readonly<Record<AnswerForm, number>> = {
  open: 0,
  permission: 0.15,
  decision: 0,
  instruction: 0,
  time: 0.2,
  count: 0.2,
  value: 0.3,
  duration: 0.35,
  money: 0.4,
  age: 0.4,
  mass: 0.55,
  length: 0.55,
  speed: 0.7,
  sound: 0.7,
};
/** What a statement is worth that has nothing of the expected form. */
const WITHOUT_FORM = 0.45;
/** What the form is worth in a section whose heading does not say that it is about such a thing ("Dauer", "Höhe"). */
const WITHOUT_DIMENSION = 0.75;
const MEASURE_SHARE = 0.3;
/** A longer statement must cover more to be worth its length. */
const LENGTH_PENALTY = 0.04;
const COMFORTABLE_LENGTH = 180;
/** Between equal statements the one wins whose document is named after what is asked (`Client`, not `H2CClient`). */
const OTHER_TITLE_PENALTY = 0.03;
/** What a definition of a neighbouring name (`keepAliveMaxTimeout` for "keep-alive timeout") is worth at least. */
const OTHER_DEFINITION = 0.75;

/** Statements of the passage, the most useful first; ties keep the order of the text. */
export function rankStatements(need: InformationNeed, passage: ReadablePassage): RankedStatement[] {
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

/** A statement to score: its words, what introduces it, how many sentences or entries it spans, and where it begins. */
type Scorable = Pick<StatementUnit, 'text'> & Partial<Pick<StatementUnit, 'introduction' | 'size' | 'start'>>;

/** Scores statements of one passage: how much of what is asked they cover, with their headings and neighbours. */
export function createStatementScorer(need: InformationNeed, { title, headingPath, text, language }: ReadablePassage) {
  const { answerForm } = need;
  const terms = withoutMeasures(need);
  const match = createTermMatcher(terms, language);
  const figures = askedFigures(need.terms);
  const counted = countedBy(need);
  const headings = bestMatches(match(headingPath.join('\n')), match(title), TITLE_SHARE / HEADING_SHARE);
  const neighbours = match(text);
  const withOtherForms = createAbbreviationReader(text);
  const roleShare = createRoleShare(text);
  const titleFocus = 1 - OTHER_TITLE_PENALTY * (1 - shareAsked(terms, title, language));
  const isDimension = namesDimension(answerForm, headingPath.at(-1) ?? '');

  return ({ text: statement, introduction = '', size = 1, start }: Scorable): StatementScore => {
    const said = match(withOtherForms(withoutExcludedNouns(statement, language)));
    const own = bestMatches(said, match(introduction), INTRODUCTION_SHARE);
    const matches = bestMatches(own, headings, HEADING_SHARE);
    const saysDimension = isDimension || namesDimension(answerForm, labelsIn(statement));
    const fit = formFit(answerForm, statement, counted) * (saysDimension ? 1 : WITHOUT_DIMENSION);
    const covered = withForm(coverage(terms, bestMatches(matches, neighbours, NEIGHBOUR_SHARE)), answerForm, fit);
    // A statement that shares no word with the question is not about it, whatever stands above it.
    const anchored = Math.min(1, 0.5 + 1.5 * withForm(coverage(terms, own), answerForm, fit));
    const form = answerForm === 'open' ? 1 : WITHOUT_FORM + (1 - WITHOUT_FORM) * fit;
    const condition = conditionFit(figures, statement, [...headingPath, introduction, text].join('\n'), language);
    const focus = definitionFocus(terms, statement, language) * titleFocus;
    const role = roleFactor(statement, answerForm) * roleShare(statement, start);
    const score = clamp(covered * anchored * form * condition * focus * role - lengthPenalty(statement, size));
    return { score, matches, matchedWords: matchedWords(terms, matches) };
  };
}

/** What the question counts: things, or the unit of a duration. */
export function countedBy({ terms, answerForm }: InformationNeed): string | undefined {
  if (answerForm === 'count') return terms[0]?.word;
  const [first] = terms;
  return answerForm === 'duration' && first !== undefined && isMeasure(first.word) ? first.word : undefined;
}

/**
 * "Wie viele Jahre", "what does it cost": the form of the answer speaks for the word, which stands in every other statement
 * of that form, or in none ("a day: 5 euros").
 */
function withoutMeasures({ terms, answerForm }: InformationNeed): readonly WeightedTerm[] {
  if (answerForm !== 'duration' && answerForm !== 'age' && answerForm !== 'money') return terms;
  const isSaid = answerForm === 'money' ? isCost : isMeasure;
  return terms.map((term) => (isSaid(term.word) ? { ...term, weight: term.weight * MEASURE_SHARE } : term));
}

/** Coverage where the form counts like one more word of the question. */
function withForm(covered: number, form: AnswerForm, fit: number): number {
  const share = FORM_SHARE[form];
  return covered * (1 - share) + fit * share;
}

/** Names of columns and facts in a row: "Duration: 9 hours" says itself that it is about a duration. */
function labelsIn(statement: string): string {
  return [...statement.matchAll(/(?:^|— |; )([^:;—]{1,60}):\s/g)].map(([, label]) => label).join('\n');
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
