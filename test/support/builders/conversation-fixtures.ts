import type { SessionContext, Turn } from '../../../workflows/contracts/answers/conversation.ts';

/** A turn that was answered, about the harbour lamp. */
export function turnOf(changes: Partial<Turn> = {}): Turn {
  const message = changes.message ?? 'How long does the harbour lamp burn?';
  return {
    turn: 1,
    messageId: 'm1',
    message,
    rewrittenPrompt: message,
    summary: 'The harbour lamp burns for nine hours. [1]',
    vertical: 'other',
    clarificationQuestions: [],
    failure: null,
    ...changes,
  };
}

/** What a session knows: nothing, but for what is given. */
export function contextOf(changes: Partial<SessionContext> = {}): SessionContext {
  return { thread: [], filters: {}, lastVertical: null, lastStrength: null, feedback: null, ...changes };
}
