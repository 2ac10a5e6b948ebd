import { Fragment, type JSX, type TargetedEvent, h } from 'preact';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Briefing } from '../api/api-types.ts';
import {
  cronOf,
  type PickedSchedule,
  pickedSchedule,
  spokenInterval,
  spokenSchedule,
  TIME_ZONES,
  timeZoneNamed,
  weekdayIn,
} from '../models/calendar.ts';
import { dayAndTime } from '../models/times.ts';
import { useApi } from '../parts/api-context.ts';
import { Button } from '../parts/button.ts';
import { Select } from '../parts/select.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import type { BriefingWords } from '../words/briefings-words.ts';
import type { PageLanguage } from '../words/language.ts';

type Schedule = Briefing['schedules'][number];

interface SchedulesProps {
  readonly briefing: Briefing;
  /** Shows the briefing as it is after a change. */
  readonly changed: (briefing: Briefing) => void;
}

/** When a briefing runs by itself, in words, and ways to change that. */
export function Schedules({ briefing, changed }: SchedulesProps): JSX.Element {
  const { briefings: words } = useWords();
  const [opened, setOpened] = useState<Schedule['kind'] | null>(null);
  const { schedules } = briefing;
  const place = useRef<HTMLDivElement>(null);
  const leave = useWayBack(place, opened);
  const close = (kind: Schedule['kind']) => {
    setOpened(null);
    leave(kind);
  };
  const [free] = freeKinds(briefing, words);
  const picker = (schedule: Schedule | null, kind: Schedule['kind']) =>
    h(SchedulePicker, { key: `picker-${kind}`, briefing, schedule, kind, changed, close });
  const button = (kind: Schedule['kind'], text: string, label = text) =>
    h(Button, { value: kind, 'aria-label': label, act: () => setOpened(kind) }, text);
  return h(
    'div',
    { class: 'schedules', ref: place },
    schedules.length === 0 ? h('p', { class: 'quiet' }, words.noSchedules) : null,
    h(
      'ul',
      {},
      schedules.map((schedule) => {
        const { kind } = schedule;
        return h(
          'li',
          { key: kind },
          h(Told, { schedule, timezone: briefing.timezone }),
          opened === kind
            ? picker(schedule, kind)
            : button(kind, words.change, `${words.change}: ${words.kinds[kind]}`),
        );
      }),
    ),
    free === undefined ? null : opened === free ? picker(null, free) : button(free, words.addSchedule),
  );
}

/** The button of a form is there again once the form is gone. @returns to be told which form is left */
function useWayBack(place: { readonly current: HTMLElement | null }, opened: Schedule['kind'] | null) {
  const left = useRef<Schedule['kind'] | null>(null);
  // Before the next key can go to the form that is gone.
  useLayoutEffect(() => {
    if (opened !== null || left.current === null) return;
    const buttons = [...(place.current?.querySelectorAll('button') ?? [])];
    (buttons.find(({ value }) => value === left.current) ?? buttons.at(-1))?.focus();
    left.current = null;
  }, [opened]);
  return (kind: Schedule['kind']) => {
    left.current = kind;
  };
}

/** `daily: every day at 06:00`, and when that is next. */
function Told({ schedule, timezone }: { readonly schedule: Schedule; readonly timezone: string }): JSX.Element {
  const { briefings: words, language } = useWords();
  const { kind, cron, every, next, isPaused } = schedule;
  const own = every === null ? words.ownSchedule : words.every(spokenInterval(every, language));
  const told = cron === null ? own : saidOf(cron, words, language);
  const due =
    next === null ? (isPaused ? words.paused : words.notStarted) : words.next(dayAndTime(language, next, timezone));
  return h('p', {}, `${words.kinds[kind]}: ${told}`, h('span', { class: 'quiet' }, ` · ${due}`));
}

function saidOf(cron: string, words: BriefingWords, language: PageLanguage): string {
  const spoken = spokenSchedule(cron, language);
  return spoken === null ? words.ownSchedule : words.recurs[spoken.days](spoken.time, spoken.weekday);
}

function freeKinds({ schedules }: Briefing, { kinds }: BriefingWords): Schedule['kind'][] {
  const all = Object.keys(kinds) as Schedule['kind'][];
  return all.filter((kind) => !schedules.some((schedule) => schedule.kind === kind));
}

interface PickerProps extends SchedulesProps {
  /** Null: it is a new one. */
  readonly schedule: Schedule | null;
  readonly kind: Schedule['kind'];
  readonly close: (kind: Schedule['kind']) => void;
}

const MORNING: PickedSchedule = { days: 'daily', weekday: 1, time: '06:00' };
const DAYS = ['daily', 'weekdays', 'weekly', 'own'] as const;

/** What is chosen; `own`: an expression, where days and a time do not say it. */
interface Draft extends Omit<PickedSchedule, 'days'> {
  readonly days: (typeof DAYS)[number];
  readonly own: string;
  readonly timezone: string;
}

