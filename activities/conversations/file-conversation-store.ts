import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { type AnswerResult, answerResultSchema } from '../../workflows/contracts/answers/answer.ts';
import {
  type ConversationScope,
  conversationScopeSchema,
  type Feedback,
  feedbackSchema,
  SESSION_IDLE_SECONDS,
  sessionOfAnswer,
} from '../../workflows/contracts/answers/conversation.ts';
import { type Finding, findingSchema } from '../../workflows/contracts/evidence/evidence.ts';
import { folderNameOf, listFiles, listFolders, readJson, replaceFile, toJson } from '../platform/storage/json-files.ts';

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

/** Ends the name of an answer's file, after its turn. */
const TURN_FILE = /^(\d+)\.json$/;

/** Folders of a home. */
interface Place {
  readonly conversations: string;
  readonly review: string;
  readonly folderOf: (sessionId: string) => string;
}

/**
 * Keeps sessions as files: `<home>/conversations/<session>/{start.json, answers/<turn>.json, feedback.json}`, and copies
 * for review as `<home>/review/<session>-<turn>.json`.
 *
 * Every file is replaced as a whole, see `replaceFile`. A damaged file counts as missing.
 */
export function createFileConversationStore(home: string): ConversationStore {
  const conversations = join(home, 'conversations');
  const folderOf = (sessionId: string) => join(conversations, folderNameOf(sessionId));
  const place = { conversations, review: join(home, 'review'), folderOf };
  return { ...writingTo(place), ...readingFrom(place), ...removalFrom(place) };
}

function writingTo({
  review,
  folderOf,
}: Place): Pick<ConversationStore, 'recordStart' | 'saveAnswer' | 'sampleForReview' | 'saveFeedback'> {
  return {
    async recordStart(start) {
      const folder = folderOf(start.sessionId);
      const first = await readStart(folder);
      const kept = first && { startedAt: first.startedAt, title: first.title };
      await replaceFile(startPathIn(folder), toJson({ ...start, ...kept }));
    },
    async saveAnswer(answer) {
      const { sessionId, turn } = turnOf(answer.result);
      await replaceFile(answerPathIn(folderOf(sessionId), turn), toJson(answer));
    },
    async sampleForReview(answer) {
      const { sessionId, turn } = turnOf(answer.result);
      await replaceFile(join(review, `${folderNameOf(sessionId)}-${turn}.json`), toJson(answer));
    },
    async saveFeedback(sessionId, feedback, at) {
      const folder = folderOf(sessionId);
      const known = await readFeedback(folder);
      // A frozen worker may come late with an older one.
      if (known.some((other) => other.answerId === feedback.answerId && other.at > at)) return;
      const others = known.filter(({ answerId }) => answerId !== feedback.answerId);
      await replaceFile(feedbackPathIn(folder), toJson([...others, { ...feedback, at }]));
    },
  };
}

function readingFrom({ conversations, folderOf }: Place): Pick<ConversationStore, 'list' | 'read' | 'readAnswer'> {
  return {
    async list() {
      const folders = await listFolders(conversations);
      const found = await Promise.all(folders.map((name) => readSession(join(conversations, name))));
      return found.filter((session) => session !== null).sort((a, b) => b.lastAt.localeCompare(a.lastAt));
    },
    async read(sessionId) {
      const folder = folderOf(sessionId);
      const stored = await readSession(folder);
      if (stored === null) return null;
      const answers = await Promise.all((await turnsIn(folder)).map((turn) => readAnswerOf(folder, turn)));
      const feedback = await readFeedback(folder);
      return { ...stored, answers: answers.filter((answer) => answer !== null), feedback };
    },
    async readAnswer(answerId) {
      const sessionId = sessionOfAnswer(answerId);
      return sessionId === null ? null : readAnswerOf(folderOf(sessionId), turnIn(answerId));
    },
  };
}

function removalFrom({ review, folderOf }: Place): Pick<ConversationStore, 'pathsOf' | 'remove'> {
  const pathsOf = async (sessionId: string): Promise<string[]> => {
    const prefix = `${folderNameOf(sessionId)}-`;
    const isOfSession = (name: string) => name.startsWith(prefix) && TURN_FILE.test(name.slice(prefix.length));
    const copies = (await listFiles(review)).filter(isOfSession);
    return [...copies.map((name) => join(review, name)), folderOf(sessionId)];
  };
  return {
    pathsOf,
    async remove(sessionId) {
      // The folder last, so that a killed removal can be repeated.
      for (const path of await pathsOf(sessionId)) await rm(path, { recursive: true, force: true });
    },
  };
}

/** @throws {Error} when the answer names another session than its id: it would replace an answer there */
function turnOf({ answerId, sessionId }: AnswerResult): { readonly sessionId: string; readonly turn: string } {
  if (sessionOfAnswer(answerId) !== sessionId)
    throw new Error(`"${answerId}" is no answer of the session "${sessionId}"`);
  return { sessionId, turn: turnIn(answerId) };
}

/** @param answerId for which `sessionOfAnswer` finds the session */
function turnIn(answerId: string): string {
  return answerId.slice(answerId.lastIndexOf(':') + 1);
}

type Start = z.infer<typeof startSchema>;

function startPathIn(folder: string): string {
  return join(folder, 'start.json');
}

function answerPathIn(folder: string, turn: number | string): string {
  return join(folder, 'answers', `${turn}.json`);
}

function feedbackPathIn(folder: string): string {
  return join(folder, 'feedback.json');
}

function readStart(folder: string): Promise<Start | null> {
  return readJson(startPathIn(folder), startSchema);
}

function readAnswerOf(folder: string, turn: number | string): Promise<RecordedAnswer | null> {
  return readJson(answerPathIn(folder, turn), answerSchema);
}

async function readFeedback(folder: string): Promise<RecordedFeedback[]> {
  return (await readJson(feedbackPathIn(folder), feedbackFileSchema)) ?? [];
}

/** Numbers of the turns with an answer, ascending. */
async function turnsIn(folder: string): Promise<number[]> {
  const names = await listFiles(join(folder, 'answers'));
  return names.flatMap((name) => Number(TURN_FILE.exec(name)?.[1]) || []).sort((a, b) => a - b);
}

/** Null for a folder with neither a start nor an answer of its session. */
async function readSession(folder: string): Promise<StoredConversation | null> {
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
  return { sessionId, userId, title, turns: turns.length, startedAt, lastAt, endsAt: endOf(lastAt) };
}

function endOf(lastAt: string): string {
  return new Date((Date.parse(lastAt) || 0) + SESSION_IDLE_SECONDS * 1_000).toISOString();
}

interface ConversationStart {
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

interface RecordedFeedback extends Feedback {
  /** ISO 8601. */
  readonly at: string;
}

/** What the home records about a session; available without a server and after its histories were deleted. */
interface StoredConversation {
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

interface ReadConversation extends StoredConversation {
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
