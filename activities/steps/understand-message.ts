import { describeVertical, filtersByRule, readableIn } from '@plumbline/catalogue/filters';
import type { ItemTable } from '@plumbline/catalogue/tables';
import { type GroundingDecision, groundingSchema, memoryUseSchema } from '@plumbline/contracts/answers/answer';
import type { SearchableSources, UnderstandMessageInput } from '@plumbline/contracts/answers/answer-activities';
import { type Filters, OTHER } from '@plumbline/contracts/answers/catalogue';
import { MEMORY_REASONS } from '@plumbline/contracts/research/memory';
import { boundedList, boundedText, readScores } from '@plumbline/model/answers';
import type { ReasoningStep } from '@plumbline/model/reasoner';
import { z } from 'zod';
import { MOST_STEPS, type Tool } from '../conversations/answer-tools.ts';
import { interpretMessage, previousMessage } from '../conversations/interpret-message.ts';
import { asksForOverview, isCourtesy } from '../conversations/message-form.ts';
import { withRememberedValues } from '../conversations/remembered-phrases.ts';
import { systemOpening, tagged } from './prompt-text.ts';
import { taggedFeedback, taggedMemory, taggedThread } from './tagged-context.ts';

export interface UnderstandMessageStepInput extends Pick<
  UnderstandMessageInput,
  'today' | 'message' | 'history' | 'context' | 'sources' | 'hasMemory'
> {
  /** ISO 639-1 code, as code detected it. */
  readonly language: string;
  /** Catalogues that have items. */
  readonly tables: readonly ItemTable[];
}

const lowerCase = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value);

export const understoodMessageSchema = z.object({
  rewrittenPrompt: boundedText(2_000, 'the message as a prompt that needs no conversation to be understood'),
  confidence: z.preprocess(
    (value) => readScores([value])[0] ?? 0.5,
    z.number().min(0).max(1).describe('how sure it is that the person means this'),
  ),
  alternatives: boundedList(
    boundedText(500, 'another prompt'),
    3,
    'other complete messages that the person may mean; often empty',
  ),
  conflicts: boundedList(
    boundedText(300, 'a question to the person'),
    3,
    'what has to be asked back before an answer can fit; mostly empty',
  ),
  needsClarification: z.boolean().describe('whether the conflicts must be settled before anything can be looked up'),
  grounding: z.preprocess(lowerCase, groundingSchema.describe('what the answer has to rest on')),
  reason: boundedText(200, 'why it has to, in a few words'),
  vertical: boundedText(40, `the catalogue that the message is about; ${OTHER} without one`),
  filters: boundedList(
    z.object({
      name: boundedText(40, 'name of a filter, as listed'),
      value: boundedText(200, 'its value; dates as YYYY-MM-DD; empty: it holds no longer'),
    }),
    20,
    'what must hold of items of the catalogue; one entry for each value; empty without a catalogue',
  ),
  preference: boundedText(
    400,
    'wishes about items of a catalogue that are no filter, in the words of the message; mostly empty',
  ),
  searches: boundedList(
    z.object({
      tool: z.preprocess(lowerCase, z.enum(['catalogue', 'documents', 'web']).describe('what is searched')),
      query: boundedText(300, 'the words to search with'),
    }),
    MOST_STEPS,
    'searches, the most promising first; empty where nothing has to be looked up',
  ),
  memory: boundedList(
    z.object({
      use: z.preprocess(lowerCase, memoryUseSchema.shape.use),
      text: boundedText(500, 'what to look for, or one fact about the person as a sentence in the words of the person'),
      reason: boundedText(20, `of an addition one of: ${MEMORY_REASONS.join(', ')}; else empty`),
    }),
    4,
    'how the memory of the person is used; empty unless the prompt speaks of it',
  ),
});
export type UnderstoodMessage = z.infer<typeof understoodMessageSchema>;

