import { z } from 'zod';
import type { PlanAnswerInput } from '../../workflows/contracts/answers/answer-activities.ts';
import { OTHER } from '../../workflows/contracts/answers/catalogue.ts';
import { MOST_STEPS, type Tool, type ToolQuery, toolsFor } from '../conversations/answer-tools.ts';
import { catalogueQuery, refinedQuery } from '../conversations/catalogue-query.ts';
import { boundedList, boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { systemOpening, tagged } from './prompt-text.ts';

export type PlanAnswerStepInput = Omit<PlanAnswerInput, 'engine' | 'metering' | 'approvedTasks'>;

export const plannedQueriesSchema = z.object({
  steps: boundedList(
    z.object({
      tool: z.preprocess(
        (value) => (typeof value === 'string' ? value.trim().toLowerCase() : value),
        z.enum(['catalogue', 'documents', 'web']).describe('what is searched'),
      ),
      query: boundedText(300, 'the words to search with'),
    }),
    MOST_STEPS,
    'searches, the most promising first',
  ),
});
export type PlannedQueries = z.infer<typeof plannedQueriesSchema>;

/** Plans which tools are asked for an answer, and with which words. */
export const planAnswerStep: ReasoningStep<PlanAnswerStepInput, PlannedQueries> = {
  name: 'plan-answer',
  role: 'small',
  version: 1,
  output: plannedQueriesSchema,
  prompt: (input) => ({
    system: systemOpening('You plan the searches that a short answer is written from.', input.today, input.language),
    user: [
      tagged('question', input.rewrittenPrompt, 8_000),
      ...taggedFilters(input),
      ...(input.refinement === null
        ? []
        : [
            tagged('gaps', input.refinement, 2_000),
            'A first answer lacked what the gaps say. Plan searches that find it.',
          ]),
      `Plan at most ${MOST_STEPS} searches; one is enough for a question with one part. Tools:`,
      toolsFor(input)
        .map((tool) => `- ${tool}: ${DESCRIPTIONS[tool]}`)
        .join('\n'),
      'Each query has the words that the text it looks for would use, with the names and figures of the question. For a comparison, search each side on its own as well. Never plan the same search twice.',
    ].join('\n\n'),
  }),
  offline: (input) => ({ steps: planByRule(input) }),
};

const DESCRIPTIONS: Readonly<Record<Tool, string>> = {
  catalogue: 'offers that satisfy the filters, which are applied for you; the query has only what no filter says',
  documents: 'the documents of the person',
  web: 'the web; where the documents cannot hold it, or not in time',
};

function planByRule(input: PlanAnswerStepInput): ToolQuery[] {
  const { rewrittenPrompt, language, filters, refinement } = input;
  const tools = toolsFor(input);
  const isCatalogue = tools.includes('catalogue');
  const catalogue = isCatalogue
    ? [{ tool: 'catalogue' as const, query: catalogueQuery(rewrittenPrompt, filters.merged, language) }]
    : [];
  const [texts, ...others] = tools.filter((tool) => tool !== 'catalogue');
  if (texts === undefined) return catalogue.map(refined);
  // A catalogue answers what the web would be asked for.
  const further = isCatalogue ? [] : others.map((tool) => ({ tool, query: rewrittenPrompt }));
  return [...catalogue, { tool: texts, query: rewrittenPrompt }, ...further].slice(0, MOST_STEPS).map(refined);

  function refined({ tool, query }: ToolQuery): ToolQuery {
    return { tool, query: refinedQuery(query, refinement, language) };
  }
}

function taggedFilters({ filters: { vertical, merged, preference } }: PlanAnswerStepInput): string[] {
  if (vertical === OTHER) return [];
  const lines = [
    `About: ${vertical}`,
    `Filters: ${JSON.stringify(merged)}`,
    ...(preference === '' ? [] : [`Prefers: ${preference}`]),
  ];
  return [tagged('filters', lines.join('\n'), 4_000)];
}
