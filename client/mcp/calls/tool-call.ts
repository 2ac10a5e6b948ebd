import {
  type CallToolResult,
  type InputRequiredResult,
  isInputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { requireVisibleRun } from '../../runs/run-owner.ts';
import type { McpContext } from '../context/mcp-context.ts';
import { notice, quotedBlock } from '../results/quoted-content.ts';
import { describeFailure, failedResult } from '../results/tool-failure.ts';
import { createProgress, type ReportProgress } from './progress.ts';

/** One call of a tool. */
export interface ToolCall {
  /** Ends the waiting of this call, not what it waits for. */
  readonly signal: AbortSignal;
  readonly progress: ReportProgress;
  /** What the protocol knows of the call. */
  readonly context: ServerContext;
}

/** What a tool has to say. */
export interface ToolAnswer {
  /** In our own words alone. */
  readonly say: string;
  /** Words of others; they come last. */
  readonly quote?: string;
  readonly data: object;
}

type ToolHandler<Input> = (input: Input, call: ToolCall) => Promise<ToolAnswer | InputRequiredResult>;

/** Runs a tool: what fails is a result that says what to do, and the server goes on. */
export function answering<Input>(context: McpContext, handle: ToolHandler<Input>) {
  return async (input: Input, server: ServerContext): Promise<CallToolResult | InputRequiredResult> => {
    const signal = AbortSignal.any([server.mcpReq.signal, context.settings.closing]);
    try {
      await requireOwnRun(context, input, signal);
      const answer = await handle(input, { signal, progress: createProgress(server), context: server });
      return isInputRequiredResult(answer) ? answer : toResult(answer);
    } catch (error) {
      // Nobody reads the result of a call that was cancelled.
      if (signal.aborted) return failedResult({ message: 'the call was cancelled', remedy: 'What it began goes on.' });
      return failedResult(describeFailure(context, error));
    }
  };
}

/** Whatever a tool does with a run: who does not see it gets the answer for one that there is not. */
async function requireOwnRun(context: McpContext, input: unknown, signal: AbortSignal): Promise<void> {
  const { tools, settings } = context;
  if (settings.viewer === null || typeof input !== 'object' || input === null || !('researchId' in input)) return;
  await requireVisibleRun({ access: await context.access(signal), tools }, settings.viewer, String(input.researchId));
}

function toResult({ say, quote = '', data }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: say }, ...(quote === '' ? [] : [quotedBlock(quote)])],
    structuredContent: { ...notice, ...data },
  };
}
