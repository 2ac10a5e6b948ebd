import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { counted } from '../../../workflows/contracts/common/counted.ts';
import { mergeRuns } from '../../runs/merge-runs.ts';
import { visibleRuns } from '../../runs/run-owner.ts';
import { listInput, listOutput } from '../schemas/runs.ts';
import type { McpContext } from '../served/mcp-context.ts';
import { addTool, type ToolAnswer, type ToolCall } from '../served/tool-call.ts';

type ListInput = z.infer<typeof listInput>;

/** `research_list`: finds a run again, even one that another program started. */
export function addResearchList(server: McpServer, context: McpContext): void {
  addTool(
    { server, context },
    'research_list',
    {
      title: 'List research',
      description: 'The research runs, newest first: to find one again, or those that wait for an answer.',
      inputSchema: listInput,
      outputSchema: listOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
      names: {},
    },
    (input: ListInput, call) => list(context, input, call),
  );
}

async function list(
  context: McpContext,
  { awaitingOnly, limit }: ListInput,
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
