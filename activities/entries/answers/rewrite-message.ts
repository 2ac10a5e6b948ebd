import search from 'approx-string-match';
import type { AnswerActivities, RewriteMessageInput } from '../../../workflows/contracts/answers/answer-activities.ts';
import type { Interpretation } from '../../../workflows/contracts/answers/answer.ts';
import type { Degradation } from '../../../workflows/contracts/research/accounting.ts';
import { languageOfMessage } from '../../conversations/interpret-message.ts';
import { keyEntitiesIn } from '../../language/question/key-entities.ts';
import { namedReferencesIn } from '../../language/references/named-references.ts';
import { analyzeTerms } from '../../language/text/terms.ts';
import { NO_COST, withDegradation } from '../../model/metering/paid-calls.ts';
import { type RewrittenMessage, rewriteMessageStep } from '../../steps/rewrite-message.ts';
import { repeatsQuestion } from '../../steps/usable-clarity.ts';
import type { ActivityDependencies } from '../dependencies.ts';

/** Letters of a word for each that may be wrong, so that a corrected typing error still counts as the same word. */
const LETTERS_PER_SLIP = 3;

const OF_SOMETHING_ELSE: Degradation = {
  step: rewriteMessageStep.name,
  cause: 'the rewritten message had no word of the message or the conversation; the offline rule read it',
  count: 1,
};

/** Reads what a message means. Its language is read by code; a model that asks nothing needs no clarification. */
export function createRewriteMessage({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: RewriteMessageInput, signal: AbortSignal): ReturnType<AnswerActivities['rewriteMessage']> => {
    const { message, history, context, today, engine, metering } = input;
    const language = languageOfMessage(message, history, context.thread);
    if (input.variant === 'none') return { value: withNames(asItStands(message), language), cost: NO_COST };
    const stepInput = { today, message, language, history, context };

    const { value, cost } = await reasoner.run(rewriteMessageStep, stepInput, { engine, metering, signal });
    if (cost.engine === 'offline') return { value: withNames(value, language), cost };
    const known = [message, threadText(history, context.thread), ...(context.memory ?? [])].join('\n');
    const ruled = rewriteMessageStep.offline(stepInput);
    if (!takesUp(value.rewrittenPrompt, known, language)) {
      return { value: withNames(ruled, language), cost: withDegradation(cost, OF_SOMETHING_ELSE) };
    }
    const asksBack = (text: string): boolean =>
      /[?？؟]\s*$/u.test(text) &&
      !repeatsQuestion(text, message, language) &&
      (ruled.needsClarification || takesUp(text, known, language));
    return { value: withNames(usable(value, asksBack), language), cost };
  };
}

function asItStands(message: string): RewrittenMessage {
  return { rewrittenPrompt: message, confidence: 1, alternatives: [], conflicts: [], needsClarification: false };
}

/** Code reads language and names, no matter who rewrote the message. */
function withNames(read: RewrittenMessage, language: string): Interpretation {
  const { rewrittenPrompt } = read;
  const keyEntities = [...keyEntitiesIn(rewrittenPrompt, language)];
  return { ...read, language, keyEntities, namedReferences: [...namedReferencesIn(rewrittenPrompt)] };
}

/** @param asksBack whether a text is a question about the message: small models also copy what they were told */
function usable(said: RewrittenMessage, asksBack: (text: string) => boolean): RewrittenMessage {
  const conflicts = distinct(said.conflicts).filter(asksBack);
  return {
    ...said,
    rewrittenPrompt: said.rewrittenPrompt.trim(),
    alternatives: distinct(said.alternatives).filter((text) => text !== said.rewrittenPrompt.trim()),
    conflicts,
    needsClarification: said.needsClarification && conflicts.length > 0,
  };
}

function distinct(texts: readonly string[]): string[] {
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
}

/** Everything said before, oldest first. */
function threadText(history: RewriteMessageInput['history'], thread: RewriteMessageInput['context']['thread']): string {
  return [
    ...history.map(({ text }) => text),
    ...thread.flatMap(({ message, rewrittenPrompt, summary }) => [message, rewrittenPrompt, summary]),
  ].join('\n');
}

/** Whether a text has a telling word of another text, typing errors aside; a text without telling words has none to lack. */
function takesUp(text: string, known: string, language: string): boolean {
  const wanted = telling(text, language);
  const there = telling(known, language);
  if (there.length === 0) return text.trim() !== '';
  return wanted.some((word) => there.some((other) => isNear(word, other)));
}

function telling(text: string, language: string): string[] {
  return [...new Set(analyzeTerms(text, language).flatMap(({ stem, isStopWord }) => (isStopWord ? [] : stem)))];
}

function isNear(word: string, other: string): boolean {
  if (word === other) return true;
  const slips = Math.floor(Math.min(word.length, other.length) / LETTERS_PER_SLIP);
  return Math.abs(word.length - other.length) <= slips && slips > 0 && search(other, word, slips).length > 0;
}
