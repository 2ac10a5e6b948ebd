import { z } from '@hono/zod-openapi';
import { briefingOutputSchema } from '@plumbline/contracts/briefings/briefing-reading';
import { BRIEFING_KINDS, briefingSlotSchema, SLOT_STATES } from '@plumbline/contracts/briefings/briefing-slot';
import { briefingSetupSchema } from '@plumbline/contracts/briefings/briefing-state';

// Made before the library was loaded, it lacks the method; its copy has it.
const output = briefingOutputSchema.clone().openapi('BriefingOutput');

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
      z.object({
        kind: z.enum(BRIEFING_KINDS),
        cron: z.string().nullable(),
        every: z.string().nullable(),
        next: z.string().nullable().openapi({ description: 'when it is due; null: Temporal has no such schedule now' }),
        isPaused: z.boolean(),
      }),
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

const { title, language, timezone, themes, cron, notify } = briefingSetupSchema.shape;
export const setupSchema = z
  .strictObject({
    title,
    language,
    timezone,
    themes,
    cron,
    notify,
    documents: z.array(z.string().min(1).max(200)).max(16).openapi({ description: 'names of document folders' }),
    web: z.boolean(),
  })
  .openapi('SetUpBriefing', {
    example: {
      title: 'Battery storage',
      language: 'en',
      timezone: 'Europe/Berlin',
      cron: '0 7 * * *',
      notify: true,
      themes: [{ title: 'Grid fees', actors: ['ACER'] }],
      documents: ['docs'],
      web: false,
    },
  });

export type ListedBriefing = z.infer<typeof listedBriefingSchema>;
export type Briefing = z.infer<typeof briefingSchema>;
export type CalendarSlot = Briefing['calendar'][number];
/** What a new briefing is made of; sources by their names. */
export type WantedBriefing = z.infer<typeof setupSchema>;
