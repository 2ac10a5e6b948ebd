import { z } from 'zod';
import { briefingSettingsSchema, slugSchema } from './briefing-settings.ts';

const terms = z.array(z.string().trim().min(2).max(80)).max(30);

/**
 * `candidate`: found by a run, waits for a person or the next weekly run; it is not active. `new`: active, and no output has
 * dealt with it yet. `ongoing`: active. `closed`: kept for the record only.
 */
export const themeStatusSchema = z.enum(['candidate', 'new', 'ongoing', 'closed']);
export type ThemeStatus = z.infer<typeof themeStatusSchema>;

/** A sign to wait for. */
export const watchpointSchema = z.strictObject({
  id: slugSchema,
  text: z.string().trim().min(3).max(300),
  /** Independent outlets that confirmed it so far. */
  evidence: z.int().min(0).max(1_000),
  /** With this much evidence it counts as fact. */
  promoteAt: z.int().min(1).max(1_000),
});
export type Watchpoint = z.infer<typeof watchpointSchema>;

export const themeSchema = z.strictObject({
  id: slugSchema,
  title: z.string().trim().min(3).max(160),
  status: themeStatusSchema,
  /** 1 to 10, decided by people. */
  conviction: z.int().min(1).max(10),
  firstSeen: z.iso.date(),
  tags: z.array(slugSchema).max(20).default([]),
  /** People, institutions and places; a query must name one. */
  actors: terms.default([]),
  /** Terms of what causes what; a claim that touches one is worth a corrective query. */
  mechanism: z
    .array(z.strictObject({ cause: terms, effect: terms }))
    .max(10)
    .default([]),
  /** What the next run asks the web. */
  tomorrowsFocus: z.array(z.string().trim().min(3).max(300)).max(5).default([]),
  watchpoints: z.array(watchpointSchema).max(20).default([]),
});
export type Theme = z.infer<typeof themeSchema>;

/** Most themes that the file may list. */
export const MOST_THEMES = 60;

/** `state/active_themes.yml`. */
export const activeThemesSchema = z.strictObject({
  /** ISO 8601 with zone: when a run or a person last confirmed the themes. */
  updatedAt: z.iso.datetime({ offset: true }),
  themes: z.array(themeSchema).max(MOST_THEMES),
});
export type ActiveThemes = z.infer<typeof activeThemesSchema>;

/** What a person says of a new briefing; all else has its standard, or is written by runs. */
export const briefingSetupSchema = briefingSettingsSchema
  .pick({ title: true, language: true, timezone: true, corpus: true, web: true, notify: true })
  .required()
  .extend({
    themes: z
      .array(themeSchema.pick({ title: true, actors: true }))
      .min(1)
      .max(20),
    /** Of the daily briefing: five fields, in the time zone; null: it runs when somebody says so. */
    cron: z.string().min(9).max(100).nullable(),
  });
export type BriefingSetup = z.infer<typeof briefingSetupSchema>;

/** A theme on one day, as its run left it. */
export const convictionEntrySchema = z.strictObject({
  day: z.iso.date(),
  theme: slugSchema,
  conviction: z.int().min(1).max(10),
  /** Confirmed items of the day, and how many contradict a claim of the theme. */
  confirmed: z.int().min(0),
  contradicting: z.int().min(0),
});
export type ConvictionEntry = z.infer<typeof convictionEntrySchema>;

/** `state/conviction_log.yml`. */
export const convictionLogSchema = z.strictObject({ entries: z.array(convictionEntrySchema) });

/** Active is what a run reports on. */
export function isActive({ status }: Pick<Theme, 'status'>): boolean {
  return status === 'new' || status === 'ongoing';
}
