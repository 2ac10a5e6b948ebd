import type { Interpretation } from '@plumbline/contracts/answers/answer';
import type { HistoryEntry, SessionContext } from '@plumbline/contracts/answers/conversation';
import { bareWords } from '@plumbline/contracts/common/bare-words';
import { detectLanguage } from '@plumbline/language/detection';
import { memoryRequestOf } from '../../workflows/domain/answers/memory-request.ts';
import { conversationPhrasesFor } from './conversation-phrases.ts';
import { type Before, completed, isJoinedTo, resolveFollowUp } from './follow-up-resolution.ts';
import { correctionIn, type FollowUp, followUpOf, leaningWords, withoutConjunction } from './follow-up.ts';
import { isCourtesy, isWhole, withoutCourtesies } from './message-form.ts';

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
  if (previous?.asksBack === true && !isCourtesy(core) && !isWhole(core, language))
    return answered(previous.prompt, core, language);
  if (previous === null && followUp?.needsThread === true) return unclear(core, followUp, language);
  if (followUp === null || previous === null) return clear(withoutConjunction(core, language), 0.9);
  const before: Before = [previous.prompt, ...(previous.earlier === undefined ? [] : [previous.earlier])];
  return clear(resolveFollowUp(followUp, core, before, language), 0.7);
}

/** The unclear prompt with what was said to clear it up. */
function answered(prompt: string, answer: string, language: string): Read {
  const followUp = followUpOf(prompt, language);
  return followUp === null ? clear(answer, 0.7) : clear(completed(followUp, answer), 0.7);
}

function clear(rewrittenPrompt: string, confidence: number): Read {
  return { rewrittenPrompt, confidence, alternatives: [], conflicts: [], needsClarification: false };
}

function unclear(rewrittenPrompt: string, followUp: FollowUp, language: string): Read {
  const conflicts = [conversationPhrasesFor(language).whatIsMeant(leaningWords(followUp))];
  return { rewrittenPrompt, confidence: 0.2, alternatives: [], conflicts, needsClarification: true };
}

/** The message before, as it was understood. */
interface PreviousMessage {
  readonly prompt: string;
  /** It was answered with a question. */
  readonly asksBack: boolean;
  /** The prompt before it. */
  readonly earlier?: string;
}

type Thread = SessionContext['thread'];

/** The last question that was asked, here or elsewhere, as it was understood; null: none. */
export function previousMessage(
  history: readonly HistoryEntry[],
  thread: Thread,
  language: string,
): PreviousMessage | null {
  const elsewhere = history
    .filter(({ role }) => role === 'user')
    .map(({ text }) => ({ message: text, rewrittenPrompt: '', clarificationQuestions: [] }));
  return [...elsewhere, ...thread].reduce<PreviousMessage | null>((last, turn) => {
    const { message, rewrittenPrompt, clarificationQuestions } = turn;
    // Thanks, and what is only to be remembered, change no subject.
    if (isCourtesy(message) || memoryRequestOf(message)?.isWhole === true) return last;
    const asksBack = clarificationQuestions.length > 0;
    const prompt = rewrittenPrompt.trim() || understood({ message, language, previous: last }).rewrittenPrompt;
    // What only stood behind a question is left again, so that messages do not pile up.
    if (last !== null && isJoinedTo(prompt, last.prompt)) return { ...last, asksBack };
    return { prompt, asksBack, ...(last !== null && { earlier: last.prompt }) };
  }, null);
}

/** Language of a message; if it gives no clue, the last language that the person wrote in, that of the documents, or English. */
export function languageOfMessage(
  message: string,
  history: readonly HistoryEntry[],
  thread: Thread,
  [ofDocuments = 'en', ...others]: readonly string[] = [],
): string {
  const said = history.filter(({ role }) => role === 'user').map(({ text }) => text);
  const before = [...said, ...thread.map((turn) => turn.message)];
  const languages = [message, ...before.toReversed()].values().map((text) => detectLanguage(text));
  return languages.find((language) => language !== 'und') ?? (others.length === 0 ? ofDocuments : 'en');
}
