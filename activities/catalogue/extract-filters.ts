import { z } from 'zod';
import { OTHER } from '../../workflows/contracts/answers/catalogue.ts';
import { boundedList, boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { systemOpening, tagged } from '../steps/prompt-text.ts';
import { chooseVertical, type ReadableVertical } from './readable-vertical.ts';
import { type FilterDefinition, labelIn } from './values/vertical-definition.ts';

export interface ExtractFiltersStepInput {
  readonly today: string;
  /** The message as a question that needs no conversation. */
  readonly prompt: string;
  /** ISO 639-1. */
  readonly language: string;
  /** Those that have items. */
  readonly verticals: readonly ReadableVertical[];
  readonly lastVertical: string | null;
}

export const extractedFiltersSchema = z.object({
  vertical: boundedText(40, `the catalogue that the message is about, or ${OTHER}`),
  filters: boundedList(
    z.object({
      name: boundedText(40, 'name of a filter, as listed'),
      value: boundedText(200, 'its value; dates as YYYY-MM-DD'),
    }),
    20,
    'what must hold; one entry for each value; empty where the message sets nothing',
  ),
  preference: boundedText(400, 'wishes that are no filter, in the words of the message; empty without any'),
});
export type ExtractedFilters = z.infer<typeof extractedFiltersSchema>;

/** Finds the catalogue that a message is about, what must hold, and what is only wished for. */
export const extractFiltersStep: ReasoningStep<ExtractFiltersStepInput, ExtractedFilters> = {
  name: 'extract-filters',
  role: 'small',
  version: 3,
  output: extractedFiltersSchema,
  prompt: ({ today, prompt, language, verticals, lastVertical }) => ({
    system: systemOpening('You read from a message which items of a catalogue a person looks for.', today, language),
    user: [
      tagged('question', prompt, 6_000),
      ...verticals.map((vertical) => tagged('catalogue', describe(vertical, language), 4_000)),
      `Name the catalogue that the message is about; ${OTHER} where it is about none of them.${
        lastVertical === null ? '' : ` The message before was about ${lastVertical}.`
      }`,
      'Set a filter only where the message states its value. Assume no dates and no number of people. Spell a value as the catalogue does where it is listed.',
      'A message that names items of a catalogue is about that catalogue. A name sets no filter.',
      'What the message only prefers ("preferably", "ideally", "quiet", "cheap", "near the station") is a preference and never a filter.',
    ].join('\n\n'),
  }),
  offline({ today, prompt, language, verticals, lastVertical }) {
    const { vertical, entries, preference } = chooseVertical(verticals, lastVertical, {
      text: prompt,
      language,
      today,
    });
    return extractedFiltersSchema.parse({ vertical, filters: entries, preference });
  },
};

function describe({ definition, mentioned, titles }: ReadableVertical, language: string): string {
  const { name, labels, filters } = definition;
  return [
    `${name}: ${labelIn(labels, language)}`,
    ...filters.map((filter) => describeFilter(filter, mentioned[filter.name] ?? [], language)),
    ...(titles.length === 0 ? [] : [`items that the message names: ${titles.map(({ title }) => title).join('; ')}`]),
  ].join('\n');
}

function describeFilter({ name, type, labels }: FilterDefinition, values: readonly string[], language: string): string {
  const spelled = values.length === 0 ? '' : `, listed: ${values.slice(0, 10).join('; ')}`;
  return `- ${name} (${type}): ${labelIn(labels, language)}${spelled}`;
}
