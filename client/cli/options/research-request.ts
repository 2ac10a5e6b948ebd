import { type ResearchRequest, researchRequestSchema } from '../../../workflows/contracts/research/research-request.ts';
import type { PresetName } from '../../../workflows/contracts/settings/setting.ts';
import { SETTINGS, settingsWith } from '../../configuration/settings.ts';
import { commands } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import { type CorpusOptions, findCorpus } from './corpus-places.ts';
import { describeIssue } from './request-problems.ts';
import { findWebProblems, type Surroundings, wantsWeb, type WebOptions, webSettingsOf } from './research-options.ts';
import { settingsFrom } from './setting-options.ts';

/** The options of `research` that become part of the request; setting options go by their attribute names. */
export interface ResearchOptions extends WebOptions, CorpusOptions {
  readonly user?: string;
  readonly preset: PresetName;
  readonly [option: string]: unknown;
}

/**
 * Checks question, settings, folders and web before anything starts.
 *
 * @throws {UsageError} with every problem at once
 */
export function createRequest(question: string, options: ResearchOptions, surroundings: Surroundings): ResearchRequest {
  const { problems: ofCorpus, ...corpus } = findCorpus(options, surroundings.hasOwnWorkers);
  const input = {
    question,
    ...corpus,
    ...(options.user !== undefined && { userId: options.user }),
    web: webSettingsOf(options, surroundings),
    settings: settingsOf(options),
  };
  const parsed = researchRequestSchema.safeParse(input, { reportInput: true });
  const problems = [
    ...(parsed.error?.issues ?? [])
      .filter((issue) => !isReportedElsewhere(issue))
      .map((issue) => describeIssue(issue, SETTINGS)),
    ...(corpus.corpusDirectories.length === 0 && !wantsWeb(options) ? [NOTHING_TO_SEARCH] : []),
    ...ofCorpus,
    ...findWebProblems(options, surroundings),
  ];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new UsageError([...new Set(problems)].join('\n       '), `See: ${commands.help('research')}`);
}

const NOTHING_TO_SEARCH = 'there is nothing to search: give a folder or file with --corpus, or use --web or --provider';

/** The schema reports missing sources only when everything else is valid. */
function isReportedElsewhere({
  path,
  code,
}: {
  readonly path: readonly PropertyKey[];
  readonly code: string;
}): boolean {
  const field = path.join('.');
  return field === 'web.providers' || (field === 'corpusDirectories' && code === 'custom');
}

function settingsOf(options: ResearchOptions): object {
  return settingsWith(options.preset, settingsFrom(options, SETTINGS));
}
