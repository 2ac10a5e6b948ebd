import type OpenAI from 'openai';
import { z } from 'zod';
import type { ManagedMemory } from '../../workflows/contracts/answers/memory-activities.ts';
import {
  MAX_MEMORY_LENGTH,
  MEMORY_REASONS,
  MEMORY_TYPES,
  memoryAdditionSchema,
  type MemoryEntry,
} from '../../workflows/contracts/research/memory.ts';
import type { ToolCall } from '../model/engine/chat-completion.ts';
import { isMemoryReason, type Refusal, refusalOf } from './memory-guard.ts';
import type { MemoryPhrases } from './memory-phrases.ts';
import type { Memory } from './memory.ts';

/** What must never be remembered; the guard refuses it as well. */
export const NEVER_STORED =
  'Never store routine conversation, temporary context, or what matters only to the current question.';

const text = z.string().trim().min(1).max(MAX_MEMORY_LENGTH);

/** Arguments of the tools; what a model adds is ignored. */
const MEMORY_TOOL_ARGUMENTS = {
  memory_add: z.object({
    text: text.describe('one fact about the person, as a sentence of its own, in the words of the person'),
    // Left out it is refused like any other wrong reason.
    reason: z
      .string()
      .default('')
      .describe(
        `one of: ${MEMORY_REASONS.join(', ')}. asked: the person asks to remember it. critical: later conversations will need this fact. correction: the person corrects what is remembered.`,
      ),
    type: z
      .enum(MEMORY_TYPES)
      .catch('note')
      .describe(`one of: ${MEMORY_TYPES.join(', ')}`),
  }),
  memory_query: z.object({ text: text.describe('what to look for') }),
  memory_verify: z.object({ text: text.describe('a statement') }),
  memory_reinforce: z.object({
    id: z.string().describe('id of an entry, as memory_query and memory_verify give it'),
    evidence: z.string().trim().max(MAX_MEMORY_LENGTH).default('').describe('what the person said that confirms it'),
  }),
} as const;

const DESCRIPTIONS: Readonly<Record<MemoryToolName, string>> = {
  memory_add: `Remembers a fact for all later conversations. Only when the person asks to remember it, when later conversations will critically need it, or when the person corrects what is remembered. ${NEVER_STORED} Without one of the three reasons it is refused.`,
  memory_query: 'Finds what is remembered about something, with ids and similarity from 0 to 1.',
  memory_verify:
    'Says whether a statement is known, new, or conflicts with what is remembered, and with which entries.',
  memory_reinforce:
    'Confirms an entry that the person says again or proves. Use it instead of adding the same fact once more.',
};

/** The tools as the chat API takes them; exactly these four. */
export const MEMORY_TOOLS: readonly OpenAI.ChatCompletionFunctionTool[] = Object.entries(MEMORY_TOOL_ARGUMENTS).map(
  ([name, schema]) => {
    const { $schema: _, ...parameters } = z.toJSONSchema(schema);
    return {
      type: 'function',
      function: { name, description: DESCRIPTIONS[name as MemoryToolName], parameters },
    };
  },
);

/** The user of the memory, the answer in which a model uses it, and what the person said. */
export interface MemorySession {
  readonly memory: Memory;
  readonly userId: string;
  readonly answerId: string;
  readonly message: string;
  /** All that the person said, this message included. */
  readonly said: string;
  readonly phrases: MemoryPhrases;
  readonly signal: AbortSignal;
}

type Operation = ManagedMemory['operations'][number];

/** What a call did. */
export interface CallOutcome {
  /** For the model, as JSON. */
  readonly answer: object;
  /** Null: the call could not be understood. */
  readonly operation: Operation | null;
  /** For people; null: nothing that they have to know. */
  readonly note: string | null;
}

