import { Fragment, type JSX, type TargetedEvent, h } from 'preact';
import { useState } from 'preact/hooks';
import { type Work, byDay, dayIn, filterRuns, placeIn, shortTitle, titleOf } from '../models/work.ts';
import { Ago } from '../parts/ago.ts';
import { Button } from '../parts/button.ts';
import { Icon } from '../parts/icon.ts';
import { Awaited } from '../parts/loading.ts';
import { follow, View } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { useReadWork, useWork } from '../parts/work-context.ts';

/** Runs and conversations, newest first; runs that wait for a person are highlighted. */
export function RunsView(): JSX.Element {
  const words = useWords().runs;
  const { loaded, again, isStale } = useWork();
  return h(
    View,
    { heading: words.heading },
    isStale ? h('p', { class: 'warning quiet', role: 'status' }, words.stale) : null,
    h(Awaited<readonly Work[]>, {
      loaded,
      again,
      show: (work) => (work.length === 0 ? h(NoWork, {}) : h(WorkSearch, { work })),
    }),
  );
}

function NoWork(): JSX.Element {
  const words = useWords().runs;
  return h('p', { class: 'empty' }, `${words.none} `, h('a', { href: '/', onClick: follow }, words.startOne));
}

function WorkSearch({ work }: { readonly work: readonly Work[] }): JSX.Element {
  const words = useWords().runs;
  const [wanted, setWanted] = useState('');
  const write = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setWanted(currentTarget.value);
  const field = { type: 'search', placeholder: words.search, value: wanted, onInput: write } as const;
  return h(
    Fragment,
    {},
    h('div', { class: 'run-filter', role: 'search' }, h('input', { 'aria-label': words.search, ...field })),
    h(FoundWork, { work, wanted }),
  );
}

const STEP = 50;

interface FoundProps {
  readonly work: readonly Work[];
  readonly wanted: string;
}

/** What has the words in its title, day by day; with a press, also what has them in its answers or its report. */
export function FoundWork({ work, wanted }: FoundProps): JSX.Element {
  const words = useWords().runs;
  const [shown, setShown] = useState(STEP);
  const found = filterRuns(work, wanted);
  return h(
    Fragment,
    {},
    h(
      'p',
      { class: 'quiet', role: 'status' },
      found.length === 0 ? words.noMatch : found.length < work.length && words.matches(found.length, work.length),
    ),
    h(WorkByDay, { work: found.slice(0, shown) }),
    found.length > shown
      ? h(Button, { act: () => setShown(shown + STEP) }, words.more(Math.min(STEP, found.length - shown)))
      : null,
    wanted.trim() === '' ? null : h(InTexts, { key: wanted, wanted, work: work.filter((one) => !found.includes(one)) }),
  );
}

function InTexts({ work, wanted }: FoundProps): JSX.Element | null {
  const words = useWords().runs;
  const [read, search] = useReadWork(work, ({ text }) => placeIn(text, wanted));
  if (work.length === 0) return null;
  if (read === null) return h(Button, { icon: 'run', act: search }, words.searchTexts);
  const { found, count, all } = read;
  return h(
    Fragment,
    {},
    h('p', { class: 'quiet', role: 'status' }, words.inTexts(found.size, count, all)),
    h(WorkByDay, { work: work.filter(({ path }) => found.has(path)), places: found }),
  );
}

interface DaysProps extends Pick<FoundProps, 'work'> {
  /** Where the words stand, by path. */
  readonly places?: ReadonlyMap<string, string>;
}

function WorkByDay({ work, places }: DaysProps): JSX.Element {
  const { language } = useWords();
  return h(
    Fragment,
    {},
    byDay(work).map(([day, of]) =>
      h(
        'section',
        { key: day.getTime(), class: 'day' },
        h('h2', {}, dayIn(language, day)),
        h(
          'ul',
          { class: 'runs' },
          of.map((one) => h(WorkRow, { key: one.path, work: one, place: places?.get(one.path) ?? '' })),
        ),
      ),
    ),
  );
}

/** What was asked, how far it is, what it has found and used. */
function WorkRow({ work, place }: { readonly work: Work; readonly place: string }): JSX.Element {
  const words = useWords().runs;
  const { path, stage, awaitingInput, startedAt, usage, findings } = work;
  const facts = [
    // A report is written from a choice of them, and of what it looked for again.
    ...(findings === null || stage === 'published' ? [] : [words.findings(findings)]),
    ...(usage === null || usage.modelCalls === 0 ? [] : [words.modelCalls(usage.modelCalls)]),
    ...(usage === null || usage.money === 0 ? [] : [words.money(usage.money)]),
  ];
  return h(
    'li',
    { class: awaitingInput ? 'awaiting' : '' },
    h(
      'a',
      { href: path, title: titleOf(work), onClick: follow },
      h(Icon, { name: work.kind }),
      shortTitle(titleOf(work)),
    ),
    place === '' ? null : h('p', {}, place),
    h(
      'p',
      { class: 'quiet' },
      awaitingInput ? h('strong', { class: 'awaits' }, h(Icon, { name: 'waits' }), words.awaitsYou) : null,
      h('span', { class: `stage stage-${stage ?? 'unknown'}` }, words.stages[stage ?? ''] ?? stage ?? ''),
      h(Ago, { time: startedAt }),
      facts.map((fact) => h('span', { key: fact }, fact)),
    ),
  );
}
