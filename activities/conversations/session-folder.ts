import { basename, join } from 'node:path';
import { z } from 'zod';
import { answerResultSchema } from '../../workflows/contracts/answer.ts';
import { conversationSettingsSchema } from '../../workflows/contracts/conversation-settings.ts';
import { conversationScopeSchema, feedbackSchema } from '../../workflows/contracts/conversation.ts';
import { findingSchema } from '../../workflows/contracts/evidence.ts';
import { folderNameOf, listFiles, readJson } from '../storage/json-files.ts';
import type { RecordedAnswer, RecordedFeedback, StoredConversation } from './conversation-store.ts';

const startSchema = z.object({
  sessionId: z.string(),
  userId: z.string().nullable(),
  scope: conversationScopeSchema,
  startedAt: z.string(),
  title: z.string(),
});
type Start = z.infer<typeof startSchema>;

const answerSchema = z.object({
  userId: z.string().nullable(),
  result: answerResultSchema,
  findings: z.array(findingSchema),
});

// The fields that listings need.
const listedAnswerSchema = z.object({
  userId: z.string().nullable(),
  result: z.object({ sessionId: z.string(), message: z.string(), answeredAt: z.string() }),
});

const feedbackFileSchema = z.array(feedbackSchema.extend({ at: z.string() }));

/** Ends the name of an answer's file, after its turn. */
export const TURN_FILE = /^(\d+)\.json$/;

export function startPathIn(folder: string): string {
  return join(folder, 'start.json');
}

export function answerPathIn(folder: string, turn: number | string): string {
  return join(folder, 'answers', `${turn}.json`);
}

export function feedbackPathIn(folder: string): string {
  return join(folder, 'feedback.json');
}

export function readStart(folder: string): Promise<Start | null> {
  return readJson(startPathIn(folder), startSchema);
}

export function readAnswerOf(folder: string, turn: number | string): Promise<RecordedAnswer | null> {
  return readJson(answerPathIn(folder, turn), answerSchema);
}

export async function readFeedback(folder: string): Promise<RecordedFeedback[]> {
  return (await readJson(feedbackPathIn(folder), feedbackFileSchema)) ?? [];
}

/** Numbers of the turns with an answer, ascending. */
export async function turnsIn(folder: string): Promise<number[]> {
  const names = await listFiles(join(folder, 'answers'));
  return names.flatMap((name) => Number(TURN_FILE.exec(name)?.[1]) || []).sort((a, b) => a - b);
}

/** Null for a folder that holds neither a start nor an answer of its session. */
export async function readSession(folder: string): Promise<StoredConversation | null> {
  const start = await readStart(folder);
  const turns = await turnsIn(folder);
  const read = (turn: number | undefined) => readJson(answerPathIn(folder, turn ?? ''), listedAnswerSchema);
  const last = await read(turns.at(-1));
  // Started by another program than this project's client.
  const first = start === null ? await read(turns[0]) : null;
  const known = start ?? (first && { ...first.result, userId: first.userId, title: first.result.message });
  if (known === null || folderNameOf(known.sessionId) !== basename(folder)) return null;
  const startedAt = start?.startedAt ?? first?.result.answeredAt ?? '';
  const lastAt = last?.result.answeredAt ?? startedAt;
  const { sessionId, userId, title } = known;
  return { sessionId, userId, title, turns: turns.length, startedAt, lastAt, endsAt: endOf(lastAt, start) };
}

function endOf(lastAt: string, start: Start | null): string {
  const { idleSeconds } = start?.scope.settings ?? conversationSettingsSchema.parse({});
  return new Date((Date.parse(lastAt) || 0) + idleSeconds * 1_000).toISOString();
}
