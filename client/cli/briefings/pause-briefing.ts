import { BRIEFING_KINDS, type BriefingKind } from '../../../workflows/contracts/briefing-slot.ts';
import { UsageError } from '../../errors/failures.ts';
import { commands } from '../../wording/cli-commands.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { withTemporal } from '../context/reach.ts';
import type { PauseFlags } from './briefing-flags.ts';
import { briefingsAt, openFolder } from './briefing-folder.ts';

/** `briefing pause` */
export async function pauseBriefing(context: CommandContext, given: string, flags: PauseFlags): Promise<ExitCode> {
  const { folder, settings } = await openFolder(context, given);
  const isPaused = flags.resume !== true;
  const note = flags.note ?? (isPaused ? 'Paused by hand' : 'Resumed by hand');
  const wanted = flags.kind === undefined ? BRIEFING_KINDS : [flags.kind];
  return withTemporal(context, { keep: !isPaused }, async (access) => {
    const { schedules } = briefingsAt(context, access);
    const kinds: BriefingKind[] = [];
    for (const kind of wanted) {
      if (await schedules.pause(settings.name, kind, { isPaused, note })) kinds.push(kind);
    }
    if (kinds.length === 0) {
      throw new UsageError('nothing is scheduled', `Schedule it first: ${commands.scheduleBriefing(folder)}`);
    }
    context.output.result({ name: settings.name, kinds, isPaused, note }, () =>
      [
        `${isPaused ? 'Paused' : 'Resumed'}: ${kinds.join(', ')}`,
        isPaused
          ? `Resume: ${commands.resumeBriefing(folder, flags.kind)}`
          : `Look:   ${commands.showBriefing(folder)}`,
      ].join('\n'),
    );
    return ExitCode.Done;
  });
}
