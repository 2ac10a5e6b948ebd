import type { Gap } from './accounting.ts';

export type GapFacts = Omit<Gap, 'description'>;

/** What each limit is counted in, by the limit's name. */
const UNITS: Readonly<Record<string, string>> = {
  searches: 'searches',
  pages: 'passages read',
  modelCalls: 'model calls',
  modelTokens: 'model tokens',
  wallTimeSeconds: 'seconds of work',
};

const PHRASES: Readonly<Record<Gap['kind'], (gap: GapFacts) => string>> = {
  'nothing-found': ({ subject }) => `Nothing relevant was found for: ${subject}`,
  'search-failed': ({ subject, cause }) => `The search "${subject}" failed: ${cause}`,
  'provider-failed': ({ subject, cause }) => `${subject} could not be searched: ${cause}`,
  'page-unread': ({ subject, cause }) => `The page ${subject} could not be read: ${cause}`,
  'task-failed': ({ subject, cause }) => `The task "${subject}" failed: ${cause}`,
  'passage-unread': ({ subject, cause }) => `A passage of ${subject} could not be read: ${cause}`,
  'question-unassessed': ({ cause }) => `The question could not be assessed and was taken as it stands: ${cause}`,
  'findings-unvalidated': ({ subject, cause }) => `${subject} findings kept their first relevance: ${cause}`,
  'limit-reached': ({ subject, cause }) =>
    `The limit of ${cause} ${UNITS[subject] ?? subject} was reached; research stopped there.`,
  'finished-early': () => 'Research was finished early on request; the report holds what had been found by then.',
};

/** What a run shows of a gap; reports say it in their own language. */
export function describeInEnglish(gap: GapFacts): string {
  return PHRASES[gap.kind](gap);
}

export function createGap(
  kind: Gap['kind'],
  { taskId = null, subject = '', cause = '' }: Partial<Omit<GapFacts, 'kind'>> = {},
): Gap {
  const facts = { kind, taskId, subject, cause };
  return { ...facts, description: describeInEnglish(facts) };
}
