import type { InputRequiredResult, McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import type { PendingClarification } from '../../../workflows/contracts/clarification.ts';
import type { PublicRun } from '../../http/runs/public-run.ts';
import { takenMessage } from '../../http/runs/taken-message.ts';
import { canAskPerson, formOutcome, openQuestions, showForm } from '../calls/elicitation.ts';
import { addTool, type ToolAnswer, type ToolCall } from '../calls/tool-call.ts';
import type { McpContext } from '../context/mcp-context.ts';
import { describeState, isOver, nextStepOf } from '../runs/run-state.ts';
import { type WaitedRun, waitForRun } from '../runs/run-waiting.ts';
import { statusInput, statusOutput } from '../schemas/runs.ts';

type StatusInput = z.infer<typeof statusInput>;

/** `research_status`: how far a run is, what it needs, and how to give it that. */
export function addResearchStatus(server: McpServer, context: McpContext): void {
  const { declinedForms: declined } = context;
  const mayAsk = ({ researchId, askPerson }: StatusInput, { round }: PendingClarification, call: ToolCall) =>
    askPerson && !declined.has(`${researchId} ${round}`) && canAskPerson(server, call.context);
  const handle = async (input: StatusInput, call: ToolCall): Promise<ToolAnswer | InputRequiredResult> => {
    const { researchId, waitSeconds } = input;
    const waited = await waitForRun(context, researchId, waitSeconds * 1_000, call);
    const pending = waited.run.progress?.pendingClarification ?? null;
    if (pending === null || !mayAsk(input, pending, call)) return toAnswer(waited);
    const form = formOutcome(pending, call.context);
    if (form.action === 'unasked') return showForm(pending);
    if (form.action === 'declined') {
      declined.add(`${researchId} ${pending.round}`);
      return toAnswer(waited);
    }
    await passOn(context, researchId, form.answers, call);
    return toAnswer({ ...(await waitForRun(context, researchId, 0, call)), changed: true });
  };
  addTool(
    { server, context },
    'research_status',
    {
      title: 'Status of research',
      description:
        'How far a research run is: stage, tasks, open questions, what it waits for, and in nextStep what to do. waitSeconds waits for a change. Cancelling the call does not cancel the run.',
      inputSchema: statusInput,
      outputSchema: statusOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
      names: { researchId: 'run' },
    },
    handle,
  );
}

/** A form without any answer says to go on. */
async function passOn(
  context: McpContext,
  researchId: string,
  answers: readonly { readonly questionId: string; readonly text: string }[],
  { signal }: ToolCall,
): Promise<void> {
  const { research } = await context.access(signal);
  if (answers.length === 0) takenMessage(researchId, await research.skip(researchId));
  for (const answer of answers) takenMessage(researchId, await research.answer(researchId, answer));
}

function toAnswer({ run, changed }: WaitedRun): ToolAnswer {
  const data = { ...toData(run), changed };
  const texts = {
    question: run.question,
    tasks: data.tasks.map(({ text, step }) => `${step}: ${text}`),
    ...(data.pendingClarification !== null && { questions: data.pendingClarification.questions }),
    ...(data.planToApprove !== null && { planToApprove: data.planToApprove }),
    ...(data.waits.length > 0 && { waits: data.waits }),
    ...(data.failure !== null && { failure: data.failure }),
  };
  return {
    say: `${run.researchId}: ${describeState(run)}. ${data.nextStep}`,
    quote: JSON.stringify(texts, null, 2),
    data,
  };
}

function toData(run: PublicRun): Omit<z.infer<typeof statusOutput>, 'notice' | 'changed'> {
  const { researchId, question, stage, progress, failure, webUi, hasReport } = run;
  const pending = progress?.pendingClarification ?? null;
  return {
    researchId,
    question,
    stage,
    isOver: isOver(run),
    hasReport,
    tasks: (progress?.tasks ?? []).map(({ text, step, findings }) => ({ text, step, findings })),
    pendingClarification:
      pending === null ? null : { round: pending.round, deadline: pending.deadline, questions: openQuestions(pending) },
    planToApprove: progress?.planToApprove ?? null,
    waits: (progress?.waits ?? []).map(({ kind, subject, reason, until }) => ({ kind, subject, reason, until })),
    gaps: progress?.gaps.length ?? 0,
    failure,
    webUi,
    nextStep: nextStepOf(run),
  };
}
