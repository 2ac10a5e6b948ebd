import type OpenAI from 'openai';
import { z } from 'zod';
import { MAX_MEMORY_LENGTH, MEMORY_REASONS, MEMORY_TYPES } from '../../../workflows/contracts/memory.ts';

/** What must never be remembered; the guard refuses it as well. */
export const NEVER_STORED =
  'Never store routine conversation, temporary context, or what matters only to the current question.';

const text = z.string().trim().min(1).max(MAX_MEMORY_LENGTH);

/** Arguments of the tools; what a model adds is ignored. */
export const MEMORY_TOOL_ARGUMENTS = {
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

export type MemoryToolName = keyof typeof MEMORY_TOOL_ARGUMENTS;

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
