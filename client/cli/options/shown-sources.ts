import { SHOWN_SOURCES } from '@plumbline/contracts/evidence/source-registry';
import { Option } from 'commander';

export function shownSourcesOption(): Option {
  return new Option('--sources <which>', 'sources to list; all also lists those that were found and not cited')
    .choices(SHOWN_SOURCES)
    .default('cited');
}
