import type { AnswerPlan, AnswerResult } from '@plumbline/contracts/answers/answer';
import type { RecalledAnswer } from '@plumbline/contracts/answers/answer-activities';
import type { AnswerOutcome } from '@plumbline/contracts/answers/conversation';
import { canonicalJson } from '@plumbline/contracts/common/canonical-json';
import { sha256Hex } from '@plumbline/contracts/common/sha256';
import { callActivity } from '../../calls/activity-options.ts';
import { strengthOf } from '../../domain/answers/retrieval-quality.ts';
import type { AnswerRun, Known } from '../run/answer-run.ts';

/** Long enough to say a message again in another mode. */
const PLAN_CACHE_SECONDS = 60;

/** What was answered or understood before, and the keys under which it may be used again; null: it may not. */
interface Earlier extends RecalledAnswer {
  readonly answerKey: string | null;
  readonly planKey: string | null;
}

/** Looks for the same message in both caches; a store that fails has nothing. */
export async function recallAnswer(
  { scope, ask, context, today, trace }: Pick<AnswerRun, 'scope' | 'ask' | 'context' | 'today' | 'trace'>,
  { memory }: Known,
  corpusVersion: string,
): Promise<Earlier> {
  const subject = { ask, scope, context, corpusVersion, memoryVersion: memory?.version ?? null, today };
  const keys = {
    // In the place of an answer another one is wanted.
    answerKey: ask.research || ask.instead !== undefined ? null : answerKeyOf(subject),
    planKey: ask.rewriteVariant === 'none' ? null : planKeyOf(subject),
  };
  if (keys.answerKey === null && keys.planKey === null) return { ...keys, answer: null, plan: null };
  const now = new Date(Date.now()).toISOString();
  const sought = { ...keys, catalogues: scope.catalogues, userId: ask.userId, now };
  const found = await callActivity('recallAnswer', sought, 'look for the answer to the same message');
  if (found.answer === null && found.plan !== null) trace.mark('plan_cache_hit');
  return { ...keys, ...found };
}

/** The same answer once more, under this message's own id. */
export function repeatedAnswer(
  { answerId, researchId: sessionId }: Pick<AnswerRun, 'answerId' | 'researchId'>,
  answer: AnswerResult,
): AnswerOutcome {
  const { retrievalStats, debug } = answer;
  const answeredAt = new Date(Date.now()).toISOString();
  return {
    result: { ...answer, answerId, sessionId, isCached: true, answeredAt },
    filters: null,
    successfulVertical: retrievalStats?.quality === 'good' ? debug.observedVertical : null,
    strength: strengthOf(retrievalStats?.quality ?? null),
  };
}

/** Keeps a new plan for a while. Nothing depends on it, so a failure costs only that. */
export async function rememberPlan(
  { researchId: sessionId, ask, accounts }: Pick<AnswerRun, 'researchId' | 'ask' | 'accounts'>,
  earlier: Earlier,
  plan: AnswerPlan,
): Promise<void> {
  const { planKey } = earlier;
  // How the rules read it in the place of a model is not worth keeping.
  const isByRule = accounts.degradations.some((degradation) => degradation.isByRule);
  if (earlier.plan !== null || planKey === null || plan.interpretation.needsClarification || isByRule) return;
  const expiresAt = new Date(Date.now() + PLAN_CACHE_SECONDS * 1_000).toISOString();
  const kept = { sessionId, userId: ask.userId, planKey, plan, expiresAt };
  await callActivity('rememberPlan', kept, 'keep the plan').catch(() => undefined);
}

/** Everything that determines an answer, besides the model behind it and the items of catalogues, which a worker knows. */
export interface CacheSubject extends Pick<AnswerRun, 'ask' | 'scope' | 'context' | 'today'> {
  /** Of the documents, as the index names it. */
  readonly corpusVersion: string;
  /** Of what the user had remembered; null: a session without a user. */
  readonly memoryVersion: string | null;
}

/** Key of the answer cache. Two users never share one. */
export function answerKeyOf(subject: CacheSubject): string {
  const { message, mode, history, userId, rewriteVariant } = subject.ask;
  return keyOf({ kind: 'answer', mode, rewriteVariant, message, history, userId, context: contextHashOf(subject) });
}

/** Key of the plan cache: a message means the same in every mode. */
export function planKeyOf(subject: CacheSubject): string {
  const { message, history, userId } = subject.ask;
  return keyOf({ kind: 'plan', message, history, userId, context: contextHashOf(subject) });
}

/** Ids and numbers of turns tell when something was said, not what. */
function contextHashOf({ scope, context, corpusVersion, memoryVersion, today }: CacheSubject): string {
  const thread = context.thread.map(({ message, rewrittenPrompt, summary, vertical, clarificationQuestions }) => ({
    message,
    rewrittenPrompt,
    summary,
    vertical,
    clarificationQuestions,
  }));
  return keyOf({ scope, context: { ...context, thread }, corpusVersion, memoryVersion, today });
}

function keyOf(value: object): string {
  return sha256Hex(canonicalJson(value));
}
