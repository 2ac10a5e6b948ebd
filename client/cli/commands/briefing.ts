import { BRIEFING_KINDS } from '@plumbline/contracts/briefings/briefing-slot';
import { type Command, Option } from 'commander';
import { example } from '../../errors/failures.ts';
import type { BriefingFlags } from '../briefings/briefing-folder.ts';
import { acting, actingLate } from '../context/command.ts';
import { lingerOption, collect } from '../options/option-values.ts';

const FOLDER = 'folder of the briefing';
const TIMES = ['cron', 'every', 'now', 'remove'];
const ABOUT = [
  '',
  'A briefing is a folder: its themes and what was known about them, your rules, and its outputs. Each run says what has changed.',
].join('\n');

export function addBriefingCommand(program: Command): void {
  const briefing = program
    .command('briefing')
    .description('Keep watch over themes: scheduled reports on what has changed.')
    .addHelpText('after', ABOUT)
    .addHelpText('after', example('briefing init grid'));
  addInit(briefing);
  addRun(briefing);
  addSchedule(briefing);
  addShow(briefing);
  addThemes(briefing);
}

function addInit(briefing: Command): void {
  inFolder(briefing.command('init'), 'folder to create; existing files stay')
    .description(
      'Set up a briefing by five questions; without a terminal, a small working example in a new or empty folder. Works without Temporal.',
    )
    .option('--name <name>', 'name of the briefing: small letters, digits, hyphens (default: the folder’s name)')
    .option('--example', 'write the example without asking, also beside other files')
    .addHelpText('after', example('briefing init grid'))
    .action(actingLate(async () => (await import('../briefings/init-briefing.ts')).initBriefing));
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
    .option('--again <day>', 'run the slots of this past day again, with the state before it; later state stays')
    .option('--to <day>', 'with --again: up to this day, one slot after the other')
    .addHelpText(
      'after',
      '\nWhat is run again is written next to the original, files no issues, and needs no schedule.',
    )
    .addHelpText('after', example('briefing run grid'))
    .action(
      acting(async (context, folder: string, flags: BriefingFlags) =>
        flags.again === undefined
          ? (await import('../briefings/run-briefing.ts')).runBriefing(context, folder, flags)
          : (await import('../briefings/slot-choice.ts')).backfillBriefing(context, folder, flags.again, flags),
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
    .addOption(new Option('--pause', 'pause it; slots in between are skipped').conflicts(TIMES))
    .addOption(new Option('--resume', 'go on after a pause').conflicts([...TIMES, 'pause']))
    .option('--note <text>', 'with --pause: the reason, shown by show')
    .addHelpText(
      'after',
      example(
        'briefing schedule grid --cron "0 6 * * 1-5"',
        '\nThe schedule lives in Temporal: slots are run while the server and a worker run.',
      ),
    )
    .action(
      acting(async (context, folder: string, flags: BriefingFlags) => {
        const { pauseBriefing, scheduleBriefing } = await import('../briefings/schedule-briefing.ts');
        const isPausing = flags.pause === true || flags.resume === true;
        return isPausing ? pauseBriefing(context, folder, flags) : scheduleBriefing(context, folder, flags);
      }),
    );
}

function addShow(briefing: Command): void {
  inFolder(briefing.command('show'))
    .description('Show schedules, missed slots, latest outputs and open issues. Works without Temporal.')
    .addHelpText('after', example('briefing show grid'))
    .action(actingLate(async () => (await import('../briefings/show-briefing.ts')).showBriefing));
}

function addThemes(briefing: Command): void {
  inFolder(briefing.command('themes'))
    .description(
      'Confirm or change the themes, so that runs can use them; restores a missing file. Works without Temporal.',
    )
    .option('--yes', 'confirm all themes as they are, with the changes of --set')
    .option('--set <change>', '<theme>.conviction=7 or <theme>.status=closed; may be repeated', collect)
    .addHelpText('after', example('briefing themes grid'))
    .action(actingLate(async () => (await import('../briefings/refresh-state.ts')).refreshState));
}

function inFolder(command: Command, help = FOLDER): Command {
  return command.argument('<folder>', help);
}

function kindOption(help: string): Option {
  return new Option('--kind <kind>', help).choices(BRIEFING_KINDS);
}
