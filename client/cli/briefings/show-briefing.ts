import type { ListedOutput } from '../../../workers/local-tools.ts';
import { type BriefingSchedule, intervalMs } from '../../../workflows/contracts/briefing-settings.ts';
import { BRIEFING_KINDS, type BriefingKind } from '../../../workflows/contracts/briefing-slot.ts';
import type { BriefingFolder, ScheduleView } from '../../briefings/briefing-schedules.ts';
import { findMissedSlots } from '../../briefings/missed-slots.ts';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { withRunningTemporal } from '../context/reach.ts';
import { briefingsAt, openFolder, withTools } from './briefing-folder.ts';
import { renderBriefing } from './render-briefing.ts';
import type { ShownBriefing, ShownIssues, ShownSchedule } from './shown-briefing.ts';

const SHOWN_OUTPUTS = 5;

/** `briefing show` */
export async function showBriefing(context: CommandContext, given: string): Promise<ExitCode> {
  const briefing = await openFolder(context, given);
  const { folder, settings } = briefing;
  const shown = await withTools(context, async ({ listOutputs, expectedSlots }) => {
    const outputs = await listOutputs(folder);
    const graceMs = ({ catchUp }: BriefingSchedule) => intervalMs(catchUp);
    const missed = findMissedSlots(settings, outputs, { now: new Date(), graceMs, expectTimes: expectedSlots });
    return { missed, outputs: outputs.slice(0, SHOWN_OUTPUTS), issues: issuesAfter(outputs) };
  });
  const view = await withRunningTemporal(context, async (access): Promise<ShownBriefing> => {
    const schedules = await schedulesOf(context, briefing, access);
    return { ...briefing, ...shown, schedules, isServerRunning: access !== null };
  });
  const { name, title, timezone } = settings;
  const { isServerRunning, schedules, missed, outputs, issues } = view;
  context.output.result({ name, title, folder, timezone, isServerRunning, schedules, missed, outputs, issues }, () =>
    renderBriefing(view),
  );
  return ExitCode.Done;
}

/** Each run files anew what is still the case, so the newest output names all that was open after it. */
function issuesAfter(outputs: readonly ListedOutput[]): ShownIssues {
  const newest = outputs.find(({ isBackfill }) => !isBackfill);
  const open = (newest?.issues ?? []).filter(({ action }) => action !== 'closed');
  return { open: open.map(({ key, reference }) => ({ key, reference })), asOf: newest?.slot.time ?? null };
}

async function schedulesOf(
  context: CommandContext,
  { settings }: BriefingFolder,
  access: TemporalAccess | null,
): Promise<readonly ShownSchedule[]> {
  const look = async (kind: BriefingKind): Promise<ScheduleView | null> =>
    access === null ? null : briefingsAt(context, access).schedules.look(settings.name, kind);
  const all = await Promise.all(
    BRIEFING_KINDS.map(async (kind) => ({
      kind,
      times: settings.schedules[kind] ?? null,
      inTemporal: await look(kind),
    })),
  );
  return all.filter(({ times, inTemporal }) => times !== null || inTemporal !== null);
}
