import { z } from '@hono/zod-openapi';
import type { PartialReport } from '../../../workflows/contracts/partial-report.ts';
import { STAGES } from '../../../workflows/contracts/progress.ts';
import { runSchema } from './runs.ts';

const partialReportSchema = z.custom<PartialReport>().openapi({
  type: 'object',
  description: 'what was found so far: the report of …/partial-report as JSON',
});

export const runEventSchema = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('run'), run: runSchema }),
    z.object({
      kind: z.literal('report'),
      report: partialReportSchema,
      quotesChecked: z.int(),
      quotesRejected: z.int(),
    }),
    z.object({ kind: z.literal('end'), stage: z.enum(STAGES).nullable(), hasReport: z.boolean() }),
  ])
  .openapi('RunEvent');
