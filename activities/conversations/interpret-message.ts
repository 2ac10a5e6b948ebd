import type { Interpretation } from '@plumbline/contracts/answers/answer';
import type { HistoryEntry, SessionContext } from '@plumbline/contracts/answers/conversation';
import { bareWords } from '@plumbline/contracts/common/bare-words';
import { detectLanguage, isStopWord } from '@plumbline/language/detection';
import { offlinePhrasesFor } from '@plumbline/offline/phrases';
import { memoryRequestOf } from '../../workflows/domain/answers/memory-request.ts';
import { completed, isJoinedTo, resolveFollowUp } from './follow-up-resolution.ts';
import { correctionIn, followUpOf, leaningWords, withoutConjunction } from './follow-up.ts';
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
  if (previous?.asksBack === true && !isCourtesy(core) && !isWhole(core, language)) {
    const unclear = followUpOf(previous.prompt, language);
    return clear(unclear === null ? core : completed(unclear, core), 0.7);
  }
  if (previous === null && followUp?.needsThread === true) {
    const conflicts = [offlinePhrasesFor(language).whatIsMeant(leaningWords(followUp))];
    return { ...clear(core, 0.2), conflicts, needsClarification: true };
  }
  if (followUp === null || previous === null) return clear(withoutConjunction(core, language), 0.9);
  return clear(resolveFollowUp(followUp, core, previous.prompt, language), 0.7);
}

function clear(rewrittenPrompt: string, confidence: number): Read {
  return { rewrittenPrompt, confidence, alternatives: [], conflicts: [], needsClarification: false };
}

/** The message before, as it was understood. */
interface PreviousMessage {
  readonly prompt: string;
  /** It was answered with a question. */
  readonly asksBack: boolean;
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
    return { prompt, asksBack };
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
  let spoken: string | undefined;
  for (const text of [...said, ...thread.map((turn) => turn.message), message]) {
    const own = detectLanguage(text);
    if (own !== 'und' && (spoken === undefined || !mayBeIn(spoken, text, own))) spoken = own;
  }
  return spoken ?? (others.length === 0 ? ofDocuments : 'en');
}

/** "Hotels in Bremen" has the function words of two languages: too little to change the one that is spoken, as six words without any are. */
function mayBeIn(last: string, message: string, own: string): boolean {
  const words = message.toLowerCase().match(/\p{L}+/gu) ?? [];
  const isShort = words.length < 6 && /^[\P{L}\p{Script=Latin}]+$/u.test(message);
  return isShort && !words.some((word) => isStopWord(word, own) && !isStopWord(word, last));
}
