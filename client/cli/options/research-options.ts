import { type Command, Option } from 'commander';
import { PRESET_NAMES } from '../../../workflows/contracts/setting.ts';
import { WEB_PROVIDERS } from '../../../workflows/contracts/web-search.ts';
import { SETTINGS } from '../../configuration/settings.ts';
import { commands } from '../../wording/cli-commands.ts';
import { lingerOption } from './linger-option.ts';
import { collect, collectProvider } from './option-values.ts';
import { addSettingOptions } from './setting-options.ts';

/** All options of `research`: those of the command itself, and one for each setting of a run. */
export function addResearchOptions(command: Command): void {
  addRunOptions(command);
  addSourceOptions(command);
  addSettingOptions(command, SETTINGS);
}

function addRunOptions(command: Command): void {
  command
    .option('--id <id>', 'id of the run; repeating it with the same request attaches to that run')
    .option('--user <name>', 'whose memory the run reads and cites; left out: nobody’s')
    .option('--detach', 'start the run and return; Temporal and the worker keep running')
    .addOption(lingerOption())
    .addOption(
      new Option('--preset <name>', 'a set of values for the settings below; their defaults are those of standard')
        .choices(PRESET_NAMES)
        .default('standard'),
    )
    .addOption(new Option('--log-drift', 'list the dropped findings at the end').conflicts('detach'))
    .option('--quiet', 'no progress')
    .option('--json', 'the outcome as JSON');
}

/** The documents and the web. */
export function addSourceOptions(command: Command): void {
  command
    .optionsGroup('Sources (at least a folder or the web):')
    .option('--corpus <folder>', 'folder with documents (Markdown, text, HTML, PDF, DOCX); may be repeated', collect)
    .option('--web', `search the web with the first provider that is set up (${commands.doctor()} lists them)`)
    .addOption(
      new Option('--provider <name>', 'search the web with this provider; may be repeated')
        .choices(WEB_PROVIDERS)
        .argParser(collectProvider),
    )
    .option('--domain-allow <domain>', 'only pages of this domain and those below it; may be repeated', collect)
    .option('--domain-block <domain>', 'no pages of this domain and those below it; may be repeated', collect)
    .option('--since <date>', 'no pages known to be older (YYYY-MM-DD)');
}
