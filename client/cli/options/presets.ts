import type { z } from 'zod';
import type { researchSettingsSchema } from '../../../workflows/contracts/research-request.ts';

/** How much a run may do and how much of it reaches the report. What a preset leaves out has the default of the request schema. */
export const PRESETS = {
  quick: {
    clarificationRounds: 1,
    maxTasks: 3,
    queryVariants: 2,
    rerankTopK: 4,
    maxRounds: 1,
    tierCaps: { tier1: 8, tier2: 5, tier3: 2 },
    maxQuotes: 6,
    referenceDepth: 1,
    referencesPerTask: 2,
    limits: { searches: 40, pages: 30, modelCalls: 100, modelTokens: 400_000, wallTimeSeconds: 1_800 },
  },
  standard: {},
  deep: {
    maxTasks: 12,
    queryVariants: 5,
    rerankTopK: 15,
    maxRounds: 3,
    tierCaps: { tier1: 25, tier2: 15, tier3: 8 },
    maxQuotes: 16,
    referencesPerTask: 12,
    limits: { searches: 600, pages: 500, modelCalls: 2_000, modelTokens: 10_000_000, wallTimeSeconds: 43_200 },
  },
} as const satisfies Readonly<Record<string, z.input<typeof researchSettingsSchema>>>;

export type PresetName = keyof typeof PRESETS;
