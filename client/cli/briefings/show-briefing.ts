import type { OpenIssue } from '../../../workflows/contracts/briefing-issues.ts';
import { type BriefingSchedule, intervalMs } from '../../../workflows/contracts/briefing-settings.ts';
import { BRIEFING_KINDS, type BriefingKind, type BriefingSlot } from '../../../workflows/contracts/briefing-slot.ts';
import type { BriefingFolder, ScheduleView } from '../../briefings/briefing-schedules.ts';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import type { CommandContext } from '../context/command-context.ts';
import { ExitCode } from '../context/exit.ts';
import { withRunningTemporal } from '../context/reach.ts';
import { briefingsAt, openFolder, withTools } from './briefing-folder.ts';
import type { ListedOutput } from './briefing-outcome.ts';
import { findMissedSlots } from './missed-slots.ts';
import { renderBriefing } from './render-briefing.ts';

/** A kind that `briefing.yml` or Temporal schedules. */
export interface ShownSchedule {
  readonly kind: BriefingKind;
  /** Null: Temporal alone has it. */
  readonly times: BriefingSchedule | null;
  /** Null: Temporal has none, or does not run. */
  readonly inTemporal: ScheduleView | null;
}

/** Everything that is shown of a briefing. */
export interface ShownBriefing extends BriefingFolder {
  readonly isServerRunning: boolean;
  readonly schedules: readonly ShownSchedule[];
  readonly missed: readonly BriefingSlot[];
  /** The newest first. */
  readonly outputs: readonly ListedOutput[];
  readonly issues: ShownIssues;
}

export interface ShownIssues {
  readonly open: readonly OpenIssue[];
  /** ISO 8601: they were open then, as an output says; null: they are open now. */
  readonly asOf: string | null;
}

const SHOWN_OUTPUTS = 5;

/** `briefing show` */
export async function showBriefing(context: CommandContext, given: string): Promise<ExitCode> {
  const briefing = await openFolder(context, given);
  const { folder, settings } = briefing;
  const shown = await withTools(context, async ({ listOutputs, listOpenIssues, expectedSlots }) => {
    const outputs = await listOutputs(folder);
    const graceMs = ({ catchUp }: BriefingSchedule) => intervalMs(catchUp);
    const missed = findMissedSlots(settings, outputs, { now: new Date(), graceMs, expectTimes: expectedSlots });
    return { missed, outputs: outputs.slice(0, SHOWN_OUTPUTS), issues: await listOpenIssues(folder) };
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
