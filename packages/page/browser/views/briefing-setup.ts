import { Fragment, h, type JSX, type TargetedEvent } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ServedSources, WantedBriefing } from '../api/api-types.ts';
import { timeZoneNamed } from '../models/calendar.ts';
import { refusalOf } from '../models/refusal.ts';
import { pathOfBriefing } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Button } from '../parts/button.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { go } from '../parts/router.ts';
import { useSending } from '../parts/sending.ts';
import { useWords } from '../parts/words-context.ts';
import type { BriefingWords } from '../words/briefings-words.ts';
import { FieldProblem, FormProblem, invalidBy, TextField } from './field-problem.ts';
import { Check } from './run-options.ts';
import { draftOf, expressionOf, Times } from './schedules.ts';

const SHORTEST_THEME = 3;

/** Sets a briefing up by five questions. */
export function SetUp(): JSX.Element {
  const { setUp: words } = useWords().briefings;
  const api = useApi();
  const [isOpen, setIsOpen] = useState(false);
  const [hasLeft, setHasLeft] = useState(false);
  const [loaded, again] = useLoaded(`sources ${isOpen}`, () => api.readSources());
  const opener = useRef<HTMLButtonElement>(null);
  // Before the next key can go to what is gone.
  useLayoutEffect(() => {
    if (hasLeft) opener.current?.focus();
  }, [hasLeft]);
  const open = () => {
    setHasLeft(false);
    setIsOpen(true);
  };
  const leave = () => {
    setIsOpen(false);
    setHasLeft(true);
  };
  if (!isOpen) return h('p', {}, h(Button, { ref: opener, act: open }, words.begin));
  const show = (sources: ServedSources) => h(SetUpForm, { sources, leave });
  return h(Awaited<ServedSources>, { loaded, again, show });
}

interface FormProps {
  readonly sources: ServedSources;
  readonly leave: () => void;
}

/** What is typed and chosen so far. */
interface Typed extends Omit<WantedBriefing, 'themes' | 'cron' | 'language' | 'timezone'> {
  readonly themes: string;
  readonly times: ReturnType<typeof draftOf>;
}

interface PartProps {
  readonly typed: Typed;
  readonly change: (changes: Partial<Typed>) => void;
  /** Of a field; null: none. */
  readonly problem: (field: string) => string | null;
}

function SetUpForm({ sources, leave }: FormProps): JSX.Element {
  const { briefings, ask, language } = useWords();
  const { setUp: words } = briefings;
  const api = useApi();
  const { isSending, error, send } = useSending();
  const [typed, setTyped] = useState(() => beginningWith(sources));
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => form.current?.querySelector('input')?.focus(), []);
  const refusal = error instanceof Error ? refusalOf(error, (path) => path.split('.')[0] ?? '', ask) : null;
  const submit = (event: Event) => {
    event.preventDefault();
    const { themes, times, ...said } = typed;
    send(async () => {
      const timezone = timeZoneNamed(times.timezone) ?? times.timezone;
      const wanted = { ...said, language, timezone, themes: themesIn(themes), cron: expressionOf(times) };
      requireNamed(wanted, words);
      go(pathOfBriefing((await api.setUpBriefing(wanted)).name));
    });
  };
  const change: PartProps['change'] = (changes) => setTyped({ ...typed, ...changes });
  const part: PartProps = { typed, change, problem: (field) => refusal?.fields.get(field) ?? null };
  return h(
    'form',
    { class: 'fields schedule-picker', ref: form, onSubmit: submit, noValidate: true },
    h('h2', {}, words.begin),
    h(About, part),
    h(Places, { ...part, sources }),
    h(When, part),
    h(Check, { label: words.tell, isOn: typed.notify, toggle: () => change({ notify: !typed.notify }) }),
    h('p', { class: 'quiet' }, words.outputs),
    refusal === null ? null : h(FormProblem, { refusal }),
    h(
      'div',
      { class: 'actions' },
      h('button', { type: 'submit', class: 'primary', disabled: isSending }, words.create),
      h(Button, { class: 'plain', disabled: isSending, act: leave }, briefings.keep),
    ),
  );
}

