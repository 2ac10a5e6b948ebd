import { callActivity } from '../calls/activity-options.ts';
import type { RecalledAnswer } from '../contracts/answer-activities.ts';
import type { AnswerPlan } from '../contracts/answer.ts';
import type { CorpusReport } from '../contracts/corpus.ts';
import { answerKeyOf, planKeyOf } from '../domain/answers/answer-keys.ts';
import type { AnswerRun } from './answer-run.ts';

/** Keys of what may be used again; null: it may not. */
export interface CacheKeys {
  readonly answerKey: string | null;
  readonly planKey: string | null;
}

export function cacheKeysOf({ input, memory, today }: AnswerRun, corpus: CorpusReport): CacheKeys {
  const { scope, ask, context } = input;
  const { fresh, answerCacheSeconds, planCacheSeconds } = scope.settings;
  const [corpusVersion, memoryVersion] = [corpus.version, memory?.version ?? null];
  const subject = { ask, scope, context, corpusVersion, memoryVersion, today };
  const keepsAnswers = !fresh && answerCacheSeconds > 0;
  const keepsPlans = !fresh && planCacheSeconds > 0 && ask.rewriteVariant !== 'none';
  return {
    answerKey: keepsAnswers && !ask.research ? answerKeyOf(subject) : null,
    planKey: keepsPlans ? planKeyOf(subject) : null,
  };
}

/** What was answered or understood before; a store that fails has nothing. */
export async function recall({ input }: AnswerRun, keys: CacheKeys): Promise<RecalledAnswer> {
  if (keys.answerKey === null && keys.planKey === null) return { answer: null, plan: null };
  const now = new Date(Date.now()).toISOString();
  return callActivity(
    'recallAnswer',
    { ...keys, userId: input.ask.userId, now },
    'look for the answer to the same message',
  );
}

/** Keeps the plan for the next minute. Nothing depends on it, so a failure costs only that. */
export async function rememberPlan(
  { input: { sessionId, scope, ask } }: AnswerRun,
  planKey: string,
  plan: AnswerPlan,
): Promise<void> {
  const expiresAt = expiryOf(scope.settings.planCacheSeconds);
  const kept = { sessionId, userId: ask.userId, planKey, plan, expiresAt };
  await callActivity('rememberPlan', kept, 'keep the plan').catch(() => undefined);
}

/** ISO 8601. */
export function expiryOf(seconds: number): string {
  return new Date(Date.now() + seconds * 1_000).toISOString();
}
