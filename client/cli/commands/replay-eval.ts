import type { Command } from 'commander';
import { countEffects } from '../../../workflows/contracts/replay-evaluation.ts';
import { examples } from '../../wording/cli-commands.ts';
import type { CommandContext, OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { ExitCode } from '../context/exit.ts';
import { runCommand } from '../context/run-command.ts';
import { collect } from '../options/option-values.ts';
import { parseReplaySettings, REPLAYED_NAMES } from '../options/replay-settings.ts';
import type { ReplayedFile } from '../rendering/render-replays.ts';

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
    .argument('<folder>', 'of records: every report.json in it and below it')
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
