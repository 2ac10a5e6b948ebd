import type { AnswerPlan } from '@plumbline/contracts/answers/answer';
import type { ManagedMemory } from '@plumbline/contracts/answers/memory-activities';
import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import { callActivity } from '../../calls/activity-options.ts';
import { memoryRequestOf } from '../../domain/answers/memory-request.ts';
import type { Answered, AnswerRun, Known } from '../run/answer-run.ts';

type MemoryRun = Pick<AnswerRun, 'answerId' | 'scope' | 'ask' | 'context' | 'request' | 'trace'>;

const UNCHANGED: ManagedMemory = { operations: [], notes: [], findings: [], reply: null };

/** Reads what the user had remembered. */
export async function recallMemory({ scope, ask, context, request }: MemoryRun): Promise<Known> {
  const { userId } = scope;
  if (userId === null) return { context, memory: null };
  const threshold = request.settings.citeThreshold;
  const memory = await callActivity('recallMemory', { userId, text: ask.message, threshold }, 'read the memory');
  const texts = memory.entries.map(({ text }) => text);
  return {
    context: { ...context, ...(texts.length > 0 && { memory: texts }) },
    memory: { ...memory, operations: [] },
  };
}

/** Whether a message asks for nothing but a change of the memory. */
export function isOnlyForMemory({ research, message }: MemoryRun['ask']): boolean {
  return !research && memoryRequestOf(message)?.isWhole === true;
}

/** Answers a message that asks for nothing else: nothing is looked up. */
export async function confirmMemory(
  run: MemoryRun,
  known: Known,
): Promise<{ readonly known: Known; readonly answered: Answered }> {
  run.trace.enter('writing');
  const managed = await manageMemory(run, known, []);
  const interpretation = {
    rewrittenPrompt: run.ask.message,
    language: 'und',
    confidence: 1,
    alternatives: [],
    conflicts: [],
    needsClarification: false,
    keyEntities: [],
    namedReferences: [],
  };
  // Where it could not be done, the notes say why.
  return {
    known: withManaged(known, managed),
    answered: { content: { interpretation, summary: managed.reply ?? '' } },
  };
}

/** Asks the memory what the plan asks, and remembers what the message asks for. */
export async function changeMemory(run: MemoryRun, known: Known, uses: AnswerPlan['memory']): Promise<Known> {
  return withManaged(known, await manageMemory(run, known, uses));
}

/** What the memory was asked for is a source like what it was read for. */
function withManaged({ context, memory }: Known, { operations, notes, findings }: ManagedMemory): Known {
  if (memory === null) return { context, memory };
  const all = { findings: [...memory.findings, ...findings], notes: [...memory.notes, ...notes], operations };
  return { context, memory: { ...memory, ...all } };
}

/** Where it fails, the answer says so. */
async function manageMemory(
  { answerId, scope, ask, request: { settings } }: MemoryRun,
  { context, memory }: Known,
  uses: AnswerPlan['memory'],
): Promise<ManagedMemory> {
  const { userId } = scope;
  const { message } = ask;
  const request = memoryRequestOf(message);
  const isOfUser = userId !== null && (uses.length > 0 || request !== null);
  if (!isOfUser && request?.isWhole !== true) return UNCHANGED;
  const recalled = (memory?.findings ?? []).map(({ sourceId }) => sourceId);
  const question = { userId, answerId, message, context, uses, recalled, threshold: settings.citeThreshold };
  try {
    return await callActivity('manageMemory', question, 'remember what the message asks for');
  } catch (error) {
    if (isCancellation(error)) throw error;
    return { ...UNCHANGED, notes: [`the memory could not be used: ${describeCause(error)}`] };
  }
}
