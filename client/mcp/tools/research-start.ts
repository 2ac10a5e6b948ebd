import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { startServedRun } from '../../service/run-start.ts';
import { requireSources, userOf } from '../schemas/choices.ts';
import { startedOutput, startInput } from '../schemas/runs.ts';
import type { McpContext } from '../served/mcp-context.ts';
import { addTool, type ToolAnswer, type ToolCall } from '../served/tool-call.ts';

/** `research_start`: returns at once; the run goes on without anybody. */
export function addResearchStart(server: McpServer, context: McpContext): void {
  const inputSchema = startInput(context.settings);
  addTool(
    { server, context },
    'research_start',
    {
      title: 'Start research',
      description:
        'Start a thorough research run over document folders or the web, for questions that need many sources and a report with checked quotations. It returns the id at once and works for minutes to hours; follow it with research_status. For a quick answer use ask.',
      inputSchema,
      outputSchema: startedOutput,
      annotations: {
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: context.settings.sources.web !== null,
      },
      names: {
        question: 'nothing',
        documents: 'nothing',
        include: 'nothing',
        exclude: 'nothing',
        id: 'new run',
        userId: 'user',
      },
    },
    (input: z.infer<typeof inputSchema>, call) => start(context, input, call),
  );
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
