import { answerPlanSchema, answerResultSchema } from '@plumbline/contracts/answers/answer';
import type { AnswerActivities } from '@plumbline/contracts/answers/answer-activities';
import type { z } from 'zod';
import { orElse } from '../../conversations/optional-work.ts';
import type { CachePlace } from '../../conversations/sql-answer-cache.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Looks in both caches. What cannot be found, read or understood is a miss. */
export function createRecallAnswer({
  answerCache,
}: Pick<ActivityDependencies, 'answerCache'>): AnswerActivities['recallAnswer'] {
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
  return async ({ answerKey, planKey, userId, now }) => {
    const answer = await recall({ kind: 'answer', key: answerKey, userId }, now, answerResultSchema);
    // An answer needs no plan.
    const plan = answer === null ? await recall({ kind: 'plan', key: planKey, userId }, now, answerPlanSchema) : null;
    return { answer, plan };
  };
}

/** Keeps how a message was understood, for the same message in the same context. */
export function createRememberPlan({
  answerCache,
}: Pick<ActivityDependencies, 'answerCache'>): AnswerActivities['rememberPlan'] {
  return ({ planKey, plan, ...entry }) =>
    orElse('the plan cache', undefined, () => answerCache.keep({ ...entry, kind: 'plan', key: planKey, value: plan }));
}
