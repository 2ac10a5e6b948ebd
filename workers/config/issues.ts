import type { Environment } from '../../workflows/contracts/environment-reader.ts';

/** Keys of issue trackers; undefined: not set. */
export interface IssuesConfig {
  readonly linearApiKey: string | undefined;
  readonly githubToken: string | undefined;
}

/** Where briefings keep their issues is in their own settings; the keys are not. */
export function readIssues(environment: Environment): IssuesConfig {
  return { linearApiKey: environment.read('LINEAR_API_KEY'), githubToken: environment.read('GITHUB_TOKEN') };
}