function beginningWith({ documents, web }: ServedSources): Typed {
  const { timeZone: timezone } = Intl.DateTimeFormat().resolvedOptions();
  const isWeb = documents.length === 0 && web.length > 0;
  return { title: '', themes: '', documents, web: isWeb, times: draftOf(null, timezone), notify: true };
}

/** @throws as the server would refuse it, in the reader's words */
function requireNamed({ title, themes }: WantedBriefing, words: BriefingWords['setUp']): void {
  const issues = [
    ...(title.trim() === '' ? [{ path: 'title', message: words.titleNeeded }] : []),
    ...(themes.length === 0 || themes.some((theme) => theme.title.length < SHORTEST_THEME)
      ? [{ path: 'themes', message: words.themesNeeded }]
      : []),
  ];
  if (issues.length > 0) throw Object.assign(new Error(words.begin), { issues });
}

/** "Grid fees (ACER, Terna)", a theme in each line. */
function themesIn(typed: string): WantedBriefing['themes'] {
  const lines = typed.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, title = line, names = ''] = /^([^()]+)\(([^()]*)\)$/u.exec(line) ?? [];
      const actors = names.split(',').map((name) => name.trim());
      return { title: title.trim(), actors: actors.filter((name) => name !== '') };
    });
}

/** What it is about, and its themes. */
function About({ typed, change, problem }: PartProps): JSX.Element {
  const { setUp: words } = useWords().briefings;
  const write = ({ currentTarget }: TargetedEvent<HTMLTextAreaElement>) => change({ themes: currentTarget.value });
  const placeholder = words.themesExample;
  const input = { id: 'themes', rows: 4, maxLength: 4_000, placeholder, value: typed.themes, onInput: write };
  const problemOfThemes = problem('themes');
  return h(
    Fragment,
    {},
    h(TextField, {
      field: 'title',
      label: words.title,
      value: typed.title,
      placeholder: '',
      problem: problem('title'),
      write: (title) => change({ title }),
    }),
    h(
      'div',
      {},
      h('label', { for: 'themes' }, words.themes),
      h('textarea', { ...input, ...invalidBy('themes', problemOfThemes) }),
      h(FieldProblem, { field: 'themes', problem: problemOfThemes }),
    ),
  );
}

/** Where it looks. */
function Places({ typed, change, problem, sources }: PartProps & Pick<FormProps, 'sources'>): JSX.Element {
  const { setUp: words } = useWords().briefings;
  const { documents, web } = typed;
  const toggled = (name: string) =>
    documents.includes(name) ? documents.filter((other) => other !== name) : [...documents, name];
  const folder = (name: string) =>
    h(Check, {
      key: name,
      label: name,
      isOn: documents.includes(name),
      toggle: () => change({ documents: toggled(name) }),
    });
  return h(
    'fieldset',
    { id: 'documents', tabIndex: -1, ...invalidBy('documents', problem('documents')) },
    h('legend', {}, words.places),
    sources.documents.length + sources.web.length === 0 ? h('p', { class: 'quiet' }, words.noPlaces) : null,
    sources.documents.map(folder),
    sources.web.length === 0 ? null : h(Check, { label: words.web, isOn: web, toggle: () => change({ web: !web }) }),
    h(FieldProblem, { field: 'documents', problem: problem('documents') }),
  );
}

/** Days, a time and its zone. */
function When({ typed, change, problem }: PartProps): JSX.Element {
  const { setUp: words } = useWords().briefings;
  return h(
    'fieldset',
    {},
    h('legend', {}, words.when),
    h(Times, { draft: typed.times, change: (times) => change({ times }) }),
    h(FieldProblem, { field: 'cron', problem: problem('cron') ?? problem('timezone') }),
  );
}
