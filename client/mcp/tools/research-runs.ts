import type { McpServer } from '@modelcontextprotocol/server';
import { counted } from '@plumbline/contracts/common/counted';
import type { z } from 'zod';
import { UsageError } from '../../errors/failures.ts';
import { mergeRuns } from '../../runs/merge-runs.ts';
import type { ResearchClient } from '../../runs/research-client.ts';
import type { Delivery } from '../../runs/run-messages.ts';
import { visibleRuns } from '../../runs/run-owner.ts';
import { startServedRun, takenMessage } from '../../service/run-start.ts';
import { requireSources, SOURCE_NAMES, userOf } from '../schemas/choices.ts';
import { answerInput, listInput, startInput } from '../schemas/runs.ts';
import type { McpContext } from '../served/mcp-context.ts';
import { defineTool, type ToolAnswer, type ToolCall } from '../served/tool-call.ts';

/** `research_start`: returns at once; the run goes on without anybody. */
export function addResearchStart(server: McpServer, context: McpContext): void {
  const inputSchema = startInput(context.settings);
  defineTool({ server, context }, 'research_start', {
    title: 'Start research',
    description:
      'Start a thorough research run over document folders or the web, for questions that need many sources and a report with checked quotations. It returns the id at once and works for minutes to hours; follow it with research_status. For a quick answer use ask.',
    inputSchema,
    annotations: {
      destructiveHint: false,
      idempotentHint: false,
      openWorldHint: context.settings.sources.web !== null,
    },
    names: { ...SOURCE_NAMES, question: 'nothing', id: 'new run', userId: 'user' },
    handle: (input, call) => start(context, input, call),
  });
}

async function start(
  context: McpContext,
  { clarify, approvePlan, limits, settings, userId, ...run }: z.infer<ReturnType<typeof startInput>>,
  { signal }: ToolCall,
): Promise<ToolAnswer> {
  requireSources(context);
  const given = {
    ...settings,
    ...(clarify !== undefined && { clarify }),
    ...(approvePlan !== undefined && { approvePlan }),
    ...(limits !== undefined && { limits }),
  };
  const user = userOf(context.settings, userId) ?? undefined;
  const access = await context.access(signal);
  const started = await startServedRun(
    { ...context, access },
    { ...run, userId: user, settings: given },
    context.settings.viewer,
  );
  const nextStep = 'Call research_status with waitSeconds 50 until isOver, or come back later; then research_report.';
  const what = started.attached ? 'This run existed already' : 'The run has started';
  return { say: `${what}: ${started.researchId}. ${nextStep}`, data: { ...started, nextStep } };
}

/** `research_list`: finds a run again, even one that another program started. */
export function addResearchList(server: McpServer, context: McpContext): void {
  defineTool({ server, context }, 'research_list', {
    title: 'List research',
    description: 'The research runs, newest first: to find one again, or those that wait for an answer.',
    inputSchema: listInput,
    annotations: { readOnlyHint: true, openWorldHint: false },
    names: {},
    handle: (input, call) => list(context, input, call),
  });
}

async function list(
  context: McpContext,
  { awaitingOnly, limit }: z.infer<typeof listInput>,
  { signal }: ToolCall,
): Promise<ToolAnswer> {
  const { research } = await context.access(signal);
  const { viewer } = context.settings;
  const [stored, listed] = await Promise.all([context.tools.runs.list(), research.list({ awaitingOnly, viewer })]);
  const all = mergeRuns(visibleRuns(stored, viewer), listed, awaitingOnly);
  const runs = all.slice(0, limit).map(({ researchId, question, stage, awaitingInput, startedAt }) => ({
    researchId,
    question,
    stage,
    awaitingInput,
    startedAt,
  }));
  const lines = runs.map(({ researchId, stage, question }) => `${researchId} (${stage ?? 'unknown'}): ${question}`);
  const shown = runs.length < all.length ? ` The newest ${runs.length} are shown.` : '';
  return { say: `${counted(all.length, 'run')}.${shown}`, quote: lines.join('\n'), data: { runs } };
}

type AnswerInput = z.infer<typeof answerInput>;

/** `research_answer`: gives a run what it waits for. */
export function addResearchAnswer(server: McpServer, context: McpContext): void {
  defineTool({ server, context }, 'research_answer', {
    title: 'Answer research',
    description:
      'Give a research run what research_status says it waits for: answers to its questions, the approval of its plan, higher limits. Questions and plans are for the person: pass on what the person says, do not answer for them.',
    inputSchema: answerInput,
    annotations: { destructiveHint: false, openWorldHint: false },
    names: { researchId: 'run' },
    handle: (input, call) => answer(context, input, call),
  });
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
