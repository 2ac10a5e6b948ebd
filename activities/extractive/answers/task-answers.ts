import type { InformationNeed } from '../passages/passage-reading.ts';
import type { EvidenceScore, ReadableFinding } from './evidence-reading.ts';
import { coverByQuotes, createPartTest } from './subject-coverage.ts';

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

/** The evidence chosen for a task, and whether it answers the task or is only near. */
export interface JudgedChoice {
  readonly task: TaskNeed;
  readonly choice: Choice;
  readonly isAnswered: boolean;
  readonly isNear: boolean;
}

/**
 * Judges choices by how far they cover the words of their tasks. Keeps the order of the tasks; omits those without a
 * choice.
 */
export function judgeChoices(
  tasks: readonly TaskNeed[],
  chosen: ReadonlyMap<TaskNeed, Choice>,
  findings: readonly ReadableFinding[],
): JudgedChoice[] {
  const keysOf = ({ answers }: Choice): string[] => answers.map(({ key }) => key);
  const all = new Set([...chosen.values()].flatMap(keysOf));
  const said = tasks.flatMap((task) => {
    const choice = chosen.get(task);
    if (choice === undefined) return [];
    return [{ task, choice, coverage: coverByQuotes(task.need, new Set(keysOf(choice)), findings) }];
  });
  // The answer to one part of a question may contain the words of another.
  const answers = createPartTest(said.map(({ task }) => coverByQuotes(task.need, all, findings)));
  return said.map(({ task, choice, coverage }) => ({
    task,
    choice,
    isAnswered: answers(coverage),
    isNear: coverage.isNear,
  }));
}
