import { Fragment, h, type JSX, type TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import type { Briefing } from '../api/briefings-client.ts';
import {
  cronOf,
  type PickedSchedule,
  pickedSchedule,
  spokenInterval,
  spokenSchedule,
  weekdayIn,
} from '../models/calendar.ts';
import type { PageLanguage } from '../models/language.ts';
import { useApi } from '../parts/api-context.ts';
import { SendingFault, useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import type { BriefingWords } from '../words/briefings-english.ts';

type Schedule = Briefing['schedules'][number];

interface SchedulesProps {
  readonly briefing: Briefing;
  /** Shows the briefing as it is after a change. */
  readonly again: () => void;
}

/** When a briefing runs by itself, in words, and ways to change that. */
export function Schedules({ briefing, again }: SchedulesProps): JSX.Element {
  const { briefings: words } = useWords();
  const [opened, setOpened] = useState<Schedule['kind'] | null>(null);
  const { schedules } = briefing;
  const done = () => {
    setOpened(null);
    again();
  };
  const [free] = freeKinds(briefing, words);
  const picker = (schedule: Schedule | null, kind: Schedule['kind']) =>
    h(SchedulePicker, { key: `picker-${kind}`, briefing, schedule, kind, done, leave: () => setOpened(null) });
  const button = (kind: Schedule['kind'], text: string, label = text) =>
    h('button', { type: 'button', 'aria-label': label, onClick: () => setOpened(kind) }, text);
  return h(
    'div',
    { class: 'schedules' },
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

function dayAndTime(language: string, time: string, timeZone: string): string {
  const form = { weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit', minute: '2-digit' } as const;
  return new Intl.DateTimeFormat(language, { ...form, timeZone }).format(new Date(time));
}

function saidOf(cron: string, words: BriefingWords, language: PageLanguage): string {
  const spoken = spokenSchedule(cron, language);
  return spoken === null ? words.ownSchedule : words.recurs[spoken.days](spoken.time, spoken.weekday);
}

function freeKinds({ schedules }: Briefing, { kinds }: BriefingWords): Schedule['kind'][] {
  const all = Object.keys(kinds) as Schedule['kind'][];
  return all.filter((kind) => !schedules.some((schedule) => schedule.kind === kind));
}

interface PickerProps extends Pick<SchedulesProps, 'briefing'> {
  /** Null: it is a new one. */
  readonly schedule: Schedule | null;
  readonly kind: Schedule['kind'];
  readonly done: () => void;
  readonly leave: () => void;
}

const MORNING: PickedSchedule = { days: 'daily', weekday: 1, time: '06:00' };
const DAYS = ['daily', 'weekdays', 'weekly', 'own'] as const;

/** What is chosen; `own`: an expression, where days and a time do not say it. */
export interface Draft extends Omit<PickedSchedule, 'days'> {
  readonly days: (typeof DAYS)[number];
  readonly own: string;
}

export function draftOf(cron: string | null): Draft {
  const known = cron === null ? MORNING : pickedSchedule(cron);
  return known === null ? { ...MORNING, days: 'own', own: cron ?? '' } : { ...known, own: cron ?? '' };
}

export function expressionOf({ days, own, ...picked }: Draft): string {
  return days === 'own' ? own : cronOf({ days, ...picked });
}

/** Chooses what runs, and when. */
function SchedulePicker({ briefing, schedule, kind: first, done, leave }: PickerProps): JSX.Element {
  const { briefings: words } = useWords();
  const api = useApi();
  const { isSending, error, send } = useSending();
  const [kind, setKind] = useState(first);
  const [draft, setDraft] = useState(() => draftOf(schedule?.cron ?? null));
  const save = (wanted: string | null) =>
    send(async () => {
      await api.scheduleBriefing(briefing.name, kind, wanted);
      done();
    });
  const submit = (event: Event) => {
    event.preventDefault();
    save(expressionOf(draft));
  };
  const button = (text: string, onClick: () => void, className?: string) =>
    h('button', { type: 'button', class: className, disabled: isSending, onClick }, text);
  return h(
    'form',
    { class: 'fields schedule-picker', onSubmit: submit },
    schedule !== null
      ? null
      : h(Select<Schedule['kind']>, {
          label: words.kind,
          value: kind,
          choose: (one) => setKind(one),
          options: freeKinds(briefing, words),
          nameOf: (one) => words.kinds[one],
        }),
    h(Times, { draft, change: setDraft, timezone: briefing.timezone }),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'submit', class: 'primary', disabled: isSending }, words.save),
      schedule === null ? null : button(words.noLonger, () => save(null)),
      button(words.keep, leave, 'plain'),
    ),
    h(SendingFault, { error }),
  );
}

interface TimesProps extends Pick<Briefing, 'timezone'> {
  readonly draft: Draft;
  readonly change: (draft: Draft) => void;
}

/** Days and a time; an expression only where that is wanted. */
export function Times({ draft, change, timezone }: TimesProps): JSX.Element {
  const { briefings: words, language } = useWords();
  const { days, weekday, time, own } = draft;
  const chooseDays = (chosen: Draft['days']) => change({ ...draft, own: expressionOf(draft), days: chosen });
  return h(
    Fragment,
    {},
    h(Select<Draft['days']>, {
      label: words.days,
      value: days,
      choose: chooseDays,
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
    h('p', { class: 'quiet', role: 'status' }, `${saidOf(expressionOf(draft), words, language)} · ${timezone}`),
  );
}

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choose: (value: Value) => void;
  readonly options: readonly Value[];
  readonly nameOf: (value: Value) => string;
}

export function Select<Value extends string>({
  label,
  value,
  choose,
  options,
  nameOf,
}: SelectProps<Value>): JSX.Element {
  const change = ({ currentTarget }: TargetedEvent<HTMLSelectElement>) => {
    const chosen = options[currentTarget.selectedIndex];
    if (chosen !== undefined) choose(chosen);
  };
  return h(
    'label',
    {},
    label,
    h(
      'select',
      { value, onChange: change },
      options.map((name) => h('option', { key: name, value: name }, nameOf(name))),
    ),
  );
}

interface InputProps {
  readonly label: string;
  readonly type: 'time' | 'text';
  readonly value: string;
  readonly write: (value: string) => void;
}

function Input({ label, type, value, write }: InputProps): JSX.Element {
  const change = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => write(currentTarget.value);
  return h('label', {}, label, h('input', { type, value, required: true, maxLength: 100, onInput: change }));
}
