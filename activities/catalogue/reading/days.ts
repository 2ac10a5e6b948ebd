import { allWords, type FilterDefinition, type VerticalDefinition } from '../definition/vertical-definition.ts';
import { daysIn, type NamedDay } from '../values/item-dates.ts';
import type { Message } from './message.ts';
import { anyOf, startOfPhraseBefore } from './phrases.ts';
import type { FilterEntry } from './text-range.ts';

/** Small words between a filter's words and the day: "arriving on Friday". */
const ON = 'on|am|by|starting|beginning|vom|from';

/** Filters that are days: by the words before a day, else in the order of the definition. */
export function readDays({ filters }: VerticalDefinition, message: Message): FilterEntry[] {
  const open = filters.filter(({ type }) => type === 'date');
  const entries: FilterEntry[] = [];
  let last: NamedDay | null = null;
  for (const day of daysIn(message.text, message.language, message.today)) {
    const isEndOfSpan: boolean = last?.start === day.start;
    if (open.length === 0 || (!isEndOfSpan && !message.mayFilter(day.start, day.end))) continue;
    const { filter, start } = isEndOfSpan ? { filter: open[0], start: day.start } : filterFor(open, message.text, day);
    if (filter === undefined || message.isDenied(start)) continue;
    open.splice(open.indexOf(filter), 1);
    entries.push({ name: filter.name, value: day.date });
    message.take(start, day.end);
    last = day;
  }
  return entries;
}

/** Where its words begin, for the message to take them with the day. */
function filterFor(
  open: readonly FilterDefinition[],
  text: string,
  day: NamedDay,
): { readonly filter: FilterDefinition | undefined; readonly start: number } {
  for (const filter of open) {
    const words = anyOf(allWords(filter.before));
    const start = startOfPhraseBefore(text, day.start, String.raw`(?:${words})(?:[\s:]+(?:${ON}))?`);
    if (start !== -1) return { filter, start };
  }
  const start = startOfPhraseBefore(text, day.start, ON);
  return { filter: open[0], start: start === -1 ? day.start : start };
}
