import type { RecordedActivity } from './critical-path.ts';
import { MODELS, type PacedEndpoint } from './paced-endpoint.ts';

/** Latencies of external servers, in milliseconds. */
export const LATENCIES = { small: 300, main: 1_000, search: 200 } as const;

/** Variables that lead a worker to the endpoint. */
export function modelVariables({ baseURL }: Pick<PacedEndpoint, 'baseURL'>): Record<string, string> {
  return {
    OPENAI_BASE_URL: baseURL,
    OPENAI_API_KEY: 'none',
    PLUMBLINE_MODEL: MODELS.main,
    'model.small': MODELS.small,
  };
}

/**
 * Which model an activity asks is read from the endpoint's own log.
 *
 * @param searchMs what every search of a folder is made to wait
 */
export function activityLatencies({ log }: PacedEndpoint, searchMs = 0): (activity: RecordedActivity) => number {
  const roles = new Map(log.map(({ step, role }) => [step, role]));
  return ({ name, modelCalls }) => {
    if (name === 'searchFolder') return searchMs;
    const asked = stepsOf(name).flatMap((step) => roles.get(step) ?? []);
    // Each further request is another step's, or the last one's once more.
    const latencies = Array.from({ length: modelCalls }, (_, index) => asked[index] ?? asked.at(-1));
    return latencies.reduce((sum, role) => sum + (role === undefined ? 0 : LATENCIES[role]), 0);
  };
}

/** Steps that an activity asks a model for, in their order; most have the name of their activity. */
function stepsOf(activity: string): readonly string[] {
  if (activity === 'extractQuotes') return ['extract-findings'];
  if (activity === 'verifyParts') return ['judge-entailment', 'mend-statements', 'judge-entailment'];
  return [activity.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)];
}
