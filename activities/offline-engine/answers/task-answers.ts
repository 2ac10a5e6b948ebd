import { asksForOne } from '../../language/question/answer-form.ts';
import { mentionsEntity } from '../../language/question/key-entities.ts';
import { bestOfAll, coverage, matchTerms } from '../../language/question/term-coverage.ts';
import type { InformationNeed } from '../passages/passage-reading.ts';
import type { EvidenceScore, ReadableFinding } from './evidence-reading.ts';
import { coverByPassage, coverByQuotes, createPartTest } from './subject-coverage.ts';

// Printed on 2026-11-23 by `npm run eval:certainty -- <results of eval:answers> --fit` for 40 German laws, 20 articles of
// XQuAD in English and in German, and the questions about articles that `eval:withhold` takes away. The features were
// chosen among nine combinations by five-fold cross-validation over documents.

/**
 * Whether the documents hold an answer: no passage covers a foreign subject, and no statement of it scores. Half of the
 * questions that it is fitted to ask about a document that was taken out of the folder.
 */
export const HELD_MODEL: CertaintyModel = { weights: { passageCoverage: 6.63, statementScore: 4.3 }, bias: -4.27 };

/** Whether the best statement answers, given that the documents hold an answer. */
export const ANSWER_MODEL: CertaintyModel = { weights: { statementScore: 1.03, unitCoverage: 1.28 }, bias: -0.89 };

/**
 * Whether a statement is right, given that it is stated. Fitted on 2026-11-26 by `npm run eval:certainty -- <questions>
 * --corpora <folder> --fit` to the 45 statements that 70 questions about six documentations got, none of which the
 * rules were made for. How much of the question a statement covers, and its score, say nothing there: wrong ones cover
 * as much.
 */
export const RIGHT_MODEL: CertaintyModel = { weights: { asksForOne: 1.96, isLeading: 2.65 }, bias: -3.75 };

/**
 * A task is refused below this probability. A little more than one half: a refusal names the missing words and still shows
 * what comes nearest, while passages that answer nothing cost the reader's time.
 */
export const HELD_FROM = 0.53;
/** A part of a question may leave its subject to another part, which the documents hold. */
const PART_HELD_FROM = 0.2;
/** From this probability on, a report states the best statement as the answer. */
export const CERTAIN_FROM = 0.7;

/** A sub-question and its information need. */
export interface TaskNeed {
  readonly text: string;
  readonly need: InformationNeed;
}

/** The evidence chosen for a task. */
export interface Choice {
  readonly answers: readonly EvidenceScore[];
  readonly support: readonly EvidenceScore[];
}

/** The evidence chosen for a task, and what it is worth. */
export interface JudgedChoice {
  readonly task: TaskNeed;
  readonly choice: Choice;
  readonly certainty: AnswerCertainty;
  /**
   * `answered`: the first statement is the answer. `open`: the documents hold something about it, but no statement is
   * certain. `refused`: they do not hold it.
   */
  readonly outcome: 'answered' | 'open' | 'refused';
  /** Whether the evidence of a refused task is worth showing. */
  readonly isNear: boolean;
}

/** Judges choices by what the passages hold of their tasks. Keeps the order of the tasks; omits those without a choice. */
export function judgeChoices(
  tasks: readonly TaskNeed[],
  chosen: ReadonlyMap<TaskNeed, Choice>,
  findings: readonly ReadableFinding[],
): JudgedChoice[] {
  const judged = tasks.flatMap((task) => {
    const choice = chosen.get(task);
    if (choice === undefined) return [];
    const coverage = coverByQuotes(task.need, new Set(choice.answers.map(({ key }) => key)), findings);
    const certainty = certaintyFor(task, choice, findings);
    return [{ task, choice, certainty, coverage: { ...coverage, isCovered: certainty.held >= HELD_FROM } }];
  });
  const isHeld = createPartTest(judged.map(({ coverage }) => coverage));
  return judged.map(({ task, choice, certainty, coverage }) => {
    const isCertain = certainty.answers >= CERTAIN_FROM;
    const isOpen = certainty.held >= PART_HELD_FROM && isHeld(coverage);
    const outcome = isOpen ? (isCertain ? 'answered' : 'open') : 'refused';
    return { task, choice, certainty, outcome, isNear: coverage.isNear || certainty.held >= PART_HELD_FROM };
  });
}

