import type { PendingClarification } from '../../../workflows/contracts/clarification.ts';
import type { ResearchPlan } from '../../../workflows/contracts/research-plan.ts';
import { commands } from '../../wording/cli-commands.ts';
import { toPlainLine } from '../terminal/plain-text.ts';

/** The pending questions and the commands that answer them. */
export function renderClarification(researchId: string, pending: PendingClarification): string {
  const open = pending.questions.filter(({ questionId }) => !pending.answeredQuestionIds.includes(questionId));
  const lines = [`Waiting for an answer until ${pending.deadline} (round ${pending.round}):`];
  for (const { questionId, text, reason } of open) {
    lines.push(`  ${questionId}  ${toPlainLine(text)}`);
    if (reason !== '') lines.push(`      why: ${toPlainLine(reason)}`);
  }
  lines.push(`Answer:           ${commands.answer(researchId)}`);
  const first = open[0];
  if (open.length > 1 && first !== undefined) {
    lines.push(`Answer only one:  ${commands.answerQuestion(researchId, first.questionId)}`);
  }
  lines.push(`Skip:             ${commands.skip(researchId)}`);
  return lines.join('\n');
}

/** The pending plan and the commands that approve it. */
export function renderPlanToApprove(researchId: string, plan: ResearchPlan): string {
  return [
    'Waiting for approval of the plan:',
    ...plan.tasks.map(({ text }, index) => `  ${index + 1}. ${toPlainLine(text)}`),
    `Approve: ${commands.approve(researchId)}`,
    `Change:  ${commands.approve(researchId)} --print > plan.json, edit it, then ${commands.approve(researchId)} --plan plan.json`,
  ].join('\n');
}
