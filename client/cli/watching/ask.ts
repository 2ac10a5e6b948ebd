import type { PendingClarification } from '../../../workflows/contracts/clarification.ts';
import { MAX_ANSWER_LENGTH } from '../../../workflows/contracts/clarification.ts';
import type { ResearchPlan } from '../../../workflows/contracts/research-plan.ts';
import { toPlainLine } from '../terminal/plain-text.ts';

export interface Answers {
  readonly given: readonly { readonly text: string; readonly questionId: string }[];
  /** True when an answer was left empty: the rest of the round is skipped. */
  readonly skippedSome: boolean;
}

/** Asks the open questions of a round one by one; an empty answer leaves a question open. */
export async function askForAnswers(
  pending: PendingClarification,
  signal: AbortSignal,
): Promise<Answers | 'interrupted'> {
  const { text, isCancel } = await import('@clack/prompts');
  const open = pending.questions.filter(({ questionId }) => !pending.answeredQuestionIds.includes(questionId));
  const given: { text: string; questionId: string }[] = [];
  for (const { questionId, text: question, reason } of open) {
    const answer = await text({
      message: [toPlainLine(question), ...(reason === '' ? [] : [`   ${toPlainLine(reason)}`])].join('\n'),
      placeholder: 'Press Enter to continue without an answer',
      output: process.stderr,
      signal,
      validate: (value) =>
        (value ?? '').length > MAX_ANSWER_LENGTH ? `At most ${MAX_ANSWER_LENGTH} characters.` : undefined,
    });
    if (isCancel(answer)) return 'interrupted';
    const trimmed = (answer ?? '').trim();
    if (trimmed !== '') given.push({ text: trimmed, questionId });
  }
  return { given, skippedSome: given.length < open.length };
}

/** Shows the plan; deselected tasks are not researched. */
export async function askForPlan(plan: ResearchPlan, signal: AbortSignal): Promise<ResearchPlan | 'interrupted'> {
  const { multiselect, isCancel } = await import('@clack/prompts');
  const chosen = await multiselect({
    message: 'Research this plan? Space deselects a task, Enter starts.',
    options: plan.tasks.map(({ taskId, text }) => ({ value: taskId, label: toPlainLine(text) })),
    initialValues: plan.tasks.map(({ taskId }) => taskId),
    required: true,
    output: process.stderr,
    signal,
  });
  if (isCancel(chosen)) return 'interrupted';
  return { tasks: plan.tasks.filter(({ taskId }) => chosen.includes(taskId)) };
}
