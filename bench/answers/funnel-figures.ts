import { isAmongFirst, type Loss, lossOf, type PassageFate, type Stage, STAGES } from './funnel.ts';
import type { QuestionFigures } from './question-figures.ts';

/** How many expected passages came how far. */
export interface FunnelFigures {
  readonly stages: Readonly<Record<Stage, number>>;
  /** Of those found, those that a search ranked among its first five. */
  readonly foundFirst: number;
  /** Of those, the ones that only the threshold kept from being read. */
  readonly firstBelowThreshold: number;
}

/** What was lost at each step, as ids of the questions; one that lost two passages there stands twice. */
export type LostQuestions = Readonly<Partial<Record<Loss, readonly string[]>>>;

type Traced = Pick<QuestionFigures, 'question' | 'passages'>;

export function countFunnel(figures: readonly Traced[]): FunnelFigures {
  const fates = fatesOf(figures).map(({ fate }) => fate);
  const first = fates.filter(isAmongFirst);
  return {
    stages: countStages(fates),
    foundFirst: first.length,
    firstBelowThreshold: first.filter((fate) => lossOf(fate) === 'below the threshold').length,
  };
}

function countStages(fates: readonly PassageFate[]): Record<Stage, number> {
  const count = (from: number): number => fates.filter(({ reached }) => STAGES.indexOf(reached) >= from).length;
  // Every stage has its entry.
  return Object.fromEntries(STAGES.map((stage, index) => [stage, count(index)])) as Record<Stage, number>;
}

export function listLosses(figures: readonly Traced[]): LostQuestions {
  const lost: Partial<Record<Loss, string[]>> = {};
  for (const { id, fate } of fatesOf(figures)) {
    const loss = lossOf(fate);
    if (loss !== null) (lost[loss] ??= []).push(id);
  }
  return lost;
}

/** Ids of the questions of which at least one expected passage is not quoted. */
export function listUnquoted(figures: readonly Traced[]): string[] {
  return [...new Set(Object.values(listLosses(figures)).flat())].sort();
}

function fatesOf(figures: readonly Traced[]): { readonly id: string; readonly fate: PassageFate }[] {
  return figures
    .filter(({ question }) => !question.unanswerable)
    .flatMap(({ question, passages }) => passages.map((fate) => ({ id: question.id, fate })));
}
