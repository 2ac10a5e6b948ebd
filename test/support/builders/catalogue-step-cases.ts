import { extractFiltersStep } from '../../../activities/catalogue/extract-filters.ts';
import { builtInVerticals } from '../../../activities/catalogue/values/definition-reading.ts';
import { caseOf, type StepCase } from './step-case.ts';

const today = '2026-01-02';

/** Steps of answers to messages. */
export const CATALOGUE_STEP_CASES: readonly StepCase[] = [
  caseOf(
    extractFiltersStep,
    (hostile = '') => ({
      today,
      prompt: `A quiet hotel in Boston for 2 guests ${hostile}`.trim(),
      language: 'en',
      verticals: builtInVerticals()
        .filter(({ name }) => name === 'hotel')
        .map((definition) => ({ definition, mentioned: { place: [`Boston ${hostile}`.trim()] }, titles: [] })),
      lastVertical: 'hotel',
    }),
    { vertical: 'hotel', filters: [{ name: 'place', value: 'Boston' }], preference: 'quiet' },
  ),
];
