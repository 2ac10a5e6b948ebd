import { BRIEFING_KINDS } from '@plumbline/contracts/briefings/briefing-slot';
import { type Command, Option } from 'commander';
import { examples } from '../../errors/cli-commands.ts';
import type {
  BackfillFlags,
  InitFlags,
  PauseFlags,
  RefreshFlags,
  RunFlags,
  ScheduleFlags,
} from '../briefings/briefing-flags.ts';
import type { OutputFlags } from '../context/command-context.ts';
import { CommandGroup } from '../context/command-group.ts';
import { runCommand } from '../context/run-command.ts';
import { lingerOption } from '../options/linger-option.ts';
import { collect } from '../options/option-values.ts';

const FOLDER = 'folder of the briefing';
const ABOUT = [
  '',
  'A briefing is a folder: its themes and what was known about them, your rules, and its outputs. Each run says what has changed.',
].join('\n');

/** `briefing`: a standing report on named themes. */
export function addBriefingCommand(program: Command): void {
  const briefing = program
    .command('briefing')
    .helpGroup(CommandGroup.Brief)
    .description('Keep watch over themes: scheduled reports on what has changed.')
    .addHelpText('after', ABOUT)
    .addHelpText(
      'after',
      examples(
        'briefing init grid --name grid-storage',
        'briefing run grid',
        'briefing schedule grid --cron "0 6 * * *"',
        'briefing show grid',
      ),
    );
  addInit(briefing);
  addRun(briefing);
  addSchedule(briefing);
  addPause(briefing);
  addBackfill(briefing);
  addShow(briefing);
  addRefreshState(briefing);
}

function addInit(briefing: Command): void {
  inFolder(briefing.command('init'), 'folder to create; existing files stay')
    .description(
      'Set up a briefing by five questions; without a terminal, a small working example in a new or empty folder. Works without Temporal.',
    )
    .option('--name <name>', 'name of the briefing: small letters, digits, hyphens (default: the folder’s name)')
    .option('--example', 'write the example without asking, also beside other files')
    .addHelpText(
      'after',
      examples('briefing init grid', 'briefing init grid --example', 'briefing init ~/watch --name grid-storage'),
    )
    .action((folder: string, flags: InitFlags) =>
      runCommand(flags, async (context) =>
        (await import('../briefings/init-briefing.ts')).initBriefing(context, folder, flags),
      ),
    );
}

function addRun(briefing: Command): void {
  inFolder(briefing.command('run'))
    .description('Run one slot now and follow it; joins a slot that is under way, and leaves a written one alone.')
    .addOption(kindOption('which kind').default('daily'))
    .option('--theme <id>', 'only this theme; may be repeated', collect)
    .option('--slot <time>', 'the slot of this time or day, instead of now')
    .option('--detach', 'start it and return; the embedded server keeps running')
    .addOption(lingerOption())
    .addOption(new Option('--quiet', 'no progress').conflicts('detach'))
    .addHelpText(
      'after',
      examples(
        'briefing run grid',
        'briefing run grid --kind on-demand --theme home-batteries',
        'briefing run grid --detach',
      ),
    )
    .action((folder: string, flags: RunFlags) =>
      runCommand(flags, async (context) =>
        (await import('../briefings/run-briefing.ts')).runBriefing(context, folder, flags),
      ),
    );
}

