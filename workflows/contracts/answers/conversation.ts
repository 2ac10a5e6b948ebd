import { z } from 'zod';
import { corpusDirectorySchema, fileSelectionSchema } from '../common/file-selection.ts';
import { webSettingsSchema } from '../common/web-search.ts';
import type { LeftOut } from '../evidence/corpus.ts';
import { type Usage, usageSchema } from '../research/accounting.ts';
import { memoryUserSchema } from '../research/memory.ts';
import { questionSchema } from '../research/research-request.ts';
import {
  conversationSettingsSchema,
  sessionLimitsSchema,
  type SpendingLimits,
} from '../settings/conversation-settings.ts';
import { type AnswerResult, answerResultSchema, type Strength, strengthSchema } from './answer.ts';
import { type Filters, filtersSchema } from './catalogue.ts';

/** Type of the workflow of a session; its id is the session's. */
export const CONVERSATION = 'conversation';
/** Type of the workflow that answers one message; its id is the answer's. */
export const ANSWER_QUERY = 'answerQuery';

/** How long a session waits for the next message before its workflow ends; it remembers when it is opened again. */
export const SESSION_IDLE_SECONDS = 604_800;

/** Separates a session's id from the number of the turn: no run can have such an id. */
const TURN_SEPARATOR = ':';

export function answerIdOf(sessionId: string, turn: number): string {
  return `${sessionId}${TURN_SEPARATOR}${turn}`;
}

/** The session of an answer; null for what is not the id of an answer. */
export function sessionOfAnswer(answerId: string): string | null {
  return /^(.+):\d+$/.exec(answerId)?.[1] ?? null;
}

const folder = z.string().min(1).max(4_096).startsWith('/', 'must be an absolute path');

/** What all messages of a session share. */
export const conversationScopeSchema = z
  .strictObject({
    /** Only this user may write to the session; null: a session without a user. */
    userId: memoryUserSchema.nullable().default(null),
    /** Folders and buckets with the documents. */
    corpusDirectories: z.array(corpusDirectorySchema).max(16).default([]),
    /** Of folders of which only some files are documents. */
    fileSelections: z.array(fileSelectionSchema).max(16).optional(),
    /** Null: the web is not used. */
    web: webSettingsSchema.nullable().default(null),
    /** Folders with catalogues (CSV, JSON), as the worker sees them, and addresses of catalogue endpoints. */
    catalogues: z
      .array(z.union([folder, z.url({ protocol: /^https?$/ })]))
      .max(8)
      .default([]),
    settings: conversationSettingsSchema.prefault({}),
  })
  .refine(
    ({ corpusDirectories, web, catalogues }) => corpusDirectories.length + catalogues.length > 0 || web !== null,
    {
      path: ['corpusDirectories'],
      error: 'name at least one folder with documents, a catalogue, or a web provider',
    },
  );
export type ConversationScope = z.infer<typeof conversationScopeSchema>;

