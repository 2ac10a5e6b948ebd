import { anyText } from './environment-values.ts';
import type { EnvironmentVariable } from './environment-variable.ts';

/** Keys of the services where briefings may keep their issues. */
export const ISSUE_VARIABLES = {
  LINEAR_API_KEY: {
    schema: anyText,
    meaning: 'key of Linear, for briefings that keep their issues there',
    isSecret: true,
    readBy: ['worker'],
  },
  GITHUB_TOKEN: {
    schema: anyText,
    meaning: 'token of GitHub that may read and write issues, for briefings that keep their issues there',
    isSecret: true,
    readBy: ['worker'],
  },
} as const satisfies Readonly<Record<string, EnvironmentVariable>>;
