import { type ResearchLimits, researchLimitsSchema } from '../../../workflows/contracts/research/research-request.ts';
import { sessionLimitsSchema } from '../../../workflows/contracts/settings/conversation-settings.ts';
import { LIMITS } from '../../configuration/settings.ts';
import { UsageError } from '../../errors/failures.ts';
import { describeIssue } from './request-problems.ts';
import { type OptionValues, settingsFrom } from './setting-options.ts';
import { optionOf } from './setting-text.ts';

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

/** @throws {UsageError} when one is a limit of runs alone */
export function requireSessionLimits(limits: Partial<ResearchLimits>): void {
  const options = (isOfSessions: boolean): string[] =>
    LIMITS.filter(({ path: [, name = ''] }) => isOfSessions === name in sessionLimitsSchema.shape)
      .filter(({ path: [, name = ''] }) => isOfSessions || name in limits)
      .map(optionOf);
  const foreign = options(false);
  if (foreign.length === 0) return;
  throw new UsageError(
    `a session has no ${foreign.join(', ')}; its limits are ${options(true).join(', ')}`,
    'These bound what models may cost. Searches and waits of an answer are bounded anyway; a run of research has the other limits.',
  );
}
