import type { ManagedMemory, ManageMemoryInput } from '../../workflows/contracts/answers/memory-activities.ts';
import type { ReasoningCost } from '../../workflows/contracts/research/accounting.ts';
import type { ChatMessage } from '../model/engine/chat-completion.ts';
import type { ToolModel } from '../model/engine/tool-model.ts';
import type { CallCost } from '../model/metering/paid-calls.ts';
import { systemOpening, tagged } from '../steps/prompt-text.ts';
import { taggedMemory, taggedThread } from '../steps/tagged-context.ts';
import { type CallOutcome, MEMORY_TOOLS, type MemorySession, NEVER_STORED, runToolCall } from './memory-tool-calls.ts';

const MOST_ROUNDS = 4;
/** Calls of one round; a model that wants more stores too much. */
const MOST_CALLS = 6;
/** Of wording and tools. */
const VERSION = 1;

interface Managed {
  readonly value: Pick<ManagedMemory, 'operations' | 'notes'>;
  readonly cost: ReasoningCost;
}

/** Lets a model use the four tools, in a few rounds. Its answers are stored paid calls, so that a repeated attempt goes the same way. */
export async function manageByModel(
  model: ToolModel,
  session: MemorySession,
  input: ManageMemoryInput,
  language: string,
): Promise<Managed> {
  const { metering: terms } = input;
  const messages: ChatMessage[] = [...promptOf(input, language)];
  const outcomes: CallOutcome[] = [];
  const costs: CallCost[] = [];
  const done = (...notes: readonly string[]): Managed => resultOf(outcomes, costs, notes);
  let misunderstandings = 0;
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const { signal } = session;
    const said = await model.ask({
      name: 'manage-memory',
      version: VERSION,
      messages,
      tools: MEMORY_TOOLS,
      terms,
      signal,
    });
    if (said === null) return done(session.phrases.noTools);
    costs.push(said.cost);
    const calls = (said.answer.calls ?? []).slice(0, MOST_CALLS);
    if (calls.length === 0) return done();
    messages.push({ role: 'assistant', content: said.answer.text, calls });
    for (const call of calls) {
      const outcome = await runToolCall(session, call);
      outcomes.push(outcome);
      if (outcome.operation === null) misunderstandings += 1;
      messages.push({ role: 'tool', callId: call.id, content: JSON.stringify(outcome.answer) });
    }
    // A model is told about one mistake; more do not help.
    if (misunderstandings > 1) return done(session.phrases.brokenOff);
  }
  return done();
}

function promptOf({ today, message, context }: ManageMemoryInput, language: string): ChatMessage[] {
  const system = [
    systemOpening('You keep the memory of one person across conversations, with four tools.', today, language),
    `Another program answers the message. You only decide whether it changes the memory; mostly it does not, and then you call no tool. ${NEVER_STORED}`,
    'Before you add a fact that may be known, verify it. Confirm what is known with memory_reinforce; correct what is wrong by adding the new fact with the reason correction.',
  ].join('\n');
  const user = [...taggedThread([], context), ...taggedMemory(context), tagged('message', message, 8_000)].join('\n\n');
  return [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ];
}

function resultOf(outcomes: readonly CallOutcome[], costs: readonly CallCost[], notes: readonly string[]): Managed {
  const priced = costs.flatMap(({ money }) => money ?? []);
  return {
    value: {
      operations: outcomes.flatMap(({ operation }) => operation ?? []),
      notes: [...new Set([...outcomes.flatMap(({ note }) => note ?? []), ...notes])],
    },
    cost: {
      engine: costs.length > 0 ? 'model' : 'offline',
      modelCalls: costs.reduce((sum, { requests }) => sum + requests, 0),
      modelTokens: costs.reduce((sum, { tokens }) => sum + tokens, 0),
      ...(priced.length > 0 && { money: priced.reduce((sum, money) => sum + money, 0) }),
      degradations: [],
    },
  };
}
