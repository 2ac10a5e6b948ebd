import type { InformationNeed } from '../passages/passage-reading.ts';
import { asksForOne } from '../question/answer-form.ts';
import { type AnswerCertainty, CERTAIN_FROM, certaintyOf, HELD_FROM, PART_HELD_FROM } from './answer-certainty.ts';
import type { EvidenceScore, ReadableFinding } from './evidence-reading.ts';
import { coverByPassage, coverByQuotes, createPartTest } from './subject-coverage.ts';

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
