import type { EvaluationWorld, IndexedFolder } from './evaluation-world.ts';
import { findExpectedPassages } from './expected-passages.ts';
import { inLanes } from './lanes.ts';
import { type AskedQuestion, measureQuestion, type QuestionFigures } from './question-figures.ts';
import type { Question, QuestionFolder } from './question-file.ts';
import { askQuestion, type SettingsChange } from './question-runs.ts';

export interface Evaluation {
  readonly world: EvaluationWorld;
  readonly folder: QuestionFolder;
  readonly index: Pick<IndexedFolder, 'sources' | 'corpusId' | 'stores'>;
  readonly questions: readonly Question[];
  readonly settings: SettingsChange;
  /** Runs at the same time. */
  readonly concurrency: number;
  readonly signal: AbortSignal;
  /** Called as soon as a question's report is measured. */
  onQuestion(figures: QuestionFigures, asked: AskedQuestion): Promise<void>;
}

/** Researches every question and measures its report. @returns in the order of the questions */
export function evaluate(evaluation: Evaluation): Promise<QuestionFigures[]> {
  const { questions, concurrency } = evaluation;
  return inLanes(questions, concurrency, (question) => evaluateQuestion(evaluation, question));
}

async function evaluateQuestion(evaluation: Evaluation, question: Question): Promise<QuestionFigures> {
  const { world, folder, index, settings, signal } = evaluation;
  const isCrossLanguage = !isInItsLanguage(question, index);
  const expectedIds = await Promise.all(
    question.expect.map((expected) => findExpectedPassages(index, expected, folder.documents)),
  );
  const asked = { ...(await askQuestion(world, question, settings, signal)), isCrossLanguage, expectedIds };
  const figures = await measureQuestion(asked, folder.documents, world.blobs);
  await evaluation.onQuestion(figures, asked);
  return figures;
}

/** Whether a document that the question expects, or any where it expects none, is in the question's language. */
function isInItsLanguage({ expect, language }: Question, { sources }: Pick<IndexedFolder, 'sources'>): boolean {
  const expected = new Set(expect.map(({ file }) => file));
  return sources.some(
    (source) => (expected.size === 0 || expected.has(source.locator)) && source.language === language,
  );
}