/** Does what one call of a tool asks for. Each may be repeated: ids come from what is said. */
export async function runToolCall(session: MemorySession, call: ToolCall): Promise<CallOutcome> {
  const name = call.name as MemoryToolName;
  const schema = Object.hasOwn(MEMORY_TOOL_ARGUMENTS, name) ? MEMORY_TOOL_ARGUMENTS[name] : undefined;
  if (schema === undefined) return misunderstood(`there is no tool ${call.name}`);
  const given = parseJson(call.arguments);
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
    return misunderstood(`the arguments do not fit: ${issues.join('; ')}`);
  }
  switch (name) {
    case 'memory_add':
      return add(session, MEMORY_TOOL_ARGUMENTS.memory_add.parse(given));
    case 'memory_query':
      return query(session, MEMORY_TOOL_ARGUMENTS.memory_query.parse(given).text);
    case 'memory_verify':
      return verify(session, MEMORY_TOOL_ARGUMENTS.memory_verify.parse(given).text);
    case 'memory_reinforce':
      return reinforce(session, MEMORY_TOOL_ARGUMENTS.memory_reinforce.parse(given));
  }
}

async function add(
  session: MemorySession,
  { text, reason, type }: { readonly text: string; readonly reason: string; readonly type: MemoryEntry['type'] },
): Promise<CallOutcome> {
  const { memory, userId, answerId, message, said } = session;
  const refusal = refusalOf({ text, reason, message, said });
  if (refusal !== null || !isMemoryReason(reason)) return refused(session, text, refusal ?? 'no-reason');
  const { verdict, concerned } = await memory.verify(userId, text);
  const isConflicting = verdict === 'conflicts' && reason !== 'correction';
  if (isConflicting)
    return { ...refused(session, text, 'conflict'), answer: { refused: 'conflicts', concerned: concerned.map(shown) } };
  const addition = memoryAdditionSchema.parse({ userId, text, type, reason });
  const { entry } = await memory.add(addition, { by: 'model', where: answerId });
  return {
    answer: { remembered: entry.entryId },
    operation: { operation: 'add', entryId: entry.entryId, refusal: null },
    note: session.phrases.remembered(entry.text),
  };
}

async function query({ memory, userId, signal }: MemorySession, text: string): Promise<CallOutcome> {
  const { found } = await memory.query(userId, text, signal);
  const best = found.slice(0, 5).map(({ entry, score }) => ({ ...shown({ entry }), score: Number(score.toFixed(2)) }));
  return { answer: { found: best }, operation: doneOf('query'), note: null };
}

async function verify({ memory, userId }: MemorySession, text: string): Promise<CallOutcome> {
  const { verdict, concerned } = await memory.verify(userId, text);
  return { answer: { verdict, concerned: concerned.map(shown) }, operation: doneOf('verify'), note: null };
}

async function reinforce(
  { memory, userId, answerId, phrases }: MemorySession,
  { id, evidence }: { readonly id: string; readonly evidence: string },
): Promise<CallOutcome> {
  const entry = await memory.reinforce({ userId, entryId: id, evidence, operationId: answerId });
  if (entry === null) return misunderstood(`there is no entry ${id}`);
  const operation = { operation: 'reinforce', entryId: id, refusal: null } as const;
  return { answer: { strength: entry.strength }, operation, note: phrases.confirmed(entry.text) };
}

function refused({ phrases }: MemorySession, text: string, refusal: Refusal): CallOutcome {
  return {
    answer: { refused: refusal },
    operation: { operation: 'add', entryId: null, refusal },
    note: phrases.refused(text, refusal),
  };
}

function misunderstood(error: string): CallOutcome {
  return { answer: { error }, operation: null, note: null };
}

function doneOf(operation: 'query' | 'verify'): Operation {
  return { operation, entryId: null, refusal: null };
}

function shown({ entry }: { readonly entry: MemoryEntry }) {
  return { id: entry.entryId, text: entry.text, standing: entry.standing };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

type MemoryToolName = keyof typeof MEMORY_TOOL_ARGUMENTS;
