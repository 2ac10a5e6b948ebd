import { z } from 'zod';
import { count, MAX_SECONDS, settingTraits } from './setting.ts';

const share = z.number().min(0).max(1);

/** Ceilings of what models may cost; at one of them the rules answer. */
const limitsOf = (whose: string, prefix: string, calls: number, tokens: number) =>
  z.strictObject({
    modelCalls: count(1, 100_000)
      .default(calls)
      .register(settingTraits, {
        name: `${prefix}-model-calls`,
        group: 'Conversation',
        description: `calls of a language model ${whose}`,
      }),
    /** Input and output tokens together, as the endpoint reports them. */
    modelTokens: count(1, 1_000_000_000)
      .default(tokens)
      .register(settingTraits, {
        name: `${prefix}-model-tokens`,
        group: 'Conversation',
        description: `tokens of a language model ${whose}, input and output`,
      }),
    /** US dollars, by the worker's price table; null: no ceiling. */
    money: z
      .number()
      .positive()
      .max(1_000_000)
      .nullable()
      .default(null)
      .register(settingTraits, {
        name: `${prefix}-money`,
        group: 'Conversation',
        description: `cost ${whose}, by the worker's price table`,
        unit: 'US dollars',
      }),
  });

export const answerLimitsSchema = limitsOf('for one answer', 'answer', 30, 300_000);
export const sessionLimitsSchema = limitsOf('for the whole session', 'session', 2_000, 10_000_000);
export type SpendingLimits = z.infer<typeof sessionLimitsSchema>;

/** Every setting of a conversation; see `research-settings.ts` for how entries are used. */
export const conversationSettingsSchema = z.strictObject({
  answerCacheSeconds: count(0, MAX_SECONDS).default(600).register(settingTraits, {
    name: 'answer-cache',
    group: 'Conversation',
    description: 'how long an answer is given again to the same message in the same context; 0: never',
    unit: 'seconds',
  }),
  planCacheSeconds: count(0, MAX_SECONDS).default(60).register(settingTraits, {
    name: 'plan-cache',
    group: 'Conversation',
    description: 'how long the interpretation of a message is used again; 0: never',
    unit: 'seconds',
  }),
  goodItemCount: count(1, 50).default(4).register(settingTraits, {
    name: 'good-items',
    group: 'Conversation',
    description: 'passages or items from which a retrieval is good',
  }),
  thinItemCount: count(0, 50).default(2).register(settingTraits, {
    name: 'thin-items',
    group: 'Conversation',
    description: 'passages or items up to which a good retrieval with low scores is weak',
  }),
  maxPassages: count(1, 50).default(50).register(settingTraits, {
    name: 'max-passages',
    group: 'Conversation',
    description: 'passages or items that an answer is made from',
  }),
  citeThreshold: share.default(0.3).register(settingTraits, {
    name: 'cite-threshold',
    group: 'Conversation',
    description: 'an answer draws on nothing that is less relevant, be it found or remembered',
  }),
  reviewRate: share.default(0).register(settingTraits, {
    name: 'review-rate',
    group: 'Conversation',
    description: 'share of the answers copied to the review folder',
  }),
  idleSeconds: count(1, MAX_SECONDS).default(604_800).register(settingTraits, {
    name: 'idle',
    group: 'Conversation',
    description: 'how long a session waits for the next message before it ends',
    unit: 'seconds',
  }),
  answerLimits: answerLimitsSchema.prefault({}),
  sessionLimits: sessionLimitsSchema.prefault({}),
  maxFileBytes: count(1_024, 1_073_741_824).default(52_428_800).register(settingTraits, {
    name: 'max-file-size',
    group: 'Conversation',
    description: 'skip larger files',
    unit: 'bytes',
  }),
  fresh: z.boolean().default(false).register(settingTraits, {
    name: 'fresh',
    group: 'Conversation',
    description: 'use no stored answers of models, searches and pages, and neither cache',
  }),
  groundingSeconds: count(1, MAX_SECONDS).default(20).register(settingTraits, {
    name: 'grounding-time',
    group: 'Conversation',
    description: 'how long a model may take to decide what an answer rests on before everything is searched',
    unit: 'seconds',
  }),
  modelOutageSeconds: count(0, MAX_SECONDS).default(60).register(settingTraits, {
    name: 'model-outage',
    group: 'Conversation',
    description: 'how long to wait for a model endpoint that is down before answering by rule',
    unit: 'seconds',
  }),
  providerOutageSeconds: count(0, MAX_SECONDS).default(10).register(settingTraits, {
    name: 'provider-outage',
    group: 'Conversation',
    description: 'how long to wait for a search provider that is down before answering without it',
    unit: 'seconds',
  }),
});
export type ConversationSettings = z.infer<typeof conversationSettingsSchema>;
