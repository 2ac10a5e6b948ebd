/** What tells whether the documents answer a task, 0..1. */
export interface CertaintyFeatures {
  /** Share of the task's words, by weight, that the passage with the most of them holds. */
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

export interface AnswerCertainty extends CertaintyFeatures {
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
 * Whether a statement is right, given that it is stated. Fitted on 2026-11-26 by `npm run eval:certainty -- <questions> --corpora
 * <folder> --fit` to the 45 statements that 70 questions about six documentations got, none of which the rules were made for. How
 * much of the question a statement covers, and its score, tell nothing there: wrong ones cover as much.
 */
export const RIGHT_MODEL: CertaintyModel = { weights: { asksForOne: 1.96, isLeading: 2.65 }, bias: -3.75 };

/**
 * A task is refused below this probability. A little more than one half: a refusal names the missing words and still shows
 * what comes nearest, while passages that answer nothing cost the reader's time.
 */
export const HELD_FROM = 0.53;
/** A part of a question may leave its subject to another part, which the documents hold. */
export const PART_HELD_FROM = 0.2;
/** From this probability on, a report states the best statement as the answer. */
export const CERTAIN_FROM = 0.7;

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
