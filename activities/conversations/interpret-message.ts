import type { Interpretation } from '@plumbline/contracts/answers/answer';
import type { HistoryEntry, SessionContext } from '@plumbline/contracts/answers/conversation';
import { bareWords } from '@plumbline/contracts/common/bare-words';
import { detectLanguage } from '@plumbline/language/detection';
import { memoryRequestOf } from '../../workflows/domain/answers/memory-request.ts';
import { conversationPhrasesFor } from './conversation-phrases.ts';
import { completed, isJoinedTo, resolveFollowUp } from './follow-up-resolution.ts';
import { correctionIn, type FollowUp, followUpOf, leaningWords, withoutConjunction } from './follow-up.ts';
import { isWhole, type MessageKind, messageKindOf, withoutCourtesies } from './message-form.ts';

export interface MessageToInterpret {
  readonly message: string;
  /** ISO 639-1. */
  readonly language: string;
  /** Null: nothing was said before. */
  readonly previous: PreviousMessage | null;
}

type Read = Omit<Interpretation, 'language' | 'keyEntities' | 'namedReferences'>;

/** What a message means by rule: a prompt that needs no thread, or else a question to the person. */
export function interpretMessage(input: MessageToInterpret): Read {
  const read = understood(input);
  // Marks, spaces and capital letters change no meaning, and a person need not be told of them.
  const isSame = bareWords(read.rewrittenPrompt) === bareWords(input.message);
  return isSame ? { ...read, rewrittenPrompt: input.message.trim() } : read;
}

function understood({ message, language, previous }: MessageToInterpret): Read {
  const tidy = message
    .trim()
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/(?<!\s)\s+(?=[?!])/gu, '')
    .replaceAll(/([?!])[?!]+/gu, '$1');
  const correction = correctionIn(tidy);
  const core = correction ?? withoutCourtesies(tidy);
  const followUp = followUpOf(core, language, correction !== null);
  if (previous?.asksBack === true && isAnswer(core, language)) return answered(previous.prompt, core, language);
  const isDoubt = messageKindOf(core) === 'doubt';
  if (previous === null && (isDoubt || followUp?.needsThread === true)) return unclear(core, followUp, language);
  if (followUp === null || previous === null) return clear(withoutConjunction(core, language), 0.9);
  return clear(resolveFollowUp(followUp, core, previous.prompt, language), 0.7);
}

/** Whether a message answers what was asked back: it is no sentence of its own. */
function isAnswer(core: string, language: string): boolean {
  return messageKindOf(core) === 'question' && !isWhole(core, language);
}

/** The unclear prompt with what was said to clear it up. */
function answered(prompt: string, answer: string, language: string): Read {
  const followUp = followUpOf(prompt, language);
  return followUp === null ? clear(answer, 0.7) : clear(completed(followUp, answer), 0.7);
}

function clear(rewrittenPrompt: string, confidence: number): Read {
  return { rewrittenPrompt, confidence, alternatives: [], conflicts: [], needsClarification: false };
}

function unclear(rewrittenPrompt: string, followUp: FollowUp | null, language: string): Read {
  const words = followUp === null ? rewrittenPrompt : leaningWords(followUp);
  const conflicts = [conversationPhrasesFor(language).whatIsMeant(words)];
  return { rewrittenPrompt, confidence: 0.2, alternatives: [], conflicts, needsClarification: true };
}

/** The message before, as it was understood. */
interface PreviousMessage {
  readonly prompt: string;
  /** It was answered with a question. */
  readonly asksBack: boolean;
}

type Thread = SessionContext['thread'];

const ASKS: ReadonlySet<MessageKind> = new Set(['question', 'overview', 'task']);

/** The last question of the session's own thread, else of what was said elsewhere, or null. */
export function previousMessage(history: readonly HistoryEntry[], thread: Thread): PreviousMessage | null {
  // Thanks, doubts, and what is only to be remembered change no subject.
  let last: PreviousMessage | null = null;
  for (const { message, rewrittenPrompt, clarificationQuestions } of thread) {
    if (!ASKS.has(messageKindOf(message)) || memoryRequestOf(message)?.isWhole === true) continue;
    const prompt = rewrittenPrompt.trim() === '' ? message : rewrittenPrompt;
    const asksBack = clarificationQuestions.length > 0;
    // What only stood behind a question is left again, so that messages do not pile up.
    last = { prompt: last !== null && isJoinedTo(prompt, last.prompt) ? last.prompt : prompt, asksBack };
  }
  const said = history.findLast(({ role }) => role === 'user');
  return last ?? (said === undefined ? null : { prompt: said.text, asksBack: false });
}

/** Language of a message; if it gives no clue, the last language that the person wrote in, else English. */
export function languageOfMessage(message: string, history: readonly HistoryEntry[], thread: Thread): string {
  const said = history.filter(({ role }) => role === 'user').map(({ text }) => text);
  const before = [...said, ...thread.map((turn) => turn.message)];
  const languages = [message, ...before.toReversed()].values().map((text) => detectLanguage(text));
  return languages.find((language) => language !== 'und') ?? 'en';
}
