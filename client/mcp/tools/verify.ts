import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { counted } from '../../../workflows/contracts/common/counted.ts';
import { findReport } from '../../runs/find-report.ts';
import { verifyInput, verifyOutput } from '../schemas/reports.ts';
import { type McpContext, reportContextOf } from '../served/mcp-context.ts';
import { addTool, type ToolAnswer } from '../served/tool-call.ts';

/** `verify`: checks a report against the stored text, as the command does. */
export function addVerify(server: McpServer, context: McpContext): void {
  addTool(
    { server, context },
    'verify',
    {
      title: 'Verify a report',
      description:
        'Check every quotation, offset and citation of a finished report against the stored text of its sources, without a model. Use it before you rely on a report, or when somebody doubts it.',
      inputSchema: verifyInput,
      outputSchema: verifyOutput,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      names: { researchId: 'run' },
    },
    (input: z.infer<typeof verifyInput>) => verify(context, input.researchId),
  );
}

async function verify(context: McpContext, researchId: string): Promise<ToolAnswer> {
  const report = await findReport(reportContextOf(context), researchId);
  const { problems, quotes, citations, claims, unchecked } = await context.tools.verifyReport(report);
  const data = { researchId, verified: problems.length === 0, problems, quotes, citations, claims, unchecked };
  const checked = `${counted(quotes, 'quotation')}, ${counted(citations, 'citation')} and ${counted(claims, 'claim')}`;
  const say = data.verified
    ? `Verified: ${checked} agree with the stored sources.`
    : `NOT verified: ${counted(problems.length, 'problem')} in ${checked}.`;
  return { say, quote: [...problems, ...unchecked.map((line) => `not checkable: ${line}`)].join('\n'), data };
}
