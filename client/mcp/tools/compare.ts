import type { McpServer } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { counted } from '../../../workflows/contracts/common/counted.ts';
import type { ReportComparison } from '../../../workflows/contracts/report/report-comparison.ts';
import { findReport } from '../../runs/find-report.ts';
import { compareInput, compareOutput } from '../schemas/reports.ts';
import { type McpContext, reportContextOf } from '../served/mcp-context.ts';
import { addTool, type ToolAnswer } from '../served/tool-call.ts';

type CompareInput = z.infer<typeof compareInput>;

/** `compare`: what two finished reports have in common, as the command shows it. */
export function addCompare(server: McpServer, context: McpContext): void {
  addTool(
    { server, context },
    'compare',
    {
      title: 'Compare two reports',
      description:
        'What two finished reports have in common and where they differ: claims that both make, that only one makes, that contradict each other; sources, costs, scores, settings. By rules, without a model.',
      inputSchema: compareInput,
      outputSchema: compareOutput,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
      names: { a: 'run', b: 'run' },
    },
    (input: CompareInput) => compare(context, input),
  );
}

async function compare(mcp: McpContext, { a, b }: CompareInput): Promise<ToolAnswer> {
  const context = reportContextOf(mcp);
  const [own, other] = [await findReport(context, a), await findReport(context, b)];
  const comparison = await mcp.tools.compareReports(own, other);
  return { say: summaryOf(comparison), quote: JSON.stringify(comparison, null, 2), data: comparison };
}

function summaryOf({ a, b, claims, sources, isEqual }: ReportComparison): string {
  const runs = `${a.researchId} (a) and ${b.researchId} (b)`;
  const both = `${counted(claims.both.length, 'claim')} and ${counted(sources.both.length, 'source')} in both`;
  if (isEqual) return `No difference between ${runs}: ${both}.`;
  const alone = `${claims.onlyA.length} only in a, ${claims.onlyB.length} only in b`;
  return `${runs}: ${counted(claims.contradicting.length, 'contradiction')}; claims: ${alone}; ${both}.`;
}
