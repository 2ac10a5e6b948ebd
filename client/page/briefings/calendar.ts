import { h, type JSX } from 'preact';
import type { Briefing, CalendarSlot } from '../api/briefings-client.ts';
import { type CalendarWeek, weeksOf } from '../models/calendar.ts';
import { pathOfBriefing } from '../models/route.ts';
import { follow } from '../parts/router.ts';
import { Table } from '../parts/table.ts';
import { useWords } from '../parts/words-context.ts';

/** States are told by words; the sign is for the eye. */
const SIGNS: Readonly<Record<CalendarSlot['state'], string>> = {
  published: '●',
  quiet: '○',
  failed: '✗',
  'under-way': '…',
  missed: '–',
  due: '?',
  coming: '·',
};
const STATES = ['published', 'quiet', 'failed', 'under-way', 'missed', 'due', 'coming'] as const;

/** What became of each slot, week by week. */
export function Calendar({ briefing }: { readonly briefing: Briefing }): JSX.Element {
  const { briefings, language } = useWords();
  const weeks = weeksOf(briefing.calendar);
  const [first] = weeks;
  if (first === undefined) return h('p', { class: 'quiet' }, briefings.noCalendar);
  const present = STATES.filter((state) => briefing.calendar.some((slot) => slot.state === state));
  return h(
    'div',
    { class: 'calendar' },
    h(Table, {
      caption: briefings.calendar,
      columns: [briefings.week, ...first.days.map(({ day }) => weekdayOf(day, language))],
      rows: weeks.map(({ start, days }) => [
        briefings.weekOf(dayOf(start, language)),
        ...days.map((day) => h(Day, { key: day.day, name: briefing.name, day })),
      ]),
    }),
    h('p', { class: 'quiet' }, present.map((state) => `${SIGNS[state]} ${briefings.states[state]}`).join('   ')),
  );
}

function Day({ name, day }: { readonly name: string; readonly day: CalendarWeek['days'][number] }): JSX.Element {
  const { briefings } = useWords();
  const number = String(Number(day.day.slice(-2)));
  return h(
    'div',
    { class: 'day' },
    h('span', { class: 'quiet' }, number),
    day.slots.map(({ slot, state, outputId }) => {
      const told = briefings.slot(briefings.kinds[slot.kind], slot.slotId, briefings.states[state]);
      const shown = { key: slot.slotId, class: `slot slot-${state}`, title: told };
      return outputId === null
        ? h('span', { ...shown, role: 'img', 'aria-label': told }, SIGNS[state])
        : h('a', { ...shown, href: pathOfBriefing(name, outputId), 'aria-label': told, onClick: follow }, SIGNS[state]);
    }),
  );
}

function weekdayOf(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(new Date(day));
}

function dayOf(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));
}
