import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { FORK_POINTS, type ForkPoint } from '../../../workflows/contracts/fork.ts';
import { SETTINGS } from '../../configuration/settings.ts';
import { FORK_SETTINGS, type ForkChanges, type ForkWording } from '../../runs/fork-request.ts';
import { lingerOption } from './linger-option.ts';
import { collect } from './option-values.ts';
import { readPlan } from './plan-file.ts';
import { describeIssue } from './request-problems.ts';
import { addChangeOptions, type OptionValues, settingsFrom } from './setting-options.ts';
import { optionOf } from './setting-text.ts';

/** The options of `fork` that change the request; those of settings go by their attribute names. */
export interface ForkOptions {
  readonly from: ForkPoint;
  readonly addCorpus?: readonly string[];
  readonly plan?: string;
  readonly [option: string]: unknown;
}

/** What errors call the changes: by their options. */
export const OPTION_WORDING: ForkWording = {
  plan: '--plan',
  folders: '--add-corpus',
  setting: optionOf,
  issue: (issue) => describeIssue(issue, SETTINGS),
  from: (point) => `--from ${point}`,
};

/** The option that turns a switch off is there, as true, also when it is not given. */
function withoutDefaults(options: ForkOptions): OptionValues {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => !(value === true && ON_BY_DEFAULT.has(name))),
  );
}

const ON_BY_DEFAULT: ReadonlySet<string> = new Set(
  FORK_SETTINGS.filter(({ kind, default: value }) => kind === 'switch' && value === true).map((setting) =>
    new Option(optionOf(setting)).attributeName(),
  ),
);

export function addForkOptions(command: Command): void {
  command
    .addOption(
      new Option('--from <point>', 'what is before this is kept; the rest is done anew')
        .choices(FORK_POINTS)
        .makeOptionMandatory(),
    )
    .option('--plan <file>', 'research this plan instead, with --from research')
    .option('--print-plan', 'print the plan that would be kept, as JSON for editing; starts nothing')
    .option('--add-corpus <folder>', 'a further folder with documents; may be repeated', collect)
    .option('--id <id>', 'id of the new run; repeating it with the same request attaches to that run')
    .option('--detach', 'start the run and return; Temporal and the worker keep running')
    .addOption(lingerOption())
    .option('--quiet', 'no progress')
    .option('--json', 'the outcome as JSON')
    .optionsGroup('Changes (what is not given stays as it was):');
  addChangeOptions(command, FORK_SETTINGS);
}

/** @throws {UsageError} for a plan that cannot be read */
export async function forkChangesFrom(options: ForkOptions): Promise<ForkChanges> {
  const { from, plan, addCorpus = [] } = options;
  return {
    from,
    settings: settingsFrom(withoutDefaults(options), FORK_SETTINGS),
    addedFolders: addCorpus.map((folder) => resolve(folder)),
    ...(plan !== undefined && { plan: await readPlan(plan) }),
  };
}
