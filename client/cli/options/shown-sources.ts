import { Option } from 'commander';

/** Which sources are listed below an answer or a report. */
export type ShownSources = 'cited' | 'all';

export function shownSourcesOption(): Option {
  return new Option('--sources <which>', 'sources to list; all also lists those that were found and not cited')
    .choices(['cited', 'all'] satisfies ShownSources[])
    .default('cited');
}
