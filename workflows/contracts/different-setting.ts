import { z } from 'zod';

const settingValueSchema = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]).nullable();
export type SettingValue = z.infer<typeof settingValueSchema>;

export const differentSettingSchema = z.object({
  /** Path in the request, such as `settings.maxTasks`; folders of documents by their names only. */
  name: z.string(),
  /** Null: not set. */
  a: settingValueSchema,
  b: settingValueSchema,
});
export type DifferentSetting = z.infer<typeof differentSettingSchema>;
