import { z } from '@hono/zod-openapi';
import type { TracedClaim } from '../../../workers/local-tools.ts';
import { reportFiguresSchema } from '../../../workflows/contracts/report-figures.ts';
import { MAX_TEXT_WINDOW, reportReadingSchema, sourceTextSchema } from '../../../workflows/contracts/report-reading.ts';
import { named } from './described.ts';
import { runPathSchema } from './runs.ts';

export const readingSchema = named(reportReadingSchema, 'ReportReading');
export const figuresSchema = named(reportFiguresSchema, 'ReportFigures');
export const textSchema = named(sourceTextSchema, 'SourceText');

const offset = z.coerce.number().int().min(0);

export const claimPathSchema = runPathSchema.extend({
  claim: z.coerce.number().int().min(1).openapi({ example: '1', description: 'its number in the report' }),
});

export const sourcePathSchema = runPathSchema.extend({
  sourceId: z.string().min(1).max(300).openapi({ example: 's1' }),
});

export const textQuerySchema = z.strictObject({
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional()
    .openapi({ description: 'of an earlier text that a quotation is from; left out: the last one' }),
  start: offset.default(0),
  end: offset.default(MAX_TEXT_WINDOW).openapi({ description: `at most ${MAX_TEXT_WINDOW} after the start` }),
});

export const tracedClaimSchema = z.custom<TracedClaim>().openapi('TracedClaim', {
  type: 'object',
  description:
    'number, part, claim, isTraceable, and its attributions: citation, quote, finding, task, source, and the stored words as they were compared just now',
});
