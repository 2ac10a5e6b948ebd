import { Fragment, h, type JSX, type TargetedEvent } from 'preact';
import { useState } from 'preact/hooks';
import { byDay, dayIn, filterRuns, shortTitle, titleOf, type Work } from '../models/work.ts';
import { Ago } from '../parts/ago.ts';
import { Icon } from '../parts/icon.ts';
import { Awaited } from '../parts/loading.ts';
import { follow, useTitle } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { useWork } from '../parts/work-context.ts';

const STEP = 50;

/** Runs and conversations, newest first; runs that wait for a person are highlighted. */
export function RunsView(): JSX.Element {
  const words = useWords().runs;
  const { loaded, again, isStale } = useWork();
  useTitle(words.heading);
  return h(
    'div',
    { class: 'column' },
    h('h1', {}, words.heading),
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

function WorkSearch({ work: runs }: { readonly work: readonly Work[] }): JSX.Element {
  const words = useWords().runs;
  const [wanted, setWanted] = useState('');
  const [shown, setShown] = useState(STEP);
  const found = filterRuns(runs, wanted);
  const write = ({ currentTarget }: TargetedEvent<HTMLInputElement>) => setWanted(currentTarget.value);
  const field = { type: 'search', placeholder: words.search, value: wanted, onInput: write } as const;
  return h(
    Fragment,
    {},
    h('div', { class: 'run-filter', role: 'search' }, h('input', { 'aria-label': words.search, ...field })),
    h(
      'p',
      { class: 'quiet', role: 'status' },
      found.length === 0 ? words.noMatch : words.matches(found.length, runs.length),
    ),
    h(WorkByDay, { work: found.slice(0, shown) }),
    found.length > shown
      ? h(
          'button',
          { type: 'button', onClick: () => setShown(shown + STEP) },
          words.more(Math.min(STEP, found.length - shown)),
        )
      : null,
  );
}

function WorkByDay({ work }: { readonly work: readonly Work[] }): JSX.Element {
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
          of.map((one) => h(WorkRow, { key: one.path, work: one })),
        ),
      ),
    ),
  );
}

/** What was asked, how far it is, what it has found and used. */
function WorkRow({ work }: { readonly work: Work }): JSX.Element {
  const words = useWords().runs;
  const { path, stage, awaitingInput, startedAt, usage, findings } = work;
  const facts = [
    ...(findings === null ? [] : [words.findings(findings)]),
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
