import { type ResearchLimits, researchLimitsSchema } from '../../../workflows/contracts/research-request.ts';
import { LIMITS } from '../../configuration/settings.ts';
import { describeIssue } from './request-problems.ts';
import { type OptionValues, settingsFrom } from './setting-options.ts';

/** The limits among the options of a command, and what is wrong with them. */
export function readLimits(options: OptionValues): {
  readonly limits: Partial<ResearchLimits>;
  readonly problems: readonly string[];
} {
  const settings = settingsFrom(options, LIMITS);
  const given: object = 'limits' in settings && settings.limits instanceof Object ? settings.limits : {};
  const { data, error } = researchLimitsSchema.safeParse(given);
  const issues = (error?.issues ?? []).map((issue) => ({ ...issue, path: ['settings', 'limits', ...issue.path] }));
  return {
    limits: Object.fromEntries(Object.entries(data ?? {}).filter(([name]) => name in given)),
    problems: issues.map((issue) => describeIssue(issue, LIMITS)),
  };
}
