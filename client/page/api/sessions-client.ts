import type { AnswerResult } from '../../../workflows/contracts/answers/answer.ts';
import type { Turn } from '../../../workflows/contracts/answers/conversation.ts';
import type { LeftOut } from '../../../workflows/contracts/evidence/corpus.ts';
import { type AnswerFollowing, type AnswerStreamEvent, followAnswer } from './answer-stream.ts';
import type { ApiRequests } from './api-requests.ts';
import type { SourceText } from './api-types.ts';

/** `GET /api/sessions`. */
export interface ListedSession {
  readonly sessionId: string;
  readonly title: string;
  readonly startedAt: string;
  readonly name: string | null;
  readonly isPinned: boolean;
}

/** The part of `GET /api/sessions/{sessionId}` that the page shows. */
export interface Session {
  readonly sessionId: string;
  readonly turns: number;
  readonly thread: readonly Turn[];
  readonly answers: readonly AnswerResult[];
  /** What its patterns leave out of its folders. */
  readonly leftOut: readonly LeftOut[];
  readonly pending: readonly { readonly answerId: string; readonly messageId: string; readonly message: string }[];
}

export interface AnswerFeedback {
  readonly answerId: string;
  readonly verdict: 'helpful' | 'unhelpful';
  readonly note: string;
}

type AnswerIds = Pick<AnswerResult, 'sessionId' | 'answerId'>;

function citationPath({ sessionId, answerId }: AnswerIds, number: number): string {
  const turn = answerId.slice(answerId.lastIndexOf(':') + 1);
  return `/api/sessions/${encodeURIComponent(sessionId)}/answers/${turn}/citations/${number}`;
}

/** Conversations. */
export interface SessionsClient {
  listSessions(): Promise<readonly ListedSession[]>;
  /** @param after only the turns after this one */
  readSession(sessionId: string, after?: number): Promise<Session>;
  /** See {@link followAnswer}. */
  followAnswer(following: AnswerFollowing): AsyncGenerator<AnswerStreamEvent, void>;
  sendFeedback(feedback: AnswerFeedback): Promise<void>;
  /** A part of the text that an answer cites, with the number of the citation. */
  readAnswerText(
    answer: AnswerIds,
    part: { readonly number: number; readonly start: number; readonly end: number },
  ): Promise<SourceText>;
  /** The bytes of the document that this citation is from. */
  readAnswerOriginal(answer: AnswerIds, number: number): Promise<ArrayBuffer>;
  /** Ends the answer under way; the conversation goes on. */
  stopAnswer(sessionId: string): Promise<void>;
}

export function createSessionsClient(requests: ApiRequests): SessionsClient {
  return {
    listSessions: async () =>
      (await requests.get<{ readonly sessions: readonly ListedSession[] }>('/api/sessions')).sessions,
    readSession: (sessionId, after = 0) =>
      requests.get(`/api/sessions/${encodeURIComponent(sessionId)}${after === 0 ? '' : `?after=${after}`}`),
    followAnswer: (following) => followAnswer(requests, following),
    stopAnswer: async (sessionId) => void (await requests.post(`/api/sessions/${encodeURIComponent(sessionId)}/stop`)),
    readAnswerText: (answer, { number, start, end }) =>
      requests.get(`${citationPath(answer, number)}/text?${new URLSearchParams({ start: `${start}`, end: `${end}` })}`),
    readAnswerOriginal: async (answer, number) =>
      (await requests.send(`${citationPath(answer, number)}/original`)).arrayBuffer(),
    sendFeedback: async (feedback) => void (await requests.post('/api/feedback', feedback)),
  };
}
