import type { HistoryEntry, SessionContext } from '@plumbline/contracts/answers/conversation';
import { tagged } from './prompt-text.ts';

/** Older turns rarely matter to the next message. */
const TURNS_SHOWN = 6;
const ENTRIES_SHOWN = 8;
const MAX_TURN_LENGTH = 1_200;
const MAX_CONVERSATION_LENGTH = 12_000;
const MAX_MEMORY_LENGTH = 6_000;

/** What was said before, oldest first; empty where nothing was. */
export function taggedThread(history: readonly HistoryEntry[], { thread }: Pick<SessionContext, 'thread'>): string[] {
  const entries = history
    .slice(-ENTRIES_SHOWN)
    .map(({ role, text }) => `${role === 'user' ? 'Person' : 'Assistant'}: ${text}`.slice(0, MAX_TURN_LENGTH));
  const turns = thread
    .slice(-TURNS_SHOWN)
    .map(({ message, rewrittenPrompt, summary, clarificationQuestions }) =>
      [
        `Person: ${message}`.slice(0, MAX_TURN_LENGTH),
        ...(rewrittenPrompt === message || rewrittenPrompt === '' ? [] : [`(understood as: ${rewrittenPrompt})`]),
        `Assistant: ${clarificationQuestions.length > 0 ? clarificationQuestions.join(' ') : summary}`,
      ].join('\n'),
    );
  const said = [...entries, ...turns].join('\n\n');
  return said === '' ? [] : [tagged('conversation', said, MAX_CONVERSATION_LENGTH)];
}

/** What the person had remembered and what concerns the message; empty where nothing is. */
export function taggedMemory({ memory = [] }: { readonly memory?: readonly string[] | undefined }): string[] {
  if (memory.length === 0) return [];
  const said = memory.map((text) => `- ${text}`).join('\n');
  return [
    tagged('memory', said, MAX_MEMORY_LENGTH),
    'The memory holds what the person wanted remembered: "my usual city" is the city that it names. What the message says counts more.',
  ];
}

/** What the person said about the answer before, where it did not help. */
export function taggedFeedback({ feedback }: Pick<SessionContext, 'feedback'>): string[] {
  if (feedback?.verdict !== 'unhelpful') return [];
  const note = feedback.note === '' ? 'The person gave no reason.' : feedback.note;
  return [
    tagged('feedback', note, 2_000),
    'The answer before did not help the person; the feedback says why. Take it as a hint to what is really wanted.',
  ];
}
