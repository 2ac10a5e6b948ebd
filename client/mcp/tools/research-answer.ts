import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { UsageError } from '../../errors/failures.ts';
import type { ResearchClient } from '../../runs/research-client.ts';
import type { Delivery } from '../../runs/run-messages.ts';
import { takenMessage } from '../../service/taken-message.ts';
import { answeredOutput, answerInput } from '../schemas/runs.ts';
import type { McpContext } from '../served/mcp-context.ts';
import { addTool, type ToolAnswer, type ToolCall } from '../served/tool-call.ts';

type AnswerInput = z.infer<typeof answerInput>;

/** `research_answer`: gives a run what it waits for. */
export function addResearchAnswer(server: McpServer, context: McpContext): void {
  addTool(
    { server, context },
    'research_answer',
    {
      title: 'Answer research',
      description:
        'Give a research run what research_status says it waits for: answers to its questions, the approval of its plan, higher limits. Questions and plans are for the person: pass on what the person says, do not answer for them.',
      inputSchema: answerInput,
      outputSchema: answeredOutput,
      annotations: { destructiveHint: false, openWorldHint: false },
      names: { researchId: 'run' },
    },
    (input: AnswerInput, call) => answer(context, input, call),
  );
}

async function answer(context: McpContext, input: AnswerInput, { signal }: ToolCall): Promise<ToolAnswer> {
  const { researchId } = input;
  const { research } = await context.access(signal);
  // One by one: each answer may complete the round.
  let taken = takenMessage(researchId, await send(research, input));
  for (const further of (input.action === 'answer' ? input.answers : undefined)?.slice(1) ?? []) {
    taken = takenMessage(researchId, await research.answer(researchId, toMessage(further)));
  }
  const { accepted, stage, pendingClarification } = taken;
  const nextStep =
    pendingClarification === null
      ? 'Call research_status with waitSeconds 50.'
      : 'Questions are still open: call research_status.';
  const what = accepted === null ? 'It is stored with the run, which has no worker at the moment' : 'The run took it';
  return { say: `${what}. ${nextStep}`, data: { researchId, accepted, stage, nextStep } };
}

/** @throws {UsageError} when what the action needs is missing */
async function send(research: ResearchClient, input: AnswerInput): Promise<Delivery> {
  const { researchId, action, answers, plan, limits } = input;
  switch (action) {
    case 'answer':
      return research.answer(researchId, toMessage(needed(answers?.[0], 'answers')));
    case 'skip':
      return research.skip(researchId);
    case 'approve':
      return research.approvePlan(researchId, plan);
    case 'extend':
      return research.extend(researchId, needed(limits, 'limits'));
    case 'retry':
      return research.retry(researchId);
    case 'finish':
      return research.finish(researchId);
  }
}

function needed<Value>(value: Value | undefined, field: string): Value {
  if (value !== undefined) return value;
  throw new UsageError(`this action needs ${field}`, `Call it again with ${field}.`);
}

function toMessage({ questionId, text }: NonNullable<AnswerInput['answers']>[number]) {
  return { text, ...(questionId !== undefined && { questionId }) };
}
