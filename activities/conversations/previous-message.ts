import type { HistoryEntry, SessionContext } from '../../workflows/contracts/conversation.ts';
import { detectLanguage } from '../text/language.ts';

/** The message before, as it was understood. */
export interface PreviousMessage {
  readonly prompt: string;
  /** It was answered with a question. */
  readonly asksBack: boolean;
}

type Thread = SessionContext['thread'];

/** The last message of the session's own thread, else of what was said elsewhere; null: there is none. */
export function previousMessage(history: readonly HistoryEntry[], thread: Thread): PreviousMessage | null {
  const turn = thread.at(-1);
  if (turn !== undefined) {
    const prompt = turn.rewrittenPrompt.trim() === '' ? turn.message : turn.rewrittenPrompt;
    return { prompt, asksBack: turn.clarificationQuestions.length > 0 };
  }
  const said = history.findLast(({ role }) => role === 'user');
  return said === undefined ? null : { prompt: said.text, asksBack: false };
}

/** All that was said before, oldest first. */
export function threadText(history: readonly HistoryEntry[], thread: Thread): string {
  return [
    ...history.map(({ text }) => text),
    ...thread.flatMap(({ message, rewrittenPrompt, summary }) => [message, rewrittenPrompt, summary]),
  ].join('\n');
}

/** Language of a message; of one that does not tell, the last language that the person wrote in, else English. */
export function languageOfMessage(message: string, history: readonly HistoryEntry[], thread: Thread): string {
  const before = [
    ...history.filter(({ role }) => role === 'user').map(({ text }) => text),
    ...thread.map((turn) => turn.message),
  ];
  for (const text of [message, ...before.toReversed()]) {
    const language = detectLanguage(text);
    if (language !== 'und') return language;
  }
  return 'en';
}
