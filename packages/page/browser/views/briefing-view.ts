import type { BriefingOutput } from '@plumbline/contracts/briefings/briefing-reading';
import { Fragment, h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Briefing, CalendarSlot, ListedBriefing } from '../api/api-types.ts';
import { type CalendarWeek, weeksOf } from '../models/calendar.ts';
import { pathOfBriefing } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Icon, type IconName } from '../parts/icon.ts';
import { Table, list } from '../parts/lists.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { follow, useTitle, View } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { SetUp } from './briefing-setup.ts';
import { Schedules } from './schedules.ts';

/** Before the words, for the eye. */
const SIGNS: Readonly<Record<CalendarSlot['state'], IconName>> = {
  published: 'full',
  quiet: 'empty',
  failed: 'close',
  'under-way': 'half',
  missed: 'minus',
  due: 'history',
  coming: 'dot',
};

interface BriefingProps {
  readonly briefing: Briefing;
}

/** A briefing: when it runs, what became of its slots, and its outputs. */
export function BriefingView({ name }: { readonly name: string }): JSX.Element {
  const api = useApi();
  const [loaded, again] = useLoaded(name, () => api.showBriefing(name));
  return h('div', { class: 'column' }, h(Awaited<Briefing>, { loaded, again, show: (first) => h(Shown, { first }) }));
}

/** A change is shown in its place, so that the focus stays. */
function Shown({ first }: { readonly first: Briefing }): JSX.Element {
  const { briefings } = useWords();
  const [briefing, changed] = useState(first);
  const { title, language, timezone, openIssues } = briefing;
  useTitle(title);
  return h(
    Fragment,
    {},
    h('h1', { lang: language }, title),
    h('p', { class: 'quiet' }, timezone),
    h('h2', {}, briefings.schedules),
    h(Schedules, { briefing, changed }),
    h('h2', {}, briefings.calendar),
    h(Calendar, { briefing }),
    openIssues.length === 0
      ? null
      : [
          h('h2', { key: 'heading' }, briefings.openIssues),
          list(openIssues, ({ key, reference }) => `${key} (${reference})`, { key: 'issues' }),
        ],
    h('h2', {}, briefings.outputs),
    h(Outputs, { briefing }),
  );
}

function Outputs({ briefing: { name, language, outputs } }: BriefingProps): JSX.Element {
  const { briefings, language: spoken } = useWords();
  if (outputs.length === 0) return h('p', { class: 'quiet' }, briefings.noOutput);
  return list(
    outputs,
    ({ outputId, slot, isBackfill, deltas, diagnostics }) => [
      h(
        'a',
        { href: pathOfBriefing(name, outputId), onClick: follow },
        `${briefings.kinds[slot.kind]}, ${dateOf(slot.day, spoken)}`,
      ),
      h(
        'p',
        { class: 'quiet' },
        [isBackfill ? briefings.backfill : '', ...new Set(diagnostics.map(({ code }) => code))]
          .filter(Boolean)
          .join(' · '),
      ),
      h(Deltas, { deltas, language }),
    ],
    { class: 'runs' },
  );
}

/** What became of each slot, week by week. */
function Calendar({ briefing }: { readonly briefing: Briefing }): JSX.Element {
  const { briefings, language } = useWords();
  const weeks = weeksOf(briefing.calendar);
  const [first] = weeks;
  if (first === undefined) return h('p', { class: 'quiet' }, briefings.noCalendar);
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
  );
}

function Day({ name, day }: { readonly name: string; readonly day: CalendarWeek['days'][number] }): JSX.Element {
  const { briefings, language } = useWords();
  const number = String(Number(day.day.slice(-2)));
  return h(
    'div',
    { class: 'day' },
    h('span', { class: 'quiet' }, number),
    day.slots.map(({ slot, state, outputId }) => {
      const told = briefings.slot(briefings.kinds[slot.kind], dateOf(slot.day, language), briefings.states[state]);
      const shown = { key: slot.slotId, class: `slot slot-${state}`, title: told };
      const said = [h(Icon, { name: SIGNS[state] }), h('small', {}, briefings.states[state])];
      return outputId === null
        ? h('span', { ...shown, role: 'img', 'aria-label': told }, said)
        : h('a', { ...shown, href: pathOfBriefing(name, outputId), 'aria-label': told, onClick: follow }, said);
    }),
  );
}

function weekdayOf(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(new Date(day));
}

function dayOf(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day));
}

export function dateOf(day: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}

/** The briefings of the server, each with what its newest output brought. */
export function BriefingsView(): JSX.Element {
  const { briefings } = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded('briefings', () => api.listBriefings());
  return h(
    View,
    { heading: briefings.heading },
    h('p', { class: 'quiet' }, briefings.about),
    h(SetUp, {}),
    h(Awaited<readonly ListedBriefing[]>, {
      loaded,
      again,
      show: (listed) =>
        listed.length === 0
          ? h('p', { class: 'quiet' }, briefings.none)
          : h(
              'ul',
              { class: 'runs' },
              listed.map((briefing) => h(Listed, { key: briefing.name, briefing })),
            ),
    }),
  );
}

function Listed({ briefing }: { readonly briefing: ListedBriefing }): JSX.Element {
  const { briefings, language: spoken } = useWords();
  const { name, title, language, newest } = briefing;
  return h(
    'li',
    {},
    h('a', { href: pathOfBriefing(name), lang: language, onClick: follow }, title),
    h(
      'p',
      { class: 'quiet' },
      newest === null ? briefings.noOutput : briefings.newest(dateOf(newest.slot.day, spoken)),
    ),
    newest === null ? null : h(Deltas, { deltas: newest.deltas, language }),
  );
}

/** What became of each theme, at a glance. */
function Deltas({
  deltas,
  language,
}: {
  readonly deltas: BriefingOutput['deltas'];
  readonly language: string;
}): JSX.Element {
  const { briefings } = useWords();
  return list(
    deltas,
    ({ title, delta }) => [
      h('span', { class: `delta delta-${delta}` }, briefings.deltas[delta]),
      ' ',
      h('span', { lang: language }, title),
    ],
    { class: 'deltas' },
  );
}
