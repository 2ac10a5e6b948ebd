import { z } from 'zod';
import { filePatternsSchema } from '../common/file-selection.ts';
import { webSettingsSchema } from '../common/web-search.ts';
import { type BriefingKind, briefingKindSchema } from './briefing-slot.ts';

/** Name of a briefing, theme or watchpoint in files, ids and issues. */
export const slugSchema = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/u, 'use small letters, digits and hyphens, like grid-storage');

export const timezoneSchema = z.string().refine(isTimezone, 'use an IANA time zone, like Europe/Berlin');

/** `90m`, `12h`, `7d`: whole minutes, hours or days. */
export const intervalSchema = z
  .string()
  .regex(/^[1-9]\d{0,4}(?:m|h|d)$/u, 'use minutes, hours or days, like 30m, 24h or 7d');

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/** Milliseconds of an interval. */
export function intervalMs(interval: string): number {
  const unit = interval.endsWith('m') ? UNITS.m : interval.endsWith('h') ? UNITS.h : UNITS.d;
  return Number.parseInt(interval, 10) * unit;
}

export const cronSchema = z
  .string()
  .regex(/^[^@]{9,100}$/, 'use five fields, like "0 6 * * *" for each day at 6; names like @daily are not read');

/** When one kind of briefing runs: by cron or by interval, in the briefing's time zone. */
export const briefingScheduleSchema = z
  .strictObject({
    /** Five fields: minute, hour, day of the month, month, day of the week. */
    cron: cronSchema.optional(),
    every: intervalSchema.optional(),
    /** Most delay after the nominal time, so that briefings do not all start together. */
    jitter: intervalSchema.optional(),
    /** A slot that nothing could run is made up for if it is not older than this. */
    catchUp: intervalSchema.default('6h'),
  })
  .refine(({ cron, every }) => (cron === undefined) !== (every === undefined), 'give either cron or every');
export type BriefingSchedule = z.infer<typeof briefingScheduleSchema>;

const count = (most: number) => z.int().min(0).max(most);
const tokens = (standard: number) => z.int().min(50).max(100_000).default(standard);

/** Most requests to search providers in one run, corrective ones included. */
export const briefingBudgetSchema = z.strictObject({
  daily: count(200).default(12),
  deepDaily: count(200).default(20),
  weekly: count(200).default(6),
  onDemand: count(200).default(8),
});

/** Components of the assembled context, in the order of their priority; the last is cut first. */
export const CONTEXT_COMPONENTS = [
  'methodology',
  'state',
  'themeBriefs',
  'confirmed',
  'reported',
  'crossTheme',
  'newSignals',
] as const;
export type ContextComponent = (typeof CONTEXT_COMPONENTS)[number];

/** Most tokens of each component, and of all together. */
export const contextCapsSchema = z.strictObject({
  methodology: tokens(800),
  state: tokens(1_200),
  themeBriefs: tokens(2_000),
  confirmed: tokens(2_500),
  reported: tokens(1_000),
  crossTheme: tokens(800),
  newSignals: tokens(700),
  total: tokens(9_000),
});
export type ContextCaps = z.infer<typeof contextCapsSchema>;

const apiUrlSchema = z.url({ protocol: /^https?$/u });

/** Where issues are kept. Keys of services come from the environment, never from the file. */
export const issueTrackerSchema = z.discriminatedUnion('adapter', [
  z.strictObject({ adapter: z.literal('folder'), folder: z.string().min(1).default('issues') }),
  z.strictObject({ adapter: z.literal('linear'), teamId: z.string().min(1), apiUrl: apiUrlSchema.optional() }),
]);
export type IssueTrackerSettings = z.infer<typeof issueTrackerSchema>;

/** `briefing.yml`. */
export const briefingSettingsSchema = z.strictObject({
  name: slugSchema,
  title: z.string().trim().min(1).max(120),
  /** Of the written briefing, ISO 639-1. */
  language: z
    .string()
    .regex(/^[a-z]{2}$/u, 'use a language code like en or de')
    .default('en'),
  timezone: timezoneSchema.default('UTC'),
  /** Folders, files and patterns of documents, relative to the briefing's folder. */
  corpus: z.array(z.string().min(1)).max(20).default([]),
  /** Of these documents only those that match. */
  include: filePatternsSchema.default([]),
  /** Without the documents that match. */
  exclude: filePatternsSchema.default([]),
  /** Null: no live search. */
  web: webSettingsSchema.omit({ since: true }).nullable().default(null),
  /** How long a search service that is down is waited for. */
  providerOutageSeconds: z.int().min(0).max(86_400).default(600),
  schedules: z.partialRecord(briefingKindSchema, briefingScheduleSchema).default({}),
  budget: briefingBudgetSchema.prefault({}),
  caps: contextCapsSchema.prefault({}),
  /** Themes that were confirmed longer ago stop the run. */
  maxStateAgeHours: z.int().min(1).max(10_000).default(36),
  /** From this conviction on, a theme needs two confirmed items, and its brief is read. */
  highConviction: z.int().min(1).max(10).default(7),
  issues: issueTrackerSchema.prefault({ adapter: 'folder' }),
  /** Whether a model that fails ends the run; otherwise the rules go on, and the briefing says so. */
  requireModel: z.boolean().default(false),
  /** Whether those whom notify.to names are told when a slot has ended. */
  notify: z.boolean().default(true),
});
export type BriefingSettings = z.infer<typeof briefingSettingsSchema>;

/** Most requests to search providers in one run of a kind. */
export function budgetOf({ budget }: Pick<BriefingSettings, 'budget'>, kind: BriefingKind): number {
  const budgets = {
    daily: budget.daily,
    'deep-daily': budget.deepDaily,
    weekly: budget.weekly,
    'on-demand': budget.onDemand,
  };
  return budgets[kind];
}

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone.length > 0;
  } catch {
    return false;
  }
}
