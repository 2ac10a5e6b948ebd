import { type AnswerEvent, answerEventSchema } from '@plumbline/contracts/answers/answer';
import { sessionOfAnswer } from '@plumbline/contracts/answers/conversation';
import type { StateDatabase, StateTransaction } from '@plumbline/storage/database';
import { type RawBuilder, sql } from 'kysely';
import { deleteRows } from './sql-answer-cache.ts';

const FINAL: readonly AnswerEvent['kind'][] = ['end', 'failed'];
const OF_AN_ATTEMPT: readonly AnswerEvent['kind'][] = ['text', 'reset'];

/** Longer than an answer may wait for anything: its worker will not continue it. */
const ABANDONED_AFTER_MS = 30 * 86_400_000;

/** Streams of answers in an SQL database. */
export function createSqlAnswerStream(database: StateDatabase, now: () => Date): AnswerStream {
  return {
    async append(answerId, attempt, event) {
      const sessionId = sessionOfAnswer(answerId);
      if (sessionId === null) throw new Error(`"${answerId}" is not the id of an answer`);
      await database.change(`stream ${answerId}`, async (transaction) => {
        const last = await lastOf(transaction, answerId);
        if (last !== undefined && FINAL.includes(last.kind)) return;
        if (OF_AN_ATTEMPT.includes(event.kind) && attempt < (await highestAttempt(transaction, answerId))) return;
        const text = JSON.stringify(event);
        const row = {
          answer_id: answerId,
          sequence: (last?.sequence ?? 0) + 1,
          session_id: sessionId,
          kind: event.kind,
          attempt,
          event: text,
          stored_at: now().toISOString(),
          bytes: Buffer.byteLength(text),
        };
        await transaction.insertInto('answer_events').values(row).execute();
      });
    },
    async read(answerId, after) {
      const rows = await (
        await database.read()
      )
        .selectFrom('answer_events')
        .select(['sequence', 'event'])
        .where('answer_id', '=', answerId)
        .where('sequence', '>', after)
        .orderBy('sequence')
        .execute();
      return rows.map(({ sequence, event }) => ({ sequence, event: answerEventSchema.parse(JSON.parse(event)) }));
    },
    ...deletionsIn(database),
  };
}

function lastOf(transaction: StateTransaction, answerId: string) {
  return transaction
    .selectFrom('answer_events')
    .select(['sequence', 'kind'])
    .where('answer_id', '=', answerId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Attempts never fall along a stream, so the last one is the highest. */
async function highestAttempt(transaction: StateTransaction, answerId: string): Promise<number> {
  const row = await transaction
    .selectFrom('answer_events')
    .select('attempt')
    .where('answer_id', '=', answerId)
    .where('kind', 'in', OF_AN_ATTEMPT)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.attempt ?? 0;
}

function deletionsIn(database: StateDatabase): Pick<AnswerStream, 'deleteSession' | 'deleteBefore'> {
  return {
    deleteSession: async (id) => (await deleteRows(database, 'answer_events', sql`session_id = ${id}`)).entries,
    deleteBefore: (before, apply) =>
      deleteRows(database, 'answer_events', sql`answer_id IN (${oldStreams(before)})`, apply),
  };
}

function oldStreams(before: string): RawBuilder<unknown> {
  const abandonedBefore = new Date(Date.parse(before) - ABANDONED_AFTER_MS).toISOString();
  return sql`
    SELECT answer_id FROM answer_events GROUP BY answer_id HAVING MAX(stored_at) <
      CASE MAX(CASE WHEN kind IN (${sql.join(FINAL)}) THEN 1 ELSE 0 END)
        WHEN 1 THEN ${before} ELSE ${abandonedBefore} END`;
}

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
