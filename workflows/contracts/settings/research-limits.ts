import { z } from 'zod';
import { count, MAX_SECONDS, settingTraits } from './setting.ts';

/** Ceilings of one run. At one of them the run asks a person: raise it, finish with what there is, or stop. */
export const researchLimitsSchema = z.strictObject({
  searches: count(1, 10_000)
    .default(80)
    .register(settingTraits, {
      name: 'max-searches',
      group: 'Limits',
      description: 'searches of the whole run',
      presets: { quick: 40, deep: 600 },
    }),
  /** Passages read and extracted. */
  pages: count(1, 10_000)
    .default(120)
    .register(settingTraits, {
      name: 'max-pages',
      group: 'Limits',
      description: 'passages read in the whole run',
      presets: { quick: 60, deep: 500 },
    }),
  modelCalls: count(1, 100_000)
    .default(400)
    .register(settingTraits, {
      name: 'max-model-calls',
      group: 'Limits',
      description: 'calls of a language model',
      presets: { quick: 100, deep: 2_000 },
    }),
  /** Input and output tokens together, as the endpoint reports them. */
  modelTokens: count(1, 1_000_000_000)
    .default(2_000_000)
    .register(settingTraits, {
      name: 'max-model-tokens',
      group: 'Limits',
      description: 'tokens of a language model, input and output',
      presets: { quick: 400_000, deep: 10_000_000 },
    }),
  /** US dollars, by the worker's price table; null: no ceiling. */
  money: z.number().positive().max(1_000_000).nullable().default(null).register(settingTraits, {
    name: 'max-money',
    group: 'Limits',
    description: "cost by the worker's price table",
    unit: 'US dollars',
  }),
  /** Counted without the time spent waiting for people and for servers that are down. */
  wallTimeSeconds: count(1, MAX_SECONDS)
    .default(14_400)
    .register(settingTraits, {
      name: 'max-time',
      group: 'Limits',
      description: 'working time; waiting for people and servers does not count',
      unit: 'seconds',
      presets: { quick: 1_800, deep: 43_200 },
    }),
});
export type ResearchLimits = z.infer<typeof researchLimitsSchema>;
