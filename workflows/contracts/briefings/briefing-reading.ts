import { z } from 'zod';
import { engineSchema } from '../research/accounting.ts';
import { briefingDiagnosticSchema, filedIssueSchema } from './briefing-issues.ts';
import { briefingClaimSchema } from './briefing-items.ts';
import { signalSchema, themeOutputSchema } from './briefing-record.ts';
import { briefingSlotSchema } from './briefing-slot.ts';

/** Words of a source that a claim rests on. */
const evidenceSchema = z.object({ title: z.string(), locator: z.string(), quote: z.string() });

export const readBriefingClaimSchema = briefingClaimSchema
  .omit({ citations: true })
  .extend({ evidence: z.array(evidenceSchema) });
export type ReadBriefingClaim = z.infer<typeof readBriefingClaimSchema>;

/** A sentence that a model wrote. */
const readSentenceSchema = z.object({ text: z.string(), evidence: z.array(evidenceSchema) });
export type ReadSentence = z.infer<typeof readSentenceSchema>;

const readDocumentsSchema = z.object({
  passages: z.array(evidenceSchema.extend({ place: z.string(), day: z.iso.date().nullable() })),
  fresh: z.int(),
  known: z.int(),
});
export type ReadDocumentsOn = z.infer<typeof readDocumentsSchema>;

const readThemeSchema = themeOutputSchema
  .pick({ themeId: true, title: true, status: true, conviction: true, delta: true, caveats: true, focus: true })
  .extend({
    /** What a model wrote about the delta; empty without a model. */
    summary: z.array(readSentenceSchema),
    claims: z.array(readBriefingClaimSchema),
    /** What the briefing's documents say that no earlier output read, and how many passages one did; null: it has no documents. */
    documents: readDocumentsSchema.nullable(),
  });
export type ReadTheme = z.infer<typeof readThemeSchema>;

/** An output as lists show it. */
export const briefingOutputSchema = z.object({
  /** Names it within its briefing: `2026-03-06`, `2026-03-06-backfill`. */
  outputId: z.string(),
  slot: briefingSlotSchema,
  isBackfill: z.boolean(),
  deltas: z.array(themeOutputSchema.pick({ themeId: true, title: true, delta: true })),
  diagnostics: z.array(briefingDiagnosticSchema),
});
export type BriefingOutput = z.infer<typeof briefingOutputSchema>;

/** An output for readers: what became of each claim, with its evidence, and the text as it was written. */
export const briefingReadingSchema = briefingOutputSchema.extend({
  briefing: z.string(),
  title: z.string(),
  /** ISO 639-1 code. */
  language: z.string(),
  /** What a reader must know first. */
  notes: z.array(z.string()),
  themes: z.array(readThemeSchema),
  /** What the documents say outside the themes; null: not looked for. */
  elsewhere: z.object({ summary: z.array(readSentenceSchema), documents: readDocumentsSchema }).nullable(),
  signals: z.array(signalSchema.omit({ citations: true })),
  issues: z.array(filedIssueSchema),
  engine: engineSchema,
  /** Requests to search providers. */
  requests: z.int(),
  /** Markdown; empty where the file is gone. */
  text: z.string(),
});
export type BriefingReading = z.infer<typeof briefingReadingSchema>;
