import type { AnswerEvent } from '../../workflows/contracts/answer.ts';

export interface StoredAnswerEvent {
  /** From 1, without gaps. */
  readonly sequence: number;
  readonly event: AnswerEvent;
}

/** What happens while an answer is made, kept for readers that come late or lose their connection. */
export interface AnswerStream {
  /**
   * Appends an event; nothing follows `end` or `failed`. Text and resets of an attempt lower than the highest seen are
   * ignored: a frozen worker that wakes up must not write into its successor's text. The other kinds come from
   * activities with attempts of their own, which are not compared.
   */
  append(answerId: string, attempt: number, event: AnswerEvent): Promise<void>;
  /** Events with a higher sequence than `after`, in their order. */
  read(answerId: string, after: number): Promise<readonly StoredAnswerEvent[]>;
  /** @returns the number of events removed */
  deleteSession(sessionId: string): Promise<number>;
  /**
   * Deletes streams that ended before `before` (ISO 8601), and those that never ended a month after their last event;
   * only counts their events if `apply` is false.
   */
  deleteBefore(before: string, apply: boolean): Promise<{ readonly entries: number; readonly bytes: number }>;
}
