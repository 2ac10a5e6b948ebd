import { ofAll, sourceOf, sourceOfAll } from '../../language/languages/word-patterns.ts';
import { createAbbreviationReader } from '../../language/question/abbreviations.ts';
import type { AnswerForm } from '../../language/question/answer-form.ts';
import { askedFigures, conditionFit } from '../../language/question/figure-conditions.ts';
import {
  bestMatches,
  coverage,
  matchedWords,
  type TermMatches,
  type WeightedTerm,
} from '../../language/question/term-coverage.ts';
import { createTermMatcher } from '../../language/question/term-similarity.ts';
import { analyzeTerms, identifierParts } from '../../language/text/terms.ts';
import { createMemo, remembered } from '../../language/text/text-memo.ts';
import type { StatementUnit } from './passage-entries.ts';
import { roleFactor, withoutExcludedNouns } from './quote-reasons.ts';
import { formFit, isCost, isMeasure, namesDimension } from './stated-values.ts';
import { createStatementReader } from './statement-reading.ts';
import { statementUnits } from './statement-units.ts';

/** Phrases common in reports of studies, above all in abstracts, which lead from open questions and methods to findings. */
const REPORTS: readonly string[] = ofAll(({ reportCues }) => reportCues).map(sourceOf);
const LABELS = sourceOfAll(({ abstractLabels }) => abstractLabels);
/** Labels of structured abstracts precede the sentence, often without a space: "ObjectiveTo find". */
const LABEL_OF_AIM = new RegExp(
  `^\\W*(?:${LABELS.split('|')
    .flatMap((label) => [label.charAt(0).toUpperCase() + label.slice(1), label.toUpperCase()])
    .join('|')})[snSN]?(?!\\p{Ll})`,
  'u',
);
const STATES_AIM = new RegExp(String.raw`\b(?:${sourceOfAll(({ statesAim }) => statesAim)})\b`, 'iu');
const STATES_IGNORANCE = new RegExp(String.raw`\b(?:${sourceOfAll(({ statesIgnorance }) => statesIgnorance)})\b`, 'iu');

const CUES = [...REPORTS, STATES_AIM.source, STATES_IGNORANCE.source].map((pattern) => new RegExp(pattern, 'giu'));

/** Factor for aims, methods and open questions, compared with findings. */
const AIM_SHARE = 0.65;
/** Factor for the beginning of a report: the introduction reports what others found. */
const OPENING_SHARE = 0.6;
/** From this share of the text on, a report states its findings. */
const FINDINGS_FROM = 0.5;

/** Fewest phrases of a report: a text that only mentions a study has one. */
const FEWEST_CUES = 2;

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
  /** How well the statement and its headings match each term. */
  readonly matches: TermMatches;
  readonly matchedWords: readonly string[];
}

export interface RankedStatement extends StatementUnit, StatementScore {}

// "`name` …", "**`name`** …": an entry of a parameter list.
const DEFINED_NAME = /^(?:\*\*|__)?`([^`]+)`/;

/** Share for words of the heading, which apply to the whole section. */
const HEADING_SHARE = 0.8;
const TITLE_SHARE = 0.5;
const NEIGHBOUR_SHARE = 0.2;
/** Share for words of a list's introduction, which apply to each entry. */
const INTRODUCTION_SHARE = 0.9;
/** Weight of the answer's form relative to the words: rare units say more than durations, which occur everywhere. */
const FORM_SHARE: Readonly<Record<AnswerForm, number>> = {
  open: 0,
  person: 0,
  definition: 0,
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
/** Factor for a statement without anything of the expected form. */
const WITHOUT_FORM = 0.45;
/** Factor for the form in a section whose heading does not announce it ("Dauer", "Höhe"). */
const WITHOUT_DIMENSION = 0.75;
const MEASURE_SHARE = 0.3;
/** A longer statement must cover more to be worth its length. */
const LENGTH_PENALTY = 0.04;
const COMFORTABLE_LENGTH = 180;
/** Among equal statements, the one whose document is named after the subject wins (`Client`, not `H2CClient`). */
const OTHER_TITLE_PENALTY = 0.03;
/** Least factor for the definition of a similar name (`keepAliveMaxTimeout` for "keep-alive timeout"). */
const OTHER_DEFINITION = 0.75;

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

/** A statement to score: its words, introduction, number of sentences or entries, and start. */
type Scorable = Pick<StatementUnit, 'text'> & Partial<Pick<StatementUnit, 'introduction' | 'size' | 'start'>>;

/** Scores statements of one passage by how much of the question they cover, with their headings and neighbours. */
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
    // A statement that shares no word with the question is not about it, even if its headings match.
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
 * Drops words that the form of the answer already covers ("Wie viele Jahre", "what does it cost"): either most
 * statements of that form contain them, or none does ("a day: 5 euros").
 */
const withoutMeasures = remembered(({ terms, answerForm }: InformationNeed): readonly WeightedTerm[] => {
  if (answerForm !== 'duration' && answerForm !== 'age' && answerForm !== 'money') return terms;
  const isSaid = answerForm === 'money' ? isCost : isMeasure;
  return terms.map((term) => (isSaid(term.word) ? { ...term, weight: term.weight * MEASURE_SHARE } : term));
});

/** Coverage with the form as one more word of the question. */
function withForm(covered: number, form: AnswerForm, fit: number): number {
  const share = FORM_SHARE[form];
  return covered * (1 - share) + fit * share;
}

/** Names of columns and facts in a row: "Duration: 9 hours" names the duration itself. */
function labelsIn(statement: string): string {
  return [...statement.matchAll(/(?:^|— |; )([^:;—]{1,60}):\s/g)].map(([, label]) => label).join('\n');
}

function clamp(score: number): number {
  return Math.min(1, Math.max(0, score));
}

/**
 * Factor for a definition: it answers questions about the defined name, and less so the more other words the name has.
 */
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

/** The factor for a statement's role in a text, 0..1. @param start position in the text, in characters, if known */
type RoleShare = (statement: string, start?: number) => number;

/** In reports of studies, findings count more than aims, methods and open questions; in other texts all count alike. */
export function createRoleShare(text: string): RoleShare {
  if (cuesIn(text) < FEWEST_CUES) return () => 1;
  return (statement, start) => {
    const progress = start === undefined ? 1 : Math.min(1, start / (FINDINGS_FROM * text.length));
    const isAim = LABEL_OF_AIM.test(statement) || STATES_AIM.test(statement) || STATES_IGNORANCE.test(statement);
    return (OPENING_SHARE + (1 - OPENING_SHARE) * progress) * (isAim ? AIM_SHARE : 1);
  };
}

function cuesIn(text: string): number {
  return CUES.reduce((sum, cue) => sum + (text.match(cue)?.length ?? 0), 0);
}