/** What an answer rests on by the rule. */
export function groundingByRule(
  prompt: string,
  language: string,
  { hasDocuments, hasWeb }: SearchableSources,
): GroundingDecision {
  if (isCourtesy(prompt)) return { grounding: 'none', reason: 'it greets, thanks or agrees', isCourtesy: true };
  return (hasDocuments || hasWeb) && asksForOverview(prompt, language)
    ? { grounding: 'hybrid', reason: 'it names nothing but documents' }
    : { grounding: 'full', reason: 'it has words to look for' };
}

/** Reads a message, and plans how it is answered. By rule its searches are empty: the plan of the rules needs typed filters. */
export const understandMessageStep: ReasoningStep<UnderstandMessageStepInput, UnderstoodMessage> = {
  name: 'understand-message',
  role: 'small',
  version: 5,
  output: understoodMessageSchema,
  prompt: (input) => ({
    system: systemOpening(
      'You read a message of a conversation and plan how it is answered. You do not answer it.',
      input.today,
      input.language,
    ),
    user: [
      ...taggedThread(input.history, input.context),
      ...taggedMemory(input.context),
      ...taggedFilters(input.context.filters),
      ...taggedFeedback(input.context),
      ...taggedCatalogues(input),
      tagged('message', input.message, 8_000),
      REWRITING,
      `Add no wish, name, figure or condition that is not in the message${input.context.memory === undefined ? ' or the conversation' : ', the conversation or the memory'}, and lose none of the message.`,
      ASKING_BACK,
      `There are: ${namesOf(input.sources)}.\n${GROUNDING}`,
      ...(input.tables.length === 0 ? [] : [filtering(input.context.lastVertical)]),
      searching(input.sources),
      ...(input.hasMemory ? [REMEMBERING] : []),
    ].join('\n\n'),
  }),
  offline({ today, message, language, history, context, sources, tables }) {
    const previous = previousMessage(history, context.thread, language);
    const read = interpretMessage({ message: withRememberedValues(message, context.memory ?? []), language, previous });
    const text = read.rewrittenPrompt;
    const filters = filtersByRule({ today, text, language, tables, lastVertical: context.lastVertical });
    return {
      ...read,
      ...groundingByRule(text, language, sources),
      ...filters,
      filters: [...filters.filters],
      searches: [],
      memory: [],
    };
  },
};

const REWRITING = [
  'rewrittenPrompt: rewrite the message so that someone who knows nothing of the conversation understands it.',
  'Correct typing errors.',
  'Replace words like "it" or "there" by names, and complete what is only hinted at ("and in Munich?") from the conversation and the last used filters.',
  'Drop what the message replaces.',
  'Turn a doubt ("are you sure?", "why?") into the question whether, or why, the answer holds.',
  'Keep the words of a message that stands alone.',
].join('\n');

const ASKING_BACK = [
  'conflicts: ask back only about what decides the answer and only the person can know. Do so if the message leans on something that was never said, sets two values of one kind against each other, or leaves out the one thing without which every answer would be about something else (a hotel without a town, where there are offers in many towns).',
  'Ask one question for each such point, and include the choices you know. Put the complete messages that the person most likely means into the alternatives.',
  'Do not ask back about what can be searched: answer a broad, short or vague question to documents, and what the person has just been asked about.',
].join('\n');

const GROUNDING = [
  'grounding:',
  '- none: nothing has to be looked up. Greetings, thanks, questions about the assistant itself, calculations, and work on a text in the message or the conversation (translate, rewrite, shorten).',
  '- hybrid: a broad first look at a subject is enough. The person wants an overview, an introduction or a summary, and no single fact decides the answer.',
  '- full: everything else. A specific question, a comparison, a figure, a name, a rule, a wish for products, places or offers.',
  'Never choose none because you know the answer: facts about the world need sources. If in doubt, choose full.',
].join('\n');

