import type { ManagedMemory } from '../../../workflows/contracts/memory-activities.ts';
import { type MemoryEntry, memoryAdditionSchema } from '../../../workflows/contracts/memory.ts';
import type { ToolCall } from '../../reasoning/engine/chat-completion.ts';
import type { Memory } from '../memory.ts';
import { isMemoryReason, type Refusal, refusalOf } from './memory-guard.ts';
import type { MemoryPhrases } from './memory-phrases.ts';
import { MEMORY_TOOL_ARGUMENTS, type MemoryToolName } from './memory-tools.ts';

/** Whose memory a model uses, in which answer, and what the person said. */
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
