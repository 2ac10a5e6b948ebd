import type { z } from 'zod';
import type { Setting } from '../../configuration/settings.ts';
import { describeRange, optionOf } from './setting-text.ts';

/** Options of the fields that are no settings. */
const OPTION_OF: Readonly<Record<string, string>> = {
  corpusDirectories: '--corpus',
  'fileSelections.include': '--include',
  'fileSelections.exclude': '--exclude',
  catalogues: '--catalogue',
  userId: '--user',
  'web.providers': '--provider',
  'web.domainAllow': '--domain-allow',
  'web.domainBlock': '--domain-block',
  'web.since': '--since',
};

/**
 * What is wrong with one value of a request, by the option that it came from.
 *
 * @param settings those that the request may have
 */
export function describeIssue(issue: z.core.$ZodIssue, settings: readonly Setting[]): string {
  const [place, ...path] = issue.path;
  if (place === 'question') return issue.message;
  const setting = place === 'settings' ? findSetting(path, settings) : undefined;
  if (setting !== undefined) return describeSettingIssue(setting, issue);
  // A number in the path is a place in a list, whose entries all come from one option.
  const field = issue.path.filter((name) => typeof name !== 'number').join('.');
  const isEntry = issue.path.some((name) => typeof name === 'number');
  return `${OPTION_OF[field] ?? field}${isEntry ? ` ${JSON.stringify(issue.input)}` : ''}: ${adviceOf(issue)}`;
}

function findSetting(path: readonly PropertyKey[], settings: readonly Setting[]): Setting | undefined {
  return settings.find((setting) => setting.path.every((name, index) => path[index] === name));
}

/** `--max-tasks: use 1 to 24`; of a list the part, too: `--tier-caps, tier 1: use 1 to 50`. */
function describeSettingIssue(setting: Setting, issue: z.core.$ZodIssue): string {
  const last = issue.path.at(-1);
  const part = setting.parts.find((name) => name === last);
  const name = part === undefined ? '' : `, ${part.replace(/(?<!\d)\d+$/, ' $&')}`;
  const range = describeRange(setting, part);
  return `${optionOf(setting)}${name}: ${range === undefined ? issue.message : `use ${range}`}`;
}

function adviceOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'too_big' && issue.origin === 'array') return `at most ${issue.maximum} may be given`;
  if (issue.code === 'invalid_format' && issue.format === 'date') return 'use a date like 2026-01-31';
  return issue.message;
}
