import type { BriefingSettings } from '@plumbline/contracts/briefings/briefing-settings';
import type { BriefingKind, BriefingSlot } from '@plumbline/contracts/briefings/briefing-slot';
import { addDays, slotOf } from '../../../workflows/briefing/messages.ts';
import { startOfDay } from '../../briefings/briefing-client.ts';
import type { ExpectTimes } from '../../briefings/missed-slots.ts';
import { UsageError } from '../../errors/failures.ts';

/** When a kind without a schedule would run. */
const MORNING: Parameters<ExpectTimes>[0] = { cron: '0 6 * * *', catchUp: '6h' };

const MAX_SLOTS = 400;

/** An ISO date. @throws {UsageError} */
export function parseDay(text: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/u.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.startsWith(text);
  if (!isDay) throw new UsageError(`"${text}" is not a day`, 'Use an ISO date, like 2026-03-06.');
  return text;
}

/**
 * The slots that a kind has on some days, both inclusive, by its schedule; without one, at six in the morning.
 *
 * @throws {UsageError} when there are none, or too many
 */
export function slotsOfDays(
  { schedules, timezone }: Pick<BriefingSettings, 'schedules' | 'timezone'>,
  { kind, from, to }: { readonly kind: BriefingKind; readonly from: string; readonly to: string },
  expectTimes: ExpectTimes,
): { readonly schedule: Parameters<ExpectTimes>[0]; readonly slots: readonly BriefingSlot[] } {
  const schedule = schedules[kind] ?? MORNING;
  const after = new Date(startOfDay(from, timezone).getTime() - 1).toISOString();
  const before = startOfDay(addDays(to, 1), timezone).toISOString();
  const slots = expectTimes(schedule, timezone, { after, before, max: MAX_SLOTS + 1 }).map((time) =>
    slotOf(kind, time, timezone),
  );
  const days = from === to ? `on ${from}` : `from ${from} to ${to}`;
  const times = schedule.cron ?? `every ${schedule.every ?? ''}`;
  if (slots.length === 0) {
    throw new UsageError(`the schedule of the ${kind} briefing ("${times}") has no slot ${days}`, 'Choose other days.');
  }
  if (slots.length > MAX_SLOTS)
    throw new UsageError(`there are more than ${MAX_SLOTS} slots ${days}`, 'Choose fewer days.');
  return { schedule, slots };
}

/**
 * The slot that a time or day names.
 *
 * @param given ISO time or day; undefined: now
 * @throws {UsageError}
 */
export function chooseSlot(
  settings: Pick<BriefingSettings, 'schedules' | 'timezone'>,
  { kind, given, now }: { readonly kind: BriefingKind; readonly given: string | undefined; readonly now: Date },
  expectTimes: ExpectTimes,
): BriefingSlot {
  const { timezone } = settings;
  if (given === undefined) return slotOf(kind, now.toISOString(), timezone);
  const slot = given.includes('T') ? slotOf(kind, parseTime(given), timezone) : slotOfDay();
  if (Date.parse(slot.time) <= now.getTime()) return slot;
  throw new UsageError(`the slot ${slot.slotId} (${slot.time}) lies in the future`, 'Leave out --slot to run now.');

  function slotOfDay(): BriefingSlot {
    const day = parseDay(given ?? '');
    const { slots } = slotsOfDays(settings, { kind, from: day, to: day }, expectTimes);
    const [first = slotOf(kind, startOfDay(day, timezone).toISOString(), timezone)] = slots;
    const present = slotOf(kind, now.toISOString(), timezone);
    // Today's is run before its time, as it is without --slot.
    return present.slotId === first.slotId && Date.parse(first.time) > now.getTime() ? present : first;
  }
}

function parseTime(text: string): string {
  const hasZone = /^[^T]*T.*(?:Z|[+-]\d{2}:?\d{2})$/iu.test(text);
  const time = new Date(text);
  if (!hasZone || Number.isNaN(time.getTime())) {
    throw new UsageError(
      `"${text}" is not a time with a zone`,
      'Use 2026-03-06T06:00:00+01:00, or a day like 2026-03-06.',
    );
  }
  return time.toISOString();
}
