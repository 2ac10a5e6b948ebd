import {
  type BriefingSchedule,
  type BriefingSettings,
  intervalMs,
} from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { Cron } from 'croner';
import { localTime, slotOf } from '../../../workflows/domain/briefing/slots.ts';

/** What Temporal reads, too: other programs know `L`, `#` and more. */
const PLAIN_FIELDS = /^[\d*,/ -]+$/u;
const NAMES = /\b(?:sun|mon|tue|wed|thu|fri|sat|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\b/giu;

interface SlotRange {
  /** ISO 8601; exclusive, like `before`. */
  readonly after: string;
  readonly before: string;
  /** Most times; the earliest are given. */
  readonly max: number;
}

const MAX_MISSED = 100;

/**
 * Nominal times of a schedule, ISO 8601 in UTC, as a Temporal Schedule has them: a local time that a change of clocks leaves out has no
 * slot, and intervals count from 1970-01-01.
 *
 * @param timezone IANA name
 */
export function expectedSlots(schedule: BriefingSchedule, timezone: string, range: SlotRange): string[] {
  const next = nextOf(schedule, timezone);
  const before = Date.parse(range.before);
  const times: string[] = [];
  for (let time = next(Date.parse(range.after)); times.length < range.max; time = next(time)) {
    if (time === null || time >= before) break;
    times.push(new Date(time).toISOString());
  }
  return times;
}

/** What is wrong with a cron expression, for people; null: nothing. */
export function cronFault(cron: string): string | null {
  const wanted = 'use five fields like 0 7 * * 1-5: minute, hour, day of the month, month, day of the week';
  if (!PLAIN_FIELDS.test(cron.replace(NAMES, '1'))) return wanted;
  try {
    return cronOf(cron, 'UTC').nextRun() === null ? 'names a day that there is not' : null;
  } catch {
    return wanted;
  }
}

/** Times that are looked at for one that a change of clocks leaves out: a daily one for more than a year. */
const MOST_TIMES = 400;

/** The next local day, `2027-03-28`, on which a schedule does not run because clocks leave out its hour; null: none in a year. */
export function nextLeftOut({ cron }: BriefingSchedule, timezone: string, after: Date): string | null {
  if (cron === undefined) return null;
  const times = cronOf(cron, timezone);
  let run = times.nextRun(after);
  for (let count = 0; run !== null && count < MOST_TIMES; count += 1) {
    // The library moves such a time by an hour.
    if (!times.match(run)) return localTime(run, timezone).day;
    run = times.nextRun(run);
  }
  return null;
}

type NextTime = (after: number | null) => number | null;

function nextOf({ cron, every }: BriefingSchedule, timezone: string): NextTime {
  if (cron !== undefined) return nextByCron(cronOf(cron, timezone));
  const interval = every === undefined ? 0 : intervalMs(every);
  return (after) => (after === null || interval === 0 ? null : (Math.floor(after / interval) + 1) * interval);
}

/** The library moves a time that a change of clocks leaves out; such a time does not match the expression. */
function nextByCron(cron: Cron): NextTime {
  return (after) => {
    if (after === null) return null;
    let run = cron.nextRun(new Date(after));
    while (run !== null && !cron.match(run)) run = cron.nextRun(run);
    return run?.getTime() ?? null;
  };
}

/** In Temporal, both the day of the month and the day of the week must match. */
function cronOf(cron: string, timezone: string): Cron {
  return new Cron(cron, { timezone, mode: '5-part', domAndDow: true, paused: true });
}

/** Slots of the schedule between two runs that nothing ran, ISO 8601. @param last the newest output of the kind before the slot */
export function missedSlots(
  { schedules }: Pick<BriefingSettings, 'schedules'>,
  { kind, time, timezone, slotId }: BriefingSlot,
  last: BriefingSlot | null,
): string[] {
  const schedule = schedules[kind];
  if (schedule === undefined || last === null) return [];
  // A manual run before or after the nominal time counts for the same slot.
  const known = new Set([slotId, last.slotId]);
  return expectedSlots(schedule, timezone, { after: last.time, before: time, max: MAX_MISSED }).filter((expected) => {
    const missed = slotOf(kind, expected, timezone).slotId;
    const isMissed = !known.has(missed);
    known.add(missed);
    return isMissed;
  });
}
