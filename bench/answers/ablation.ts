import type { SettingsChange } from './question-runs.ts';

/** The full project, and variants with one part switched off. */
export const ABLATIONS: Readonly<Record<string, SettingsChange>> = {
  'no relevance threshold': { relevanceThreshold: 0 },
  'no follow-up rounds': { maxRounds: 0 },
  'no reference following': { referenceDepth: 0 },
  'no validation': { driftThreshold: 0 },
  'no task splitting': { maxTasks: 1 },
};
