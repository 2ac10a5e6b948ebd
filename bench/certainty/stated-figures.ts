import { RIGHT_MODEL } from '../../activities/offline-engine/answers/task-answers.ts';
import type { Confidence } from '../../workflows/contracts/answers/answer.ts';
import { STRONG_FROM } from '../../workflows/domain/report-claims.ts';
import { renderTable, showCount } from '../answers/figure-table.ts';
import { type Count, countOf } from '../answers/share.ts';
import type { AnsweredQuestion } from './asked-questions.ts';
import { measurePart } from './certainty-figures.ts';
import type { MeasuredTask } from './measured-tasks.ts';

/** Prints how far the word for an answer holds, and the probability behind it, each corpus by weights of the others. */
export function measureStated(
  answers: readonly AnsweredQuestion[],
  isFitted: boolean,
  print: (text: string) => void,
): object {
  const corpora = [...new Set(answers.map(({ corpus }) => corpus))];
  const byCorpus = Object.fromEntries(
    corpora.map((corpus) => [corpus, countsOf(answers.filter((one) => one.corpus === corpus))]),
  );
  const total = countsOf(answers);
  const rows = Object.entries({ ...byCorpus, all: total }).map(([name, counts]) => [
    name,
    String(counts.questions),
    ...[counts.stated, counts.byRetrieval, counts.strong, counts.medium, counts.weak].map(showCount),
  ]);
  print('\nRight of what is stated, and of what is called so\n');
  print(renderTable(['', 'questions', 'stated', 'strong by retrieval alone', 'strong', 'medium', 'weak'], rows));
  const certainty = measurePart(
    {
      name: 'a statement is right',
      model: RIGHT_MODEL,
      constant: 'RIGHT_MODEL',
      from: STRONG_FROM,
      folds: corpora.length,
      tasks: answers.flatMap(tasksOf),
      isTrue: ({ isRight }) => isRight,
    },
    isFitted,
    print,
  );
  return { total, byCorpus, certainty };
}

function countsOf(of: readonly AnsweredQuestion[]) {
  const stated = of.filter((one) => one.stated !== '');
  const called = (word: Confidence): Count =>
    rightOf(stated.filter(({ answer }) => answer.ui.answerConfidence === word));
  return {
    questions: of.length,
    stated: rightOf(stated),
    byRetrieval: rightOf(stated.filter(({ answer }) => answer.retrievalStats?.quality === 'good')),
    strong: called('strong'),
    medium: called('medium'),
    weak: called('weak'),
  };
}

function rightOf(answers: readonly AnsweredQuestion[]): Count {
  return countOf(answers, ({ isRight }) => isRight);
}

function tasksOf({ answer, corpus, answerable: isHeld, isRight }: AnsweredQuestion): MeasuredTask[] {
  const shared = { isHeld, isRight, set: corpus, document: corpus };
  return (answer.debug.certainties ?? []).map((certainty) => ({ ...certainty, ...shared }));
}
