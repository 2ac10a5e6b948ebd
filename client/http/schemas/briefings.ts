import { z } from '@hono/zod-openapi';
import { briefingOutputSchema, briefingReadingSchema } from '../../../workflows/contracts/briefing-reading.ts';
import { BRIEFING_KINDS, briefingSlotSchema } from '../../../workflows/contracts/briefing-slot.ts';
import { SLOT_STATES } from '../../briefings/briefing-calendar.ts';
import { named } from './described.ts';

export const briefingPathSchema = z.object({
  name: z.string().min(1).max(100).openapi({ example: 'grid-storage' }),
});

export const outputPathSchema = briefingPathSchema.extend({
  outputId: z.string().min(1).max(100).openapi({ example: '2026-03-06' }),
});

const output = named(briefingOutputSchema, 'BriefingOutput');

export const briefingReading = named(briefingReadingSchema, 'BriefingReading');

const briefingShape = {
  name: z.string(),
  title: z.string(),
  language: z.string(),
  timezone: z.string(),
};

export const listedBriefingSchema = z.object({ ...briefingShape, newest: output.nullable() }).openapi('ListedBriefing');

export const briefingSchema = z
  .object({
    ...briefingShape,
    schedules: z.array(
      z.object({ kind: z.enum(BRIEFING_KINDS), cron: z.string().nullable(), every: z.string().nullable() }),
    ),
    calendar: z
      .array(
        z.object({
          slot: briefingSlotSchema,
          state: z.enum(SLOT_STATES),
          outputId: z.string().nullable(),
        }),
      )
      .openapi({ description: 'slots of the last four weeks and of the next one, oldest first' }),
    outputs: z.array(output).openapi({ description: 'the newest first, at most 100' }),
    openIssues: z.array(z.object({ key: z.string(), reference: z.string() })),
  })
  .openapi('Briefing');
