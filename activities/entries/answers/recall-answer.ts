import { createHash } from 'node:crypto';
import type { Catalogues } from '@plumbline/catalogue/catalogues';
import { answerPlanSchema, answerResultSchema } from '@plumbline/contracts/answers/answer';
import type { AnswerActivities, RecalledAnswer } from '@plumbline/contracts/answers/answer-activities';
import type { z } from 'zod';
import type { CachePlace } from '../../conversations/sql-answer-cache.ts';
import type { ActivityDependencies } from '../dependencies.ts';
import { orElse } from '../failures.ts';

const NOTHING: RecalledAnswer = { answer: null, plan: null, answerKey: null, planKey: null };

/**
 * Looks in both caches, by keys that also say which model answers and what the catalogues hold. What cannot be found, read or
 * understood is a miss.
 */
export function createRecallAnswer({
  answerCache,
  reasoner,
  catalogues,
}: Pick<ActivityDependencies, 'answerCache' | 'reasoner'> & { readonly catalogues: Catalogues }) {
  const recall = async <Value>(
    place: Omit<CachePlace, 'key'> & { readonly key: string | null },
    now: string,
    schema: z.ZodType<Value>,
  ): Promise<Value | null> => {
    const { key } = place;
    if (key === null) return null;
    const found = await orElse('the answer cache', null, () => answerCache.find({ ...place, key }, now));
    return schema.safeParse(found).data ?? null;
  };
  return async (
    { catalogues: names = [], userId, now, ...given }: Parameters<AnswerActivities['recallAnswer']>[0],
    signal: AbortSignal,
  ): Promise<RecalledAnswer> => {
    const state = await orElse('the state of the catalogues', null, () => catalogues.stateOf(names, signal));
    if (state === null) return NOTHING;
    const keyOf = (key: string | null): string | null =>
      key &&
      createHash('sha256')
        .update(JSON.stringify([key, reasoner.identity, state]))
        .digest('hex');
    const [answerKey, planKey] = [keyOf(given.answerKey), keyOf(given.planKey)];
    const answer = await recall({ kind: 'answer', key: answerKey, userId }, now, answerResultSchema);
    // An answer needs no plan.
    const plan = answer === null ? await recall({ kind: 'plan', key: planKey, userId }, now, answerPlanSchema) : null;
    return { answer, plan, answerKey, planKey };
  };
}

/** Keeps how a message was understood, for the same message in the same context. */
export function createRememberPlan({
  answerCache,
}: Pick<ActivityDependencies, 'answerCache'>): AnswerActivities['rememberPlan'] {
  return ({ planKey, plan, ...entry }) =>
    orElse('the plan cache', undefined, () => answerCache.keep({ ...entry, kind: 'plan', key: planKey, value: plan }));
}
