import type { ListedOutput } from '../../../workers/local-tools.ts';
import { counted } from '../../../workflows/contracts/counted.ts';
import { commands } from '../../wording/cli-commands.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { describeTimes, localTime } from './render-times.ts';
import type { ShownBriefing, ShownSchedule } from './shown-briefing.ts';

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
  return [
    heading,
    isPaused ? `  ${paused}` : `  next: ${first === undefined ? 'none' : localTime(first, timezone)}`,
    `  last: ${last === undefined ? 'none' : localTime(last.due, timezone)}`,
    ...(missed === 0 ? [] : [`  ${counted(missed, 'start', 'starts')} came too late even for the catch-up window`]),
    ...(skipped === 0 ? [] : [`  ${counted(skipped, 'start', 'starts')} dropped, because one ran and one waited`]),
  ];
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
