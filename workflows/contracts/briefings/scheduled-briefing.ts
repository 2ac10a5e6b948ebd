import { z } from 'zod';
import { intervalSchema, issueTrackerSchema, slugSchema } from './briefing-settings.ts';
import { briefingKindSchema } from './briefing-slot.ts';

/** What a schedule starts with; the time of the slot is the schedule's nominal one. */
export const scheduledBriefingInputSchema = z.strictObject({
  /** Absolute path. */
  folder: z.string().min(1),
  name: slugSchema,
  kind: briefingKindSchema,
  /** IANA name. */
  timezone: z.string().min(1),
  /** The schedule serves backfills alone. */
  isBackfill: z.boolean().default(false),
  /** A slot that is older than this, and that another one has followed, is run as a backfill. */
  catchUp: intervalSchema,
  /** Where a slot without output is reported. */
  tracker: issueTrackerSchema,
});
export type ScheduledBriefingInput = z.infer<typeof scheduledBriefingInputSchema>;

/** `joined`: the slot was already started by hand; that person sees its outcome. */
export interface ScheduledBriefingOutcome {
  readonly status: 'published' | 'halted' | 'repeated' | 'joined';
  readonly workflowId: string;
  readonly outputPath: string | null;
  readonly isBackfill: boolean;
}
