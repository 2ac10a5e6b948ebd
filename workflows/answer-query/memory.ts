import { CancellationScope, isCancellation } from '@temporalio/workflow';
import { describeCause } from '../calls/activity-failures.ts';
import { callActivity } from '../calls/activity-options.ts';
import type { ManagedMemory } from '../contracts/memory-activities.ts';
import { memoryRequestOf } from '../domain/memory/memory-request.ts';
import type { AnswerRun } from './answer-run.ts';

/** An answer does not wait longer for a model that decides what to remember. */
const LONGEST_MS = 120_000;

const UNCHANGED: ManagedMemory = { operations: [], notes: [], reply: null };

/** The run with what its user had remembered; the same run for a session without a user. */
export async function withMemory(run: AnswerRun): Promise<AnswerRun> {
  const { scope, ask, context } = run.input;
  const { userId } = scope;
  if (userId === null) return run;
  const threshold = run.request.settings.citeThreshold;
  const memory = await callActivity('recallMemory', { userId, text: ask.message, threshold }, 'read the memory');
  const texts = memory.entries.map(({ text }) => text);
  return {
    ...run,
    memory,
    input: { ...run.input, context: { ...context, ...(texts.length > 0 && { memory: texts }) } },
  };
}

/** Whether a message asks for nothing but a change of the memory. */
export function isOnlyForMemory({ input, memory }: AnswerRun): boolean {
  return memory !== null && !input.ask.research && memoryRequestOf(input.ask.message)?.isWhole === true;
}

/** Remembers what the message asks for. Where that fails, the answer says so. */
export async function manageMemory(run: AnswerRun): Promise<ManagedMemory> {
  const { input, answerId, reasoning, memory } = run;
  const { userId } = input.scope;
  if (memory === null || userId === null) return UNCHANGED;
  const { message } = input.ask;
  const question = { userId, answerId, message, context: input.context };
  try {
    return await CancellationScope.withTimeout(LONGEST_MS, () =>
      reasoning.ask('manageMemory', question, 'remember what the message asks for'),
    );
  } catch (error) {
    // The scope's own timeout arrives as a cancellation; that of the whole answer must go on.
    if (isCancellation(error) && CancellationScope.current().consideredCancelled) throw error;
    const cause = isCancellation(error) ? `no decision after ${LONGEST_MS / 1_000} s` : describeCause(error);
    return { ...UNCHANGED, notes: [`nothing was remembered: ${cause}`] };
  }
}
