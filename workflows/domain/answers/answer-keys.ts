import type { Ask, ConversationScope, SessionContext } from '../../contracts/answers/conversation.ts';
import { canonicalJson } from '../../contracts/common/canonical-json.ts';
import { sha256Hex } from '../sha256.ts';

/** Everything that determines an answer, besides the models behind it. */
export interface AnswerSubject {
  readonly ask: Pick<Ask, 'message' | 'mode' | 'history' | 'userId' | 'rewriteVariant'>;
  readonly scope: ConversationScope;
  readonly context: SessionContext;
  /** Of the documents, as the index names it. */
  readonly corpusVersion: string;
  /** Of what the user had remembered; null: a session without a user. */
  readonly memoryVersion: string | null;
  /** ISO date (YYYY-MM-DD): "tomorrow" means another day then. */
  readonly today: string;
}

/** Key of the answer cache. Two users never share one. */
export function answerKeyOf(subject: AnswerSubject): string {
  const { message, mode, history, userId, rewriteVariant } = subject.ask;
  return keyOf({ kind: 'answer', mode, rewriteVariant, message, history, userId, context: contextHashOf(subject) });
}

/** Key of the plan cache: a message means the same in every mode. */
export function planKeyOf(subject: AnswerSubject): string {
  const { message, history, userId } = subject.ask;
  return keyOf({ kind: 'plan', message, history, userId, context: contextHashOf(subject) });
}

/** Ids and numbers of turns tell when something was said, not what. */
function contextHashOf({ scope, context, corpusVersion, memoryVersion, today }: AnswerSubject): string {
  const thread = context.thread.map(({ message, rewrittenPrompt, summary, vertical, clarificationQuestions }) => ({
    message,
    rewrittenPrompt,
    summary,
    vertical,
    clarificationQuestions,
  }));
  const { memory: _, ...rest } = context;
  return keyOf({ scope, context: { ...rest, thread }, corpusVersion, memoryVersion, today });
}

function keyOf(value: object): string {
  return sha256Hex(canonicalJson(value));
}