function addSchedule(briefing: Command): void {
  inFolder(briefing.command('schedule'))
    .description('Schedule a kind and write that into briefing.yml; without times, schedule what briefing.yml says.')
    .addOption(kindOption('which kind (default: daily with times, all kinds without)'))
    .addOption(new Option('--cron <expression>', 'minute, hour, day, month, day of the week').conflicts('every'))
    .option('--every <interval>', 'like 12h or 7d, counted from 1970 in UTC')
    .option('--jitter <interval>', 'start up to this much later')
    .option('--catch-up <interval>', 'catch up on a missed slot that is no older than this (default: 6h)')
    .option('--now', 'also run the present slot at once')
    .addOption(
      new Option('--remove', 'remove the schedule, also from briefing.yml').conflicts(['cron', 'every', 'now']),
    )
    .addHelpText('after', '\nThe schedule lives in Temporal: slots are run while the server and a worker run.')
    .addHelpText(
      'after',
      examples(
        'briefing schedule grid --cron "0 6 * * 1-5" --jitter 10m',
        'briefing schedule grid --kind weekly --cron "0 7 * * 1"',
        'briefing schedule grid',
        'briefing schedule grid --remove --kind weekly',
      ),
    )
    .action((folder: string, flags: ScheduleFlags) =>
      runCommand(flags, async (context) =>
        (await import('../briefings/schedule-briefing.ts')).scheduleBriefing(context, folder, flags),
      ),
    );
}

function addPause(briefing: Command): void {
  inFolder(briefing.command('pause'))
    .description('Pause the schedules, or resume them; slots in between are skipped.')
    .addOption(kindOption('only this kind'))
    .option('--resume', 'go on')
    .option('--note <text>', 'the reason, shown by show')
    .addHelpText('after', examples('briefing pause grid --note "on holiday"', 'briefing pause grid --resume'))
    .action((folder: string, flags: PauseFlags) =>
      runCommand(flags, async (context) =>
        (await import('../briefings/schedule-briefing.ts')).pauseBriefing(context, folder, flags),
      ),
    );
}

function addBackfill(briefing: Command): void {
  inFolder(briefing.command('backfill'))
    .description(
      'Run the slots of a past day again, with the state before it; the new output is written next to the original.',
    )
    .argument('<day>', 'ISO date, in the time zone of the briefing')
    .option('--to <day>', 'up to this day, one slot after the other')
    .addOption(kindOption('which kind').default('daily'))
    .option('--detach', 'start them and return; the embedded server keeps running')
    .addHelpText('after', '\nLater state is not touched, and no issues are filed. It needs no schedule.')
    .addHelpText(
      'after',
      examples('briefing backfill grid 2026-03-06', 'briefing backfill grid 2026-03-02 --to 2026-03-06 --detach'),
    )
    .action((folder: string, day: string, flags: BackfillFlags) =>
      runCommand(flags, async (context) =>
        (await import('../briefings/slot-choice.ts')).backfillBriefing(context, folder, day, flags),
      ),
    );
}

function addShow(briefing: Command): void {
  inFolder(briefing.command('show'))
    .description('Show schedules, missed slots, latest outputs and open issues. Works without Temporal.')
    .addHelpText('after', examples('briefing show grid'))
    .action((folder: string, flags: OutputFlags) =>
      runCommand(flags, async (context) =>
        (await import('../briefings/show-briefing.ts')).showBriefing(context, folder),
      ),
    );
}

function addRefreshState(briefing: Command): void {
  inFolder(briefing.command('refresh-state'))
    .description(
      'Confirm or change the themes, so that runs can use them; restores a missing file. Works without Temporal.',
    )
    .option('--yes', 'confirm all themes as they are, with the changes of --set')
    .option('--set <change>', '<theme>.conviction=7 or <theme>.status=closed; may be repeated', collect)
    .addHelpText(
      'after',
      examples(
        'briefing refresh-state grid',
        'briefing refresh-state grid --yes --set home-batteries.conviction=8 --set old-theme.status=closed',
      ),
    )
    .action((folder: string, flags: RefreshFlags) =>
      runCommand(flags, async (context) =>
        (await import('../briefings/refresh-state.ts')).refreshState(context, folder, flags),
      ),
    );
}

function inFolder(command: Command, help = FOLDER): Command {
  return command.argument('<folder>', help).option('--json', 'as JSON');
}

function kindOption(help: string): Option {
  return new Option('--kind <kind>', help).choices(BRIEFING_KINDS);
}
