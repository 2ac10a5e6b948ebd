import type { UnderstandMessageInput } from '@plumbline/contracts/answers/answer-activities';
import type { SessionContext, Turn } from '@plumbline/contracts/answers/conversation';
import { UNLIMITED } from '@plumbline/contracts/common/metering';

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

/** The first message of a session that has documents, and nothing else. */
export function heardOf(message: string, changes: Partial<UnderstandMessageInput> = {}): UnderstandMessageInput {
  return {
    engine: 'configured',
    today: '2026-01-02',
    metering: UNLIMITED,
    approvedTasks: [],
    message,
    history: [],
    context: contextOf(),
    variant: 'standard',
    sources: { catalogues: [], hasDocuments: true, hasWeb: false },
    hasMemory: false,
    ...changes,
  };
}
