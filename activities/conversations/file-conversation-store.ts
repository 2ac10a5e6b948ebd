import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type AnswerResult, answerResultSchema } from '../../workflows/contracts/answer.ts';
import { conversationScopeSchema, feedbackSchema, sessionOfAnswer } from '../../workflows/contracts/conversation.ts';
import { conversationSettingsSchema } from '../../workflows/contracts/conversation-settings.ts';
import { findingSchema } from '../../workflows/contracts/evidence.ts';
import { folderNameOf, listFiles, listFolders, readJson, replaceFile, toJson } from '../storage/json-files.ts';
import type { ConversationStore, StoredConversation } from './conversation-store.ts';

const startSchema = z.object({
  sessionId: z.string(),
  userId: z.string().nullable(),
  scope: conversationScopeSchema,
  startedAt: z.string(),
  title: z.string(),
});

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

const START = 'start.json';
const ANSWERS = 'answers';
const FEEDBACK = 'feedback.json';
const ANSWER_FILE = /^(\d+)\.json$/;

/**
 * Keeps sessions as files: `<home>/conversations/<session>/{start.json, answers/<turn>.json, feedback.json}`, and copies
 * for review as `<home>/review/<session>-<turn>.json`.
 *
 * Every file is replaced as a whole, see `replaceFile`. A damaged file counts as missing.
 */
export function createFileConversationStore(home: string): ConversationStore {
  const [conversations, review] = [join(home, 'conversations'), join(home, 'review')];
  const pathOf = (sessionId: string, ...names: readonly string[]) =>
    join(conversations, folderNameOf(sessionId), ...names);
  const pathsOf = async (sessionId: string) => {
    const copies = (await listFiles(review)).filter((name) => isReviewOf(name, sessionId));
    return [...copies.map((name) => join(review, name)), pathOf(sessionId)];
  };

  return {
    async recordStart(start) {
      const path = pathOf(start.sessionId, START);
      const first = await readJson(path, startSchema);
      await replaceFile(path, toJson({ ...start, ...(first && { startedAt: first.startedAt, title: first.title }) }));
    },
    async saveAnswer(answer) {
      const { sessionId, turn } = placeOf(answer.result);
      await replaceFile(pathOf(sessionId, ANSWERS, `${turn}.json`), toJson(answer));
    },
    async sampleForReview(answer) {
      const { sessionId, turn } = placeOf(answer.result);
      await replaceFile(join(review, `${folderNameOf(sessionId)}-${turn}.json`), toJson(answer));
    },
    async saveFeedback(sessionId, feedback, at) {
      const path = pathOf(sessionId, FEEDBACK);
      const known = (await readJson(path, feedbackFileSchema)) ?? [];
      // A frozen worker may come late with an older one.
      if (known.some((other) => other.answerId === feedback.answerId && other.at > at)) return;
      const others = known.filter(({ answerId }) => answerId !== feedback.answerId);
      await replaceFile(path, toJson([...others, { ...feedback, at }]));
    },
    async list() {
      const folders = await listFolders(conversations);
      const found = await Promise.all(folders.map((folder) => readFolder(join(conversations, folder))));
      return found.filter((session) => session !== null).sort((a, b) => b.lastAt.localeCompare(a.lastAt));
    },
    async read(sessionId) {
      const folder = pathOf(sessionId);
      const stored = await readFolder(folder);
      if (stored === null) return null;
      const paths = (await turnsIn(folder)).map((turn) => join(folder, ANSWERS, `${turn}.json`));
      const answers = await Promise.all(paths.map((path) => readJson(path, answerSchema)));
      return {
        ...stored,
        answers: answers.filter((answer) => answer !== null),
        feedback: (await readJson(join(folder, FEEDBACK), feedbackFileSchema)) ?? [],
      };
    },
    async readAnswer(answerId) {
      const sessionId = sessionOfAnswer(answerId);
      if (sessionId === null) return null;
      return readJson(pathOf(sessionId, ANSWERS, `${turnOf(answerId)}.json`), answerSchema);
    },
    pathsOf,
    async remove(sessionId) {
      // The folder last, so that a killed removal can be repeated.
      for (const path of await pathsOf(sessionId)) await rm(path, { recursive: true, force: true });
    },
  };
}

/** Null for a folder that holds neither a start nor an answer of its session. */
async function readFolder(folder: string): Promise<StoredConversation | null> {
  const start = await readJson(join(folder, START), startSchema);
  const turns = await turnsIn(folder);
  const read = (turn: number | undefined) => readJson(join(folder, ANSWERS, `${turn}.json`), listedAnswerSchema);
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

function endOf(lastAt: string, start: z.infer<typeof startSchema> | null): string {
  const { idleSeconds } = start?.scope.settings ?? conversationSettingsSchema.parse({});
  return new Date((Date.parse(lastAt) || 0) + idleSeconds * 1_000).toISOString();
}

/** Numbers of the turns with an answer, ascending. */
async function turnsIn(folder: string): Promise<number[]> {
  const names = await listFiles(join(folder, ANSWERS));
  return names.flatMap((name) => Number(ANSWER_FILE.exec(name)?.[1]) || []).sort((a, b) => a - b);
}

/** @throws {Error} when the answer names another session than its id: it would replace an answer there */
function placeOf({ answerId, sessionId }: AnswerResult): { readonly sessionId: string; readonly turn: string } {
  if (sessionOfAnswer(answerId) !== sessionId)
    throw new Error(`"${answerId}" is no answer of the session "${sessionId}"`);
  return { sessionId, turn: turnOf(answerId) };
}

/** @param answerId of which `sessionOfAnswer` finds the session */
function turnOf(answerId: string): string {
  return answerId.slice(answerId.lastIndexOf(':') + 1);
}

function isReviewOf(name: string, sessionId: string): boolean {
  const prefix = `${folderNameOf(sessionId)}-`;
  return name.startsWith(prefix) && ANSWER_FILE.test(name.slice(prefix.length));
}
