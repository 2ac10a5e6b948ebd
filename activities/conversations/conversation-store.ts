import { type AnswerResult, answerResultSchema } from '@plumbline/contracts/answers/answer';
import {
  type ConversationScope,
  conversationScopeSchema,
  type Feedback,
  feedbackSchema,
  SESSION_IDLE_SECONDS,
  sessionOfAnswer,
} from '@plumbline/contracts/answers/conversation';
import { type Finding, findingSchema } from '@plumbline/contracts/evidence/finding';
import { type RecordOutline, type Records, valueOf } from '@plumbline/storage/records';
import { z } from 'zod';

const startSchema = z.object({
  sessionId: z.string(),
  userId: z.string().nullable(),
  scope: conversationScopeSchema,
  /** ISO 8601. */
  startedAt: z.string(),
  /** The first message, or what a program calls the session. */
  title: z.string(),
});
type ConversationStart = z.infer<typeof startSchema>;

const answerSchema = z.object({
  userId: z.string().nullable(),
  result: answerResultSchema,
  findings: z.array(findingSchema),
});

const feedbackListSchema = z.array(feedbackSchema.extend({ at: z.string() }));

/** Names of the records of a session; turns add their number. */
const NAMES = { start: 'start', feedback: 'feedback', answers: 'answers/', review: 'review/' } as const;

/** Keeps sessions in the state database. What another version recorded in another form counts as missing. */
export function createConversationStore(records: Records): ConversationStore {
  return {
    ...writingTo(records),
    ...readingFrom(records),
    remove: (sessionId) => records.remove('session', sessionId),
  };
}

const at = (sessionId: string, name: string) => ({ kind: 'session', owner: sessionId, name }) as const;

function writingTo(
  records: Records,
): Pick<ConversationStore, 'recordStart' | 'saveAnswer' | 'sampleForReview' | 'saveFeedback'> {
  const saveTurn = (prefix: string, answer: RecordedAnswer) => {
    const { sessionId, turn } = turnOf(answer.result);
    return records.put(at(sessionId, `${prefix}${turn}`), { value: answer, at: answer.result.answeredAt });
  };
  return {
    recordStart: (start) =>
      records.change(at(start.sessionId, NAMES.start), (row) => {
        const first = valueOf(row, startSchema);
        const kept = first && { startedAt: first.startedAt, title: first.title };
        return { value: { ...start, ...kept }, at: first?.startedAt ?? start.startedAt };
      }),
    saveAnswer: (answer) => saveTurn(NAMES.answers, answer),
    sampleForReview: (answer) => saveTurn(NAMES.review, answer),
    saveFeedback: (sessionId, feedback, givenAt) =>
      records.change(at(sessionId, NAMES.feedback), (row) => {
        const known = valueOf(row, feedbackListSchema) ?? [];
        // A frozen worker may come late with an older one.
        if (known.some((other) => other.answerId === feedback.answerId && other.at > givenAt)) return null;
        const others = known.filter(({ answerId }) => answerId !== feedback.answerId);
        return { value: [...others, { ...feedback, at: givenAt }], at: givenAt };
      }),
  };
}

function readingFrom(records: Records): Pick<ConversationStore, 'list' | 'read' | 'readAnswer' | 'readScope'> {
  const readTurn = async (sessionId: string, turn: string | number) =>
    valueOf(await records.read(at(sessionId, `${NAMES.answers}${turn}`)), answerSchema);
  const describe = async (sessionId: string, outline: readonly RecordOutline[]) => {
    const start = valueOf(await records.read(at(sessionId, NAMES.start)), startSchema);
    const answers = answersIn(outline);
    const first = start === null ? await readTurn(sessionId, turnNumber(answers[0])) : null;
    return describeSession(start, first, answers);
  };
  return {
    async list() {
      const sessions = Map.groupBy(await records.outline('session'), ({ owner }) => owner);
      const found = await Promise.all([...sessions].map(([sessionId, outline]) => describe(sessionId, outline)));
      return found.filter((session) => session !== null).sort((a, b) => b.lastAt.localeCompare(a.lastAt));
    },
    async read(sessionId) {
      const outline = await records.outline('session', sessionId);
      const stored = await describe(sessionId, outline);
      if (stored === null) return null;
      const answers = await Promise.all(answersIn(outline).map((answer) => readTurn(sessionId, turnNumber(answer))));
      const feedback = valueOf(await records.read(at(sessionId, NAMES.feedback)), feedbackListSchema) ?? [];
      return { ...stored, answers: answers.filter((answer) => answer !== null), feedback };
    },
    async readAnswer(answerId) {
      const sessionId = sessionOfAnswer(answerId);
      return sessionId === null ? null : readTurn(sessionId, turnIn(answerId));
    },
    readScope: async (sessionId) => valueOf(await records.read(at(sessionId, NAMES.start)), startSchema)?.scope ?? null,
  };
}

/** In the order of their turns. */
function answersIn(outline: readonly RecordOutline[]): RecordOutline[] {
  const answers = outline.filter(({ name }) => name.startsWith(NAMES.answers));
  return answers.sort((a, b) => turnNumber(a) - turnNumber(b));
}

function turnNumber(answer: RecordOutline | undefined): number {
  return Number(answer?.name.slice(NAMES.answers.length));
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

/**
 * @param first answer of a session that was started by another program than this project's client
 * @returns null for neither a start nor an answer
 */
function describeSession(
  start: ConversationStart | null,
  first: RecordedAnswer | null,
  answers: readonly RecordOutline[],
): StoredConversation | null {
  const known = start ?? (first && { ...first.result, userId: first.userId, title: first.result.message });
  if (known === null) return null;
  const startedAt = start?.startedAt ?? first?.result.answeredAt ?? '';
  const lastAt = answers.at(-1)?.at ?? startedAt;
  const { sessionId, userId, title } = known;
  return { sessionId, userId, title, turns: answers.length, startedAt, lastAt, endsAt: endOf(lastAt) };
}

function endOf(lastAt: string): string {
  return new Date((Date.parse(lastAt) || 0) + SESSION_IDLE_SECONDS * 1_000).toISOString();
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

/** What is on record of a session; available without a server and after its histories were deleted. */
interface StoredConversation extends Omit<ConversationStart, 'scope'> {
  /** Recorded answers, also those that ask back. */
  readonly turns: number;
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
  /** Keeps a copy of an answer for review. */
  sampleForReview(answer: RecordedAnswer): Promise<void>;
  /** Keeps the latest feedback on each answer. @param at ISO 8601 */
  saveFeedback(sessionId: string, feedback: Feedback, at: string): Promise<void>;
  /** The last used first. */
  list(): Promise<StoredConversation[]>;
  read(sessionId: string): Promise<ReadConversation | null>;
  readAnswer(answerId: string): Promise<RecordedAnswer | null>;
  /** Where its answers look; null: it is not on record. */
  readScope(sessionId: string): Promise<ConversationScope | null>;
  /** With the copies for review. */
  remove(sessionId: string): Promise<void>;
}
