import type { FiledIssue } from '@plumbline/contracts/briefings/briefing-issues';
import { type BriefingSchedule, intervalMs } from '@plumbline/contracts/briefings/briefing-settings';
import { BRIEFING_KINDS, type BriefingKind, type BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { counted } from '@plumbline/contracts/common/counted';
import type { ListedOutput } from '../../../activities/briefings/folder/output-list.ts';
import { findMissedSlots } from '../../briefings/briefing-calendar.ts';
import type { BriefingFolder, ScheduleView } from '../../briefings/briefing-schedules.ts';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { commands } from '../../errors/failures.ts';
import type { CommandContext } from '../context/command-context.ts';
import { withRunningTemporal } from '../context/reach.ts';
import { present, toPlainLine } from '../terminal/text-layout.ts';
import { briefingsAt, openFolder, withTools } from './briefing-folder.ts';
import { describeTimes, localTime } from './schedule-briefing.ts';

const SHOWN_OUTPUTS = 5;

/** `briefing show` */
export async function showBriefing(context: CommandContext, given: string): Promise<void> {
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
}

/** Each run files again what is still the case, so the newest output names every issue open after it. */
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

/** A briefing at a glance, for people. */
export function renderBriefing(shown: ShownBriefing): string {
  const { folder, settings } = shown;
  return [
    `${toPlainLine(settings.title)} (${settings.name})`,
    folder,
    '',
    'SCHEDULES',
    ...indented(scheduleLines(shown), 'none'),
    '',
    'MISSED SLOTS',
    ...indented(missedLines(shown), 'none'),
    '',
    'LATEST OUTPUTS',
    ...indented(shown.outputs.flatMap(outputLines), 'none yet'),
    '',
    shown.issues.asOf === null
      ? 'OPEN ISSUES'
      : `OPEN ISSUES, as of ${localTime(shown.issues.asOf, settings.timezone)}`,
    ...indented(
      shown.issues.open.map(({ reference, key }) => `${toPlainLine(reference)}  ${key}`),
      'none',
    ),
  ].join('\n');
}

const indented = (lines: readonly string[], ifEmpty: string): string[] =>
  (lines.length === 0 ? [ifEmpty] : lines).map((line) => `  ${line}`);

function scheduleLines({ folder, settings, isServerRunning, schedules }: ShownBriefing): string[] {
  if (schedules.length === 0) return [`none; make one: ${commands.scheduleBriefing(folder, '--cron', '"0 6 * * *"')}`];
  return [
    ...(isServerRunning ? [] : [`Temporal is not running, so nothing starts by itself. Start it: ${commands.up()}`]),
    ...schedules.flatMap((schedule) => linesOf(schedule, { folder, isServerRunning, timezone: settings.timezone })),
  ];
}

function linesOf(
  { kind, times, inTemporal }: ShownSchedule,
  { folder, isServerRunning, timezone }: { folder: string; isServerRunning: boolean; timezone: string },
): string[] {
  const described = times === null ? 'not in briefing.yml' : describeTimes(times);
  const heading = `${kind}: ${described}`;
  if (inTemporal === null) {
    return isServerRunning ? [`${heading}; not scheduled yet: ${commands.scheduleBriefing(folder)}`] : [heading];
  }
  const { isPaused, note, next, recent, missed, skipped } = inTemporal;
  const [first] = next;
  const [last] = recent;
  const paused = `paused (${toPlainLine(note)}); resume it: ${commands.resumeBriefing(folder, kind)}`;
  return present(
    heading,
    isPaused ? `  ${paused}` : `  next: ${first === undefined ? 'none' : localTime(first, timezone)}`,
    `  last: ${last === undefined ? 'none' : localTime(last.due, timezone)}`,
    missed > 0 && `  ${counted(missed, 'start', 'starts')} came too late even for the catch-up window`,
    skipped > 0 && `  ${counted(skipped, 'start', 'starts')} dropped, because one ran and one waited`,
  );
}

function missedLines({ folder, settings, missed }: ShownBriefing): string[] {
  const lines = missed.map(({ kind, slotId, time }) => `${kind} ${slotId}, ${localTime(time, settings.timezone)}`);
  const [newest] = missed;
  return newest === undefined ? [] : [...lines, `Run one: ${commands.backfillBriefing(folder, newest.day)}`];
}

function outputLines({ slot, isBackfill, path, deltas, diagnostics }: ListedOutput): string[] {
  const codes = [...new Set(diagnostics.map(({ code }) => code))].join(', ');
  return [
    `${slot.slotId}${isBackfill ? ' (backfill)' : ''}  ${path}  ${codes === '' ? 'HEALTHY' : codes}`,
    ...deltas.map(({ themeId, delta, title }) => `  ${delta.padEnd(8)} ${themeId}  ${toPlainLine(title)}`),
  ];
}

/** A kind that `briefing.yml` or Temporal schedules. */
interface ShownSchedule {
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

/** Issues that were open after the newest output. */
interface ShownIssues {
  readonly open: readonly Pick<FiledIssue, 'key' | 'reference'>[];
  /** ISO 8601, the slot of that output, or null. */
  readonly asOf: string | null;
}