function filtering(lastVertical: string | null): string {
  return [
    `vertical: the catalogue that the message is about; ${OTHER} if it is about none of them.${
      lastVertical === null ? '' : ` The message before was about ${lastVertical}.`
    }`,
    'filters: set one only if the message states its value. The last used filters go on by themselves. Give one of them an empty value if the message takes it back ("any price") or begins another search, to which it does not belong. Assume no dates and no number of people. Spell a value as the catalogue lists it. Write a limit that does not count itself with a sign: <120 for “under 120”, >4 for “more than 4”. A message that names items of a catalogue is about that catalogue; a name sets no filter.',
    'preference: what the message merely prefers ("preferably", "ideally", "quiet", "cheap", "near the station"). Never make a filter of it.',
  ].join('\n');
}

const DESCRIPTIONS: Readonly<Record<Tool, string>> = {
  catalogue: 'offers that satisfy the filters, which are applied for you; the query has only what no filter says',
  documents: 'the documents of the person',
  web: 'the web, for what the documents cannot hold, or not in time',
};

function toolsOf({ catalogues, hasDocuments, hasWeb }: SearchableSources): Tool[] {
  return [
    ...(catalogues.length > 0 ? (['catalogue'] as const) : []),
    ...(hasDocuments ? (['documents'] as const) : []),
    ...(hasWeb ? (['web'] as const) : []),
  ];
}

function searching(sources: SearchableSources): string {
  return [
    `searches: up to ${MOST_STEPS}. Tools:`,
    ...toolsOf(sources).map((tool) => `- ${tool}: ${DESCRIPTIONS[tool]}`),
    'Word each query as the text it looks for would, in the language of the documents if you know it, with the names and figures of the question.',
    'Let the first query look for the answer itself.',
    'Let the others look for it under another name or heading, and for what belongs to it: the rule behind it, its conditions and exceptions, when it begins and ends, what it does in general; for a comparison, each side on its own.',
    'Plan one search for each main case of a broad question, and only one for a fact that stands in one place.',
    'Never plan the same search twice.',
  ].join('\n');
}

/** What must never be remembered; the guard refuses it as well. */
const NEVER_STORED =
  'Never store routine conversation, temporary context, or what matters only to the current question.';

const REMEMBERING = [
  'memory: use or change what the person asked to have remembered across conversations. Most messages need none of it.',
  '- query: find what is remembered about something that the answer needs and the memory above does not show.',
  '- verify: compare a statement of the person about themselves with what is remembered.',
  '- reinforce: the person says again or proves what is remembered.',
  '- add: remember a fact, only with one of three reasons: asked (the person asks to remember it), critical (later conversations will need this fact), correction (the person corrects what is remembered).',
  NEVER_STORED,
].join('\n');

function taggedFilters(filters: Readonly<Record<string, Filters>>): string[] {
  const lines = Object.entries(filters).map(([vertical, values]) => `${vertical}: ${JSON.stringify(values)}`);
  return lines.length === 0 ? [] : [tagged('filters', lines.join('\n'), 4_000)];
}

/** With what the message and the question before it mention of them, and the items that the message names. */
function taggedCatalogues({ tables, message, history, language, context }: UnderstandMessageStepInput): string[] {
  const before = previousMessage(history, context.thread, language)?.prompt ?? '';
  const said = readableIn({ tables, text: message, language });
  const both = readableIn({ tables, text: `${before}\n${message}`.trim(), language });
  return both.map((vertical, index) => {
    const titles = said[index]?.titles ?? [];
    return tagged('catalogue', describeVertical({ ...vertical, titles }, language), 4_000);
  });
}

function namesOf({ catalogues, hasDocuments, hasWeb }: SearchableSources): string {
  const named = [
    ...(hasDocuments ? ['documents of the person'] : []),
    ...(catalogues.length > 0 ? ['catalogues of offers'] : []),
    ...(hasWeb ? ['the web'] : []),
  ];
  return named.join(', ');
}
