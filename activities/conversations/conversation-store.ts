import type { AnswerResult } from '../../workflows/contracts/answer.ts';
import type { ConversationScope, Feedback } from '../../workflows/contracts/conversation.ts';
import type { Finding } from '../../workflows/contracts/evidence.ts';

export interface ConversationStart {
  readonly sessionId: string;
  readonly userId: string | null;
  readonly scope: ConversationScope;
  /** ISO 8601. */
  readonly startedAt: string;
  /** The first message, or what a program calls the session. */
  readonly title: string;
}

/** An answer with the evidence that it was made from. */
export interface RecordedAnswer {
  readonly userId: string | null;
  readonly result: AnswerResult;
  readonly findings: readonly Finding[];
}

export interface RecordedFeedback extends Feedback {
  /** ISO 8601. */
  readonly at: string;
}

/** What the home records about a session; available without a server and after its histories were deleted. */
export interface StoredConversation {
  readonly sessionId: string;
  readonly userId: string | null;
  readonly title: string;
  /** Recorded answers, also those that ask back. */
  readonly turns: number;
  /** ISO 8601. */
  readonly startedAt: string;
  /** ISO 8601, of the last answer. */
  readonly lastAt: string;
  /** ISO 8601: when it ends unless there is another message. */
  readonly endsAt: string;
}

export interface ReadConversation extends StoredConversation {
  /** In the order of their turns. */
  readonly answers: readonly RecordedAnswer[];
  readonly feedback: readonly RecordedFeedback[];
}

/** What sessions leave behind. */
export interface ConversationStore {
  /** Keeps the time and the title of the first start. */
  recordStart(start: ConversationStart): Promise<void>;
  saveAnswer(answer: RecordedAnswer): Promise<void>;
  /** Copies an answer to the review folder. */
  sampleForReview(answer: RecordedAnswer): Promise<void>;
  /** Keeps the latest feedback on each answer. @param at ISO 8601 */
  saveFeedback(sessionId: string, feedback: Feedback, at: string): Promise<void>;
  /** The last used first. */
  list(): Promise<StoredConversation[]>;
  read(sessionId: string): Promise<ReadConversation | null>;
  readAnswer(answerId: string): Promise<RecordedAnswer | null>;
  /** Paths of what `remove` removes: a folder, which need not exist, and copies for review. */
  pathsOf(sessionId: string): Promise<string[]>;
  remove(sessionId: string): Promise<void>;
}
