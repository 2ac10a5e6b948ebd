import { z } from '@hono/zod-openapi';
import { reportComparisonSchema } from '../../../workflows/contracts/report-comparison.ts';
import { named } from './described.ts';

const researchId = z.string().min(1).max(300);

export const comparisonPathSchema = z.object({
  a: researchId.openapi({ example: 'research-limits-3f9a21' }),
  b: researchId.openapi({ example: 'research-limits-8c04de' }),
});

export const comparisonSchema = named(reportComparisonSchema, 'ReportComparison');
