/** Where a reader of a stream stopped: its `Last-Event-ID`. */
export type ResumePoint =
  /** The answer was known by then; `after` is the number of the last event. */
  | { readonly answerId: string; readonly after: number }
  /** Only the message was sent: asking it again under the same id changes nothing. */
  | { readonly messageId: string };

/** Ids of messages that can stand in a header. */
export const MESSAGE_ID = /^[\w.-]{1,100}$/;

export function eventIdOf(answerId: string, sequence: number): string {
  return `${answerId};${sequence}`;
}

/** Null: it is none of ours. */
export function readEventId(text: string): ResumePoint | null {
  const [, answerId, after] = /^([^\s;]+:\d{1,9});(\d{1,9})$/.exec(text) ?? [];
  if (answerId !== undefined) return { answerId, after: Number(after) };
  return MESSAGE_ID.test(text) ? { messageId: text } : null;
}