export function draftOf(cron: string | null, timezone: string): Draft {
  const known = cron === null ? MORNING : pickedSchedule(cron);
  return { ...(known ?? MORNING), ...(known === null && { days: 'own' }), own: cron ?? '', timezone };
}

export function expressionOf({ days, own, weekday, time }: Draft): string {
  return days === 'own' ? own : cronOf({ days, weekday, time });
}

/** Chooses what runs, and when. */
function SchedulePicker({ briefing, schedule, kind: first, changed, close }: PickerProps): JSX.Element {
  const { briefings: words } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  const [kind, setKind] = useState(first);
  const [draft, setDraft] = useState(() => draftOf(schedule?.cron ?? null, briefing.timezone));
  const save = (wanted: string | null) =>
    send(async () => {
      const timezone = wanted === null ? undefined : (timeZoneNamed(draft.timezone) ?? draft.timezone);
      changed(await api.scheduleBriefing(briefing.name, kind, wanted, timezone));
      close(kind);
    });
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector('select')?.focus(), []);
  const button = (text: string, onClick: () => void, className?: string) =>
    h(Button, { class: className, disabled: isSending, act: onClick }, text);
  return h(
    'form',
    { class: 'fields schedule-picker', ref: form, onSubmit: doing(() => save(expressionOf(draft))) },
    schedule !== null
      ? null
      : h(Select<Schedule['kind']>, {
          label: words.kind,
          value: kind,
          choose: (one) => setKind(one),
          options: freeKinds(briefing, words),
          nameOf: (one) => words.kinds[one],
        }),
    h(Times, { draft, change: setDraft }),
    h(Due, { draft }),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'submit', class: 'primary', disabled: isSending }, words.save),
      schedule === null ? null : button(words.noLonger, () => save(null)),
      button(words.keep, () => close(first), 'plain'),
    ),
    h(SendingFault, { error }),
  );
}

function doing(act: () => void) {
  return (event: Event) => {
    event.preventDefault();
    act();
  };
}

interface TimesProps {
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
}

/** Days and a time; an expression only where that is wanted. */
export function Times({ draft, change }: TimesProps): JSX.Element {
  const { briefings: words, language } = useWords();
  const { days, weekday, time, own, timezone } = draft;
  return h(
    Fragment,
    {},
    h(Select<Draft['days']>, {
      label: words.days,
      value: days,
      choose: (chosen) => change({ ...draft, own: expressionOf(draft), days: chosen }),
      options: DAYS,
      nameOf: (one) => words.picks[one],
    }),
    days === 'weekly'
      ? h(Select<string>, {
          label: words.weekday,
          value: `${weekday}`,
          choose: (day) => change({ ...draft, weekday: Number(day) }),
          options: ['1', '2', '3', '4', '5', '6', '0'],
          nameOf: (day) => weekdayIn(language, Number(day)),
        })
      : null,
    days === 'own'
      ? h(Input, {
          label: words.expression,
          type: 'text',
          value: own,
          write: (text) => change({ ...draft, own: text }),
        })
      : h(Input, { label: words.time, type: 'time', value: time, write: (at) => change({ ...draft, time: at }) }),
    h(Input, {
      label: words.timezone,
      type: 'text',
      value: timezone,
      options: TIME_ZONES,
      problem: timeZoneNamed(timezone) === null ? words.noTimezone : '',
      write: (name) => change({ ...draft, timezone: name }),
    }),
  );
}

/** What the choice comes to; when that is due next, the server says once it is saved. */
function Due({ draft }: Pick<TimesProps, 'draft'>): JSX.Element {
  const { briefings: words, language } = useWords();
  const isKnown = timeZoneNamed(draft.timezone) !== null;
  const said = isKnown ? saidOf(expressionOf(draft), words, language) : words.noTimezone;
  return h(Fragment, {}, h('p', { class: 'quiet' }, words.timezoneOfAll), h('p', { role: 'status' }, said));
}

interface InputProps {
  readonly label: string;
  readonly type: 'time' | 'text';
  readonly value: string;
  readonly write: (value: string) => void;
  /** To choose from. */
  readonly options?: readonly string[];
  /** Why it cannot be sent; empty: it can. */
  readonly problem?: string;
}

function Input({ label, type, value, write, options = [], problem = '' }: InputProps): JSX.Element {
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  useEffect(() => field.current?.setCustomValidity(problem), [problem]);
  const change = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => write(currentTarget.value);
  const choices = options.length === 0 ? undefined : list;
  return h(
    'label',
    {},
    label,
    h('input', { ref: field, type, value, list: choices, required: true, maxLength: 100, onInput: change }),
    choices === undefined
      ? null
      : h(
          'datalist',
          { id: list },
          options.map((name) => h('option', { key: name, value: name })),
        ),
  );
}
