import { Option } from 'commander';
import { SHOWN_SOURCES } from '../../../workflows/contracts/evidence/source-registry.ts';

export function shownSourcesOption(): Option {
  return new Option('--sources <which>', 'sources to list; all also lists those that were found and not cited')
    .choices(SHOWN_SOURCES)
    .default('cited');
}
