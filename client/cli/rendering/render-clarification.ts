import type { PendingClarification } from '../../../workflows/contracts/clarification.ts';
import type { ResearchPlan } from '../../../workflows/contracts/research-plan.ts';
import { typed } from '../../wording/cli-commands.ts';
import { toPlainLine } from '../terminal/plain-text.ts';

/** The pending questions and the commands that answer them, for whoever is not asked directly. */
export function renderClarification(researchId: string, pending: PendingClarification): string {
  const open = pending.questions.filter(({ questionId }) => !pending.answeredQuestionIds.includes(questionId));
  const lines = [`Waiting for an answer until ${pending.deadline} (round ${pending.round}):`];
  for (const { questionId, text, reason } of open) {
    lines.push(`  ${questionId}  ${toPlainLine(text)}`);
    if (reason !== '') lines.push(`      why: ${toPlainLine(reason)}`);
  }
  lines.push(`Answer:           ${typed.answer(researchId)}`);
  const first = open[0];
  if (open.length > 1 && first !== undefined) {
    lines.push(`Answer one alone: ${typed.answerQuestion(researchId, first.questionId)}`);
  }
  lines.push(`Go on without:    ${typed.skip(researchId)}`);
  return lines.join('\n');
}

/** The plan that waits and the commands that start it. */
export function renderPlanToApprove(researchId: string, plan: ResearchPlan): string {
  return [
    'Waiting for the plan to be approved:',
    ...plan.tasks.map(({ text }, index) => `  ${index + 1}. ${toPlainLine(text)}`),
    `Approve: ${typed.approve(researchId)}`,
    `Change:  ${typed.approve(researchId)} --print > plan.json, edit it, then ${typed.approve(researchId)} --plan plan.json`,
  ].join('\n');
}