function certaintyFor(
  { need }: TaskNeed,
  { answers: [best] }: Choice,
  findings: readonly ReadableFinding[],
): AnswerCertainty {
  const answering = findings.find(({ findingId }) => findingId === best?.findingId);
  const unit = answering === undefined ? null : { ...answering, surroundings: best?.unit ?? '' };
  return certaintyOf({
    passageCoverage: Math.max(0, ...findings.map((finding) => coverByPassage(need, finding).share)),
    unitCoverage: unit === null ? 0 : coverByPassage(need, unit).share,
    statementScore: best?.score ?? 0,
    asksForOne: Number(asksForOne(need.answerForm)),
    isLeading: Number(answering?.isLeading === true),
  });
}

/** What tells whether the documents answer a task, 0..1. */
export interface CertaintyFeatures {
  /** Share of the task's words, by weight, in the passage with the most. */
  readonly passageCoverage: number;
  /** The same share of the unit around the best statement. */
  readonly unitCoverage: number;
  /** Score of the best statement. */
  readonly statementScore: number;
  /** 1 where a value or a yes or no is asked for; 0 where it may be an explanation, a comparison, a list or steps. */
  readonly asksForOne: number;
  /** 1 where the search put the passage of the best statement among its first. */
  readonly isLeading: number;
}

interface AnswerCertainty extends CertaintyFeatures {
  /** Probability that the documents hold an answer. */
  readonly held: number;
  /** Probability that the best statement is the answer, if they do. */
  readonly answers: number;
  /** Probability that the statement is right, if it is stated. */
  readonly right: number;
}

/** Weights of a logistic regression, and the probability from which it decides. */
export interface CertaintyModel {
  readonly weights: Readonly<Partial<Record<keyof CertaintyFeatures, number>>>;
  readonly bias: number;
}

/** The probabilities for a task. */
export function certaintyOf(features: CertaintyFeatures): AnswerCertainty {
  return {
    ...features,
    held: probabilityBy(HELD_MODEL, features),
    answers: probabilityBy(ANSWER_MODEL, features),
    right: probabilityBy(RIGHT_MODEL, features),
  };
}

type KnownFeatures = { readonly [Name in keyof CertaintyFeatures]?: number | undefined };

/** Probability by a model, 0..1; a feature that is not known is 0. */
export function probabilityBy({ weights, bias }: CertaintyModel, features: KnownFeatures): number {
  const names = Object.keys(weights) as (keyof CertaintyFeatures)[];
  const logit = names.reduce((sum, name) => sum + (weights[name] ?? 0) * (features[name] ?? 0), bias);
  return 1 / (1 + Math.exp(-logit));
}

/** What a task's evidence is compared with. */
interface TaskRelevanceMeasure {
  readonly task: InformationNeed;
  readonly question: InformationNeed;
  readonly keyEntities: readonly string[];
  /** ISO 639-1 code of the question. */
  readonly language: string;
}

/**
 * How much a task serves the question, 0..1 in hundredths: the mean of three shares in its evidence, of the task's
 * weighted terms, of the question's, and of the key entities (if there are any); null without evidence.
 *
 * @param evidence quotes with the headings above them
 */
export function taskRelevance(
  evidence: readonly string[],
  { task, question, keyEntities, language }: TaskRelevanceMeasure,
): number | null {
  if (evidence.length === 0) return null;
  const mentioned = keyEntities.filter((entity) => evidence.some((text) => mentionsEntity(text, entity, language)));
  const shares = [
    ...[task, question].map(({ terms }) => {
      const matches = evidence.map((text) => matchTerms(terms, text, language));
      return coverage(terms, bestOfAll(terms, matches));
    }),
    ...(keyEntities.length === 0 ? [] : [mentioned.length / keyEntities.length]),
  ];
  return Math.round((100 * shares.reduce((sum, share) => sum + share, 0)) / shares.length) / 100;
}
