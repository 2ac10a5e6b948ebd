import { type Command, InvalidArgumentError } from 'commander';
import {
  countEffects,
  REASONS_AGAINST_REPLAY,
  type ReplaySettings,
  SCORINGS,
} from '../../../workflows/contracts/report/replay-evaluation.ts';
import { researchSettingsSchema } from '../../../workflows/contracts/research/research-request.ts';
import { type Setting, SETTINGS } from '../../configuration/settings.ts';
import { examples } from '../../errors/cli-commands.ts';
import { UsageError } from '../../errors/failures.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { collect } from '../options/option-values.ts';
import { parserOf } from '../options/setting-options.ts';
import { describeRange, writeValue } from '../options/setting-text.ts';
import type { ReplayedFile } from '../rendering/render-replays.ts';

const SCORING = 'scoring';
/** Short for the one threshold that is also steered. */
const THRESHOLD = 'threshold';

const REASONS: Readonly<Record<string, string | null>> = REASONS_AGAINST_REPLAY;
const replayedSettings = SETTINGS.filter(({ path }) => REASONS[path[0] ?? ''] === null);

/** Names that `--set` takes. */
const REPLAYED_NAMES: readonly string[] = [SCORING, ...replayedSettings.map(({ name }) => name)];

interface ReplayFlags extends OutputFlags {
  readonly set?: readonly string[];
}

/** `replay-eval`: decides again, with other settings, about what recorded runs found. */
export function addReplayEvalCommand(program: Command): void {
  program
    .command('replay-eval')
    .helpGroup(CommandGroup.Look)
    .description(
      'Show what other settings would have decided about the hits, findings and references of finished runs.',
    )
    .argument('<folder>', 'folder with records: every report.json in it and below it')
    .option('--set <name=value>', 'another setting; repeatable', collect)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      examples(
        'replay-eval .plumbline/runs --set relevance-threshold=0.6',
        'replay-eval .plumbline/runs --set scoring=first --set drift-threshold=0.6 --set tier-caps=8,5,2',
      ),
    )
    .addHelpText('after', `\nSettings: ${REPLAYED_NAMES.join(', ')}.`)
    .addHelpText('after', 'Nothing is asked, searched or read again: works without Temporal and without a model.')
    .addHelpText('after', 'Exit code 0: all records were compared; 1: some could not be.')
    .action((folder: string, { set = [], ...flags }: ReplayFlags) =>
      runCommand(flags, (context) => replay(context, folder, set)),
    );
}

async function replay(context: CommandContext, folder: string, given: readonly string[]): Promise<ExitCode> {
  const [{ findRecordFiles }, { renderReplays }] = await Promise.all([
    import('../runs/record-files.ts'),
    import('../rendering/render-replays.ts'),
  ]);
  const settings = parseReplaySettings(given);
  const files: ReplayedFile[] = [];
  for (const path of await findRecordFiles(folder)) files.push(await replayFile(context, path, settings));
  const total = countEffects(files.flatMap((file) => (file.state === 'compared' ? file.changes : [])));
  context.output.result({ settings, runs: files, total }, () => renderReplays(files, total, context.columns));
  return files.every(({ state }) => state === 'compared') ? ExitCode.Done : ExitCode.NotVerified;
}

async function replayFile(
  context: CommandContext,
  path: string,
  settings: ReturnType<typeof parseReplaySettings>,
): Promise<ReplayedFile> {
  const { RecordUnreadableError } = await import('../../../workers/local-tools.ts');
  try {
    return { path, ...(await (await context.tools()).replayRecord(path, settings)) };
  } catch (error) {
    if (!(error instanceof RecordUnreadableError)) throw error;
    return { path, state: 'unreadable', problem: error.message };
  }
}

/**
 * Reads `name=value` of other settings.
 *
 * @throws {UsageError} that says why a setting cannot be replayed, or what its value may be
 */
function parseReplaySettings(given: readonly string[]): Partial<ReplaySettings> {
  if (given.length === 0) throw new UsageError('no other setting is given', `Give one: ${adviceOnNames()}`);
  const values = given.map((text): readonly [string, unknown] => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/su.exec(text) ?? [];
    if (name === '' || value.trim() === '') {
      throw new UsageError(`"${text}" is not a setting with a value`, 'Write --set name=value.');
    }
    return name.trim() === SCORING ? [SCORING, parseScoring(value.trim())] : parseOne(name.trim(), value.trim());
  });
  return Object.fromEntries(values);
}

function parseScoring(value: string): string {
  if (SCORINGS.some((scoring) => scoring === value)) return value;
  throw new UsageError(`${SCORING}: "${value}" is unknown`, `Use ${SCORINGS.join(' or ')}.`);
}

function parseOne(given: string, text: string): readonly [string, unknown] {
  const name = given === THRESHOLD ? 'relevance-threshold' : given;
  const setting = SETTINGS.find((known) => known.name === name);
  const field = setting?.path[0];
  if (setting === undefined || field === undefined) {
    throw new UsageError(
      `there is no setting "${given}"`,
      `Settings that can be replayed: ${REPLAYED_NAMES.join(', ')}.`,
    );
  }
  const reason = REASONS[field] ?? null;
  if (reason !== null) throw new UsageError(`${name} cannot be replayed: ${reason}`, adviceOnNames());
  return [field, parseValue(setting, field, text)];
}

function parseValue(setting: Setting, field: string, text: string): unknown {
  const value = readValue(setting, text);
  const parsed = researchSettingsSchema.safeParse({ [field]: value });
  if (parsed.success) return value;
  throw new UsageError(`${setting.name}: "${text}" is out of range`, `Use ${describeRange(setting)}.`);
}

function readValue(setting: Setting, text: string): unknown {
  if (setting.kind === 'switch') {
    const value = [true, false].find((each) => text === writeValue(setting, each));
    if (value === undefined) throw new UsageError(`${setting.name}: "${text}" is neither on nor off`);
    return value;
  }
  try {
    const value = parserOf(setting)(text);
    if (setting.kind !== 'list' || !Array.isArray(value)) return value;
    return Object.fromEntries(setting.parts.map((part, index) => [part, value[index]]));
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    throw new UsageError(`${setting.name}: "${text}" cannot be read`, error.message, { cause: error });
  }
}

function adviceOnNames(): string {
  return `${REPLAYED_NAMES.join(', ')} can be replayed.`;
}
