import { z } from 'zod';

const settingValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();

export const differentSettingSchema = z.object({
  /** Path in the request, such as `settings.maxTasks`; folders of documents by their names only. */
  name: z.string(),
  /** Null: not set. */
  a: settingValueSchema,
  b: settingValueSchema,
});

/** Headings under which settings are listed, in the order of their appearance. */
export const SETTING_GROUPS = [
  'Clarification',
  'Retrieval',
  'Evidence',
  'References',
  'Report',
  'Limits',
  'Servers',
  'Conversation',
] as const;
export type SettingGroup = (typeof SETTING_GROUPS)[number];

export const PRESET_NAMES = ['quick', 'standard', 'deep'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

type PresetValue = number | string | boolean | Readonly<Record<string, number>>;

/** What is known of a setting beside its schema, which holds the default and the range. */
export interface SettingTraits {
  /** What errors, options and documents call it, in kebab-case; of a setting that is on by default, what is turned off. */
  readonly name: string;
  readonly group: SettingGroup;
  /** What it does, in one line; of a setting that is on or off, what happens when it is on, beginning with a verb. */
  readonly description: string;
  readonly unit?: 'seconds' | 'US dollars';
  /** Values of the presets that differ from the default. */
  readonly presets?: Readonly<Partial<Record<Exclude<PresetName, 'standard'>, PresetValue>>>;
}

/** Traits of the fields of `researchSettingsSchema`. */
export const settingTraits = z.registry<SettingTraits>();

/** Longest wait and longest working time: 30 days. */
export const MAX_SECONDS = 2_592_000;

export const count = (min: number, max: number) => z.int().min(min).max(max);

export type SettingValue = z.infer<typeof settingValueSchema>;

export type DifferentSetting = z.infer<typeof differentSettingSchema>;
