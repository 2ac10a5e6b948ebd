import type { CalendarSlot } from '../api/briefings-client.ts';

const DAY_MS = 86_400_000;

/** A week from Monday on, with the slots of its days. */
export interface CalendarWeek {
  /** ISO date of its Monday. */
  readonly start: string;
  readonly days: readonly { readonly day: string; readonly slots: readonly CalendarSlot[] }[];
}

/** The weeks from the first slot to the last one, also those without any. */
export function weeksOf(calendar: readonly CalendarSlot[]): CalendarWeek[] {
  const days = calendar.map(({ slot }) => slot.day).sort();
  const [first] = days;
  const last = days.at(-1);
  if (first === undefined || last === undefined) return [];
  const weeks: CalendarWeek[] = [];
  for (let start = mondayOf(first); start <= last; start = daysAfter(start, 7)) {
    const monday = start;
    weeks.push({
      start,
      days: [0, 1, 2, 3, 4, 5, 6].map((offset) => {
        const day = daysAfter(monday, offset);
        return { day, slots: calendar.filter(({ slot }) => slot.day === day) };
      }),
    });
  }
  return weeks;
}

/** @param day ISO date */
export function mondayOf(day: string): string {
  return daysAfter(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
}

function daysAfter(day: string, count: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY_MS).toISOString().slice(0, 10);
}
