import type { z } from 'zod';
import type { researchSettingsSchema } from '../../workflows/contracts/research-request.ts';

/** How much a run may do. What a preset leaves out has the default of the request schema. */
export const PRESETS = {
  quick: {
    maxTasks: 3,
    passagesPerTask: 4,
    limits: { searches: 20, pages: 30, modelCalls: 100, modelTokens: 400_000, wallTimeSeconds: 1_800 },
  },
  standard: {},
  deep: {
    maxTasks: 12,
    passagesPerTask: 10,
    limits: { searches: 300, pages: 500, modelCalls: 2_000, modelTokens: 10_000_000, wallTimeSeconds: 43_200 },
  },
} as const satisfies Readonly<Record<string, z.input<typeof researchSettingsSchema>>>;

export type PresetName = keyof typeof PRESETS;