/** Something said before, here or in another program. */
export const historyEntrySchema = z.strictObject({
  role: z.enum(['user', 'assistant']),
  text: z.string().trim().min(1).max(4_000),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** One message to a session. */
export const askSchema = z.strictObject({
  message: questionSchema,
  /** The same id is answered once, however often it is sent. */
  messageId: z.string().min(1).max(100),
  /** Must be the session's. */
  userId: memoryUserSchema.nullable().default(null),
  mode: z
    .enum(['quick', 'deep', 'pro'])
    .default('quick')
    .transform((mode) => (mode === 'quick' ? mode : 'deep')),
  /** What was said before outside of this session, oldest first. */
  history: z.array(historyEntrySchema).max(20).default([]),
  /** `none`: the message is used unchanged. */
  rewriteVariant: z.enum(['standard', 'none']).default('standard'),
  /** Appends what happens to the answer's stream. */
  streams: z.boolean().default(false),
  /** Hands the message over to a research run. */
  research: z.boolean().default(false),
  /** The turn that it replaces, with all that followed: the answer does not know them. */
  instead: z.int().positive().optional(),
});
export type Ask = z.infer<typeof askSchema>;

export const feedbackSchema = z.strictObject({
  answerId: z.string().min(1).max(400),
  verdict: z.enum(['helpful', 'unhelpful']),
  note: z.string().trim().max(2_000).default(''),
});
export type Feedback = z.infer<typeof feedbackSchema>;

/** A turn as later messages see it. */
export const turnSchema = z.object({
  turn: z.int().positive(),
  messageId: z.string(),
  message: z.string(),
  rewrittenPrompt: z.string(),
  /** At most 600 characters. */
  summary: z.string(),
  /** The turn that it replaces, with all that followed. */
  instead: z.int().positive().optional(),
  vertical: z.string(),
  /** What the answer cites, `label — place`, the first of it; absent where nothing was looked up. */
  sources: z.array(z.string()).optional(),
  /** What was asked back instead of answering; empty for an answer. */
  clarificationQuestions: z.array(z.string()),
  /** Why the message could not be answered; null: it was. */
  failure: z.string().nullable(),
});
export type Turn = z.infer<typeof turnSchema>;

/** The failure of a message whose answer a person stopped. */
export const STOPPED_ANSWER = 'the answer was stopped';

/** What a session knows when a message comes, and all of it that can change the answer. */
export const sessionContextSchema = z.object({
  /** The last turns, oldest first. */
  thread: z.array(turnSchema),
  /** Last used, by vertical. */
  filters: z.record(z.string(), filtersSchema),
  lastVertical: z.string().nullable(),
  lastStrength: strengthSchema.nullable(),
  /** On the answer before, where it was unhelpful; it is given to one answer and then forgotten. */
  feedback: feedbackSchema.nullable(),
  /** What the user had remembered that concerns the message; an answer fills it in, and the session does not keep it. */
  memory: z.array(z.string()).optional(),
});
export type SessionContext = z.infer<typeof sessionContextSchema>;

/** What a session carries from one execution of its workflow to the next. */
export const conversationStateSchema = z.object({
  context: sessionContextSchema,
  turns: z.int().nonnegative(),
  usage: usageSchema,
  limits: sessionLimitsSchema,
  /** Whole answers of the last turns, so that a person who comes back sees them. */
  answers: z.array(answerResultSchema),
  /** Unanswered messages that did not arrive as updates. */
  waiting: z.array(askSchema),
});
export type ConversationState = z.infer<typeof conversationStateSchema>;

/** The workflow's only argument. */
export const conversationInputSchema = z.strictObject({
  scope: conversationScopeSchema,
  /** Null: the first execution. */
  state: conversationStateSchema.nullable().default(null),
});
export type ConversationInput = z.infer<typeof conversationInputSchema>;

/** The only argument of the workflow that answers one message. */
export interface AnswerQueryInput {
  readonly sessionId: string;
  readonly scope: ConversationScope;
  readonly ask: Ask;
  readonly context: SessionContext;
  /** What this answer may spend, within what is left of the session's limits. */
  readonly limits: SpendingLimits;
}

/** Its shape alone: sessions check the rest. */
export const answerQueryShape = z.object({
  sessionId: z.string(),
  scope: z.object({ corpusDirectories: z.array(z.string()), settings: z.looseObject({}) }),
  ask: z.object({ message: z.string(), messageId: z.string() }),
  context: z.object({ thread: z.array(z.unknown()) }),
  limits: z.object({ modelCalls: z.number(), modelTokens: z.number() }),
});

/** What it gives back to the session. */
export interface AnswerOutcome {
  readonly result: AnswerResult;
  /** Filters that were used; null: none. */
  readonly filters: { readonly vertical: string; readonly used: Filters } | null;
  /** Vertical of a retrieval that was not weak; null: there was none. */
  readonly successfulVertical: string | null;
  /** Null: the message was not answered. */
  readonly strength: Strength | null;
}

/** What a session shows of itself. */
export interface ConversationView {
  readonly sessionId: string;
  readonly userId: string | null;
  readonly turns: number;
  readonly thread: readonly Turn[];
  readonly answers: readonly AnswerResult[];
  /** What the patterns of the session leave out of its folders. */
  readonly leftOut: readonly LeftOut[];
  readonly filters: SessionContext['filters'];
  /** Being answered, then waiting. */
  readonly pending: readonly {
    /** Id that the answer will have. */
    readonly answerId: string;
    readonly messageId: string;
    readonly message: string;
  }[];
  /** Id of the answer under way; null: none. */
  readonly answering: string | null;
  readonly usage: Usage;
  readonly limits: ConversationState['limits'];
}
