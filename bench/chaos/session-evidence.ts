import type { AnswerResult } from '@plumbline/contracts/answers/answer';
import { answerIdOf } from '@plumbline/contracts/answers/conversation';
import { canonicalJson } from '@plumbline/contracts/common/canonical-json';
import { openSqliteState } from '@plumbline/storage/database';
import type { RecordedAnswer } from '../../activities/conversations/conversation-store.ts';
import { createSqlAnswerStream, type StoredAnswerEvent } from '../../activities/conversations/sql-answer-stream.ts';
import { createSqlMemoryStore } from '../../activities/memory/memory-store.ts';
import { openStores } from '../../workers/assembly/stores.ts';

/**
 * Everything a session stored, one line for each part of an answer, each finding, each feedback, each entry of its user's
 * memory, and the text that the reader of the stream got.
 */
export async function readSessionEvidence({
  home,
  sessionId,
  userId,
  streamedTurn,
}: {
  readonly home: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly streamedTurn: number;
}): Promise<ReadonlySet<string>> {
  const stored = await openStores({ PLUMBLINE_HOME: home }).conversations.read(sessionId);
  if (stored === null) return new Set();
  const { answers, feedback, turns } = stored;
  const streamId = answerIdOf(sessionId, streamedTurn);
  const told = (await readStream(home, streamId)).map(({ event }) => event);
  const valid = told.slice(told.findLastIndex(({ kind }) => kind === 'reset') + 1);
  const text = valid.flatMap((event) => (event.kind === 'text' ? [event.text] : [])).join('');
  return new Set([
    `turns ${turns}`,
    ...answers.flatMap(({ result, findings }) => [
      ...comparableAnswer(result),
      ...findings.map(({ passageId, quotes }) => `${result.answerId} finding ${JSON.stringify([passageId, quotes])}`),
    ]),
    ...(await readMemory(home, userId)).map(
      ({ text, strength, history }) => `memory ${JSON.stringify([text, strength, history.map(({ what }) => what)])}`,
    ),
    ...feedback.map(({ answerId, verdict, note }) => `feedback ${JSON.stringify([answerId, verdict, note])}`),
    `${streamId} text ${text}`,
  ]);
}

async function readMemory(home: string, userId: string) {
  const database = openSqliteState(home);
  try {
    return await createSqlMemoryStore(database).list(userId);
  } finally {
    await database.close();
  }
}

export async function readStoredAnswers(home: string, sessionId: string): Promise<readonly RecordedAnswer[]> {
  return (await openStores({ PLUMBLINE_HOME: home }).conversations.read(sessionId))?.answers ?? [];
}

/**
 * Parts of an answer, without times, the id of its execution, and usage: a request in flight at a kill is counted twice,
 * because it is sent twice.
 */
export function comparableAnswer({
  answeredAt: _answeredAt,
  usage: _usage,
  debug,
  ...result
}: AnswerResult): readonly string[] {
  const { trace, ...rest } = debug;
  const spans = trace.spans.map(({ name }) => name).sort();
  const parts = { ...result, debug: { ...rest, spans } };
  return Object.entries(parts).map(([name, value]) => `${result.answerId} ${name} ${canonicalJson(value)}`);
}

export async function readStreamFaults(home: string, answerId: string): Promise<readonly string[]> {
  const stored = await openStores({ PLUMBLINE_HOME: home }).conversations.readAnswer(answerId);
  return streamFaults(await readStream(home, answerId), stored?.result ?? null);
}

/**
 * What a reader of a stream must not see: a gap, a stage told twice, no end or two, an end that is not the stored answer.
 * Nothing waits for the notes of stages, so some may be missing.
 */
export function streamFaults(events: readonly StoredAnswerEvent[], stored: AnswerResult | null): readonly string[] {
  const ends = events.flatMap(({ event }) => (event.kind === 'end' ? [event.answer] : []));
  const stages = events.flatMap(({ event }) => (event.kind === 'stage' ? [event.stage] : []));
  const isLast = events.at(-1)?.event.kind === 'end';
  return [
    ...(events.every(({ sequence }, index) => sequence === index + 1) ? [] : ['the stream has gaps']),
    ...stages.filter((stage, index) => stage === stages[index - 1]).map((stage) => `stage told twice: ${stage}`),
    ...(ends.length === 1 && isLast ? [] : [`the stream has ${ends.length} ends, ${isLast ? '' : 'not '}at its end`]),
    ...(canonicalJson(ends.at(-1) ?? null) === canonicalJson(stored) ? [] : ['the stream ends with another answer']),
  ];
}

async function readStream(home: string, answerId: string): Promise<readonly StoredAnswerEvent[]> {
  const database = openSqliteState(home);
  try {
    return await createSqlAnswerStream(database, () => new Date()).read(answerId, 0);
  } finally {
    await database.close();
  }
}
