import { z } from 'zod';
import { MIN_QUOTE_LENGTH } from '../evidence/finding.ts';
import { reportSettings } from './report-settings.ts';
import { researchLimitsSchema } from './research-limits.ts';
import { count, MAX_SECONDS, settingTraits } from './setting.ts';

const share = z.number().min(0).max(1);

const clarifyModeSchema = z.enum(['auto', 'always', 'never']);
export type ClarifyMode = z.infer<typeof clarifyModeSchema>;

const tierCapsSchema = z.strictObject({
  tier1: count(1, 50).default(15),
  tier2: count(0, 50).default(10),
  tier3: count(0, 50).default(5),
});
export type TierCaps = z.infer<typeof tierCapsSchema>;

/** How much the standing of a source counts in reranking; `auto` is medium. */
const sourceWeightingSchema = z.enum(['auto', 'low', 'medium', 'high']);
export type SourceWeighting = z.infer<typeof sourceWeightingSchema>;

const clarificationSettings = {
  clarify: clarifyModeSchema.default('never').register(settingTraits, {
    name: 'clarify',
    group: 'Clarification',
    description: 'ask back when the question is unclear',
  }),
  clarificationTimeoutSeconds: count(1, MAX_SECONDS).default(86_400).register(settingTraits, {
    name: 'clarify-timeout',
    group: 'Clarification',
    description: 'how long to wait for an answer before continuing with stated assumptions',
    unit: 'seconds',
  }),
  approvePlan: z.boolean().default(false).register(settingTraits, {
    name: 'approve-plan',
    group: 'Clarification',
    description: 'wait until the plan is approved',
  }),
};

const retrievalSettings = {
  /** The task's own words are the first query. */
  queryVariants: count(1, 8)
    .default(3)
    .register(settingTraits, {
      name: 'query-variants',
      group: 'Retrieval',
      description: 'queries for each task, its own words first',
      presets: { quick: 2, deep: 5 },
    }),
  /** Applies unless the question names the document or no hit scores higher. A model reads on below it: it only orders hits. */
  relevanceThreshold: share.default(0.7).register(settingTraits, {
    name: 'relevance-threshold',
    group: 'Retrieval',
    description: 'skip hits that score lower; with a model, read them last',
  }),
  rerankTopK: count(1, 20)
    .default(10)
    .register(settingTraits, {
      name: 'rerank-top-k',
      group: 'Retrieval',
      description: 'most hits read for each task; the first five of a search take up to half of them',
      presets: { quick: 4, deep: 15 },
    }),
  sourceWeighting: sourceWeightingSchema.default('auto').register(settingTraits, {
    name: 'source-weighting',
    group: 'Retrieval',
    description: 'how much the tier of a source counts; auto: medium',
  }),
  maxRounds: count(0, 5)
    .default(2)
    .register(settingTraits, {
      name: 'max-rounds',
      group: 'Retrieval',
      description:
        'follow-up rounds: for what has no good evidence yet, and with a model for gaps, contradictions and leads',
      presets: { quick: 1, deep: 3 },
    }),
};

/** Of reports and of answers. */
export const citeThreshold = share.default(0.3).register(settingTraits, {
  name: 'cite-threshold',
  group: 'Evidence',
  description: 'nothing is cited that is less relevant, be it found or remembered',
});

const evidenceSettings = {
  citeThreshold,
  /** Tier 3 only for what is still open. */
  tierCaps: tierCapsSchema.prefault({}).register(settingTraits, {
    name: 'tier-caps',
    group: 'Evidence',
    description: 'findings of tiers 1, 2 and 3 that a report is written from, beside leading ones and two of each task',
    presets: { quick: { tier1: 8, tier2: 5, tier3: 2 }, deep: { tier1: 25, tier2: 15, tier3: 8 } },
  }),
  maxQuotes: count(1, 50)
    .default(10)
    .register(settingTraits, {
      name: 'max-quotes',
      group: 'Evidence',
      description: 'quotes to keep word for word; without a model, the most that are shown',
      presets: { quick: 6, deep: 16 },
    }),
  minQuoteLength: count(MIN_QUOTE_LENGTH, 500).default(MIN_QUOTE_LENGTH).register(settingTraits, {
    name: 'min-quote-length',
    group: 'Evidence',
    description: 'shortest of these quotes, in characters',
  }),
  driftThreshold: share.default(0.5).register(settingTraits, {
    name: 'drift-threshold',
    group: 'Evidence',
    description: 'drop findings that a model judged less relevant',
  }),
  driftWarning: share.default(0.7).register(settingTraits, {
    name: 'drift-warning',
    group: 'Evidence',
    description: 'warn when a smaller share of a tier remains',
  }),
};

const referenceSettings = {
  referenceDepth: count(0, 2)
    .default(2)
    .register(settingTraits, {
      name: 'reference-depth',
      group: 'References',
      description: 'how many references to follow in a row; 0: none',
      presets: { quick: 1 },
    }),
};

const effortSettings = {
  maxTasks: count(1, 24)
    .default(6)
    .register(settingTraits, {
      name: 'max-tasks',
      group: 'Limits',
      description: 'tasks of the plan',
      presets: { quick: 3, deep: 12 },
    }),
  limits: researchLimitsSchema.prefault({}),
};

/** Names of models have slashes, colons and dots, and no spaces. */
const modelSchema = z.string().regex(/^[\p{L}\p{N}\p{P}\p{S}]{1,200}$/u, 'is the name of a model, without spaces');

export const requireModel = z.boolean().default(false).register(settingTraits, {
  name: 'require-model',
  group: 'Servers',
  description: 'end with an error where a model fails; otherwise the rules go on, and the result says so',
});

const serverSettings = {
  model: modelSchema.optional().register(settingTraits, {
    name: 'model',
    group: 'Servers',
    description: 'ask this model of the endpoint instead of PLUMBLINE_MODEL',
  }),
  fresh: z.boolean().default(false).register(settingTraits, {
    name: 'fresh',
    group: 'Servers',
    description: 'use no stored answers of models, searches and pages but those of this run',
  }),
  requireModel,
};

/**
 * Every setting of a run. An entry holds type, range and default as its schema and all else in its traits: options, errors,
 * presets and documents are derived from it.
 */
export const researchSettingsSchema = z.strictObject({
  ...clarificationSettings,
  ...retrievalSettings,
  ...evidenceSettings,
  ...referenceSettings,
  ...reportSettings,
  ...effortSettings,
  ...serverSettings,
});
export type ResearchSettings = z.infer<typeof researchSettingsSchema>;
