import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnswerResult } from '../../workflows/contracts/answer.ts';
import { sessionOfAnswer } from '../../workflows/contracts/conversation.ts';
import { folderNameOf, listFiles, listFolders, replaceFile, toJson } from '../storage/json-files.ts';
import type { ConversationStore } from './conversation-store.ts';
import {
  answerPathIn,
  feedbackPathIn,
  readAnswerOf,
  readFeedback,
  readSession,
  readStart,
  startPathIn,
  TURN_FILE,
  turnsIn,
} from './session-folder.ts';

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

/** @param answerId of which `sessionOfAnswer` finds the session */
function turnIn(answerId: string): string {
  return answerId.slice(answerId.lastIndexOf(':') + 1);
}
