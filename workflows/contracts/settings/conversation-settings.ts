import { z } from 'zod';
import { citeThreshold, requireModel } from './research-settings.ts';
import { count, settingTraits } from './setting.ts';

/** US dollars, by the worker's price table; null: no ceiling. */
const money = z.number().positive().max(1_000_000).nullable().default(null);

/** Input and output tokens together, as the endpoint reports them. */
const modelTokens = count(1, 1_000_000_000);

const SESSION_MODEL_CALLS = 2_000;

/**
 * Ceilings of what the models of a session may cost; at one of them the rules answer, until a person raises it. They only end
 * what has gone astray: what an answer may cost is set for the answer.
 */
export const sessionLimitsSchema = z.strictObject({
  modelCalls: count(1, 100_000).default(SESSION_MODEL_CALLS),
  modelTokens: modelTokens.default(10_000_000),
  money,
});
export type SpendingLimits = z.infer<typeof sessionLimitsSchema>;

/** Ceilings of one answer; at one of them the rules answer. Its calls are counted, too, but never worth choosing. */
const answerLimitsSchema = z.strictObject({
  modelTokens: modelTokens.default(300_000).register(settingTraits, {
    name: 'answer-model-tokens',
    group: 'Conversation',
    description: 'tokens of a language model for one answer, input and output',
  }),
  money: money.register(settingTraits, {
    name: 'answer-money',
    group: 'Conversation',
    description: "cost for one answer, by the worker's price table",
    unit: 'US dollars',
  }),
});

/** Every setting of a conversation; see `research-settings.ts` for how entries are used. */
export const conversationSettingsSchema = z.strictObject({
  answerLimits: answerLimitsSchema.prefault({}),
  citeThreshold,
  requireModel,
});
export type ConversationSettings = z.infer<typeof conversationSettingsSchema>;
