import { researchSettingsSchema } from '@plumbline/contracts/research/research-request';
import { Command, Option } from 'commander';
import { addChangeOptions, type OptionValues, settingsFrom } from '../../client/cli/options/setting-options.ts';
import { settingOf } from '../../client/configuration/settings.ts';
import { UsageError } from '../../client/errors/failures.ts';
import { REPLAYED_FIELDS, type ReplaySettings, SCORINGS } from './replayed-run.ts';

const REPLAYED = REPLAYED_FIELDS.map(settingOf);

interface ReplayOptions {
  /** Of records. */
  readonly paths: readonly string[];
  readonly json: string | null;
  /** Other settings, as options. */
  readonly given: OptionValues;
}

/** Reads the command line of `npm run eval:replay`; ends the process where it makes no sense. */
export function parseOptions(argv: readonly string[]): ReplayOptions {
  const command = new Command('npm run eval:replay --')
    .description('Shows what other settings would have decided about the hits and findings of finished runs.')
    .argument('<report.json...>', 'records of runs');
  addChangeOptions(command, REPLAYED);
  command
    .addOption(new Option('--scoring <choice>', 'the score that decides about findings').choices(SCORINGS))
    .option('--json <file>', 'writes the changes there')
    .parse(argv);
  const { json, ...given } = command.opts<OptionValues & { json?: string }>();
  return { paths: command.args, json: json ?? null, given };
}

/** @throws {UsageError} where nothing would change, or a value is out of its range */
export function readChanges(given: OptionValues): Partial<ReplaySettings> {
  const settings = settingsFrom(given, REPLAYED);
  const [issue] = researchSettingsSchema.safeParse(settings).error?.issues ?? [];
  if (issue !== undefined) throw new UsageError(`${issue.path.join('.')}: ${issue.message}`, 'See --help.');
  const scoring = SCORINGS.find((name) => name === given['scoring']);
  const changes = { ...settings, ...(scoring !== undefined && { scoring }) };
  if (Object.keys(changes).length === 0) throw new UsageError('no other setting is given', 'See --help.');
  return changes;
}
