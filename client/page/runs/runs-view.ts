import { Fragment, h, type JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ListedRun } from '../api/api-types.ts';
import { filterRuns } from '../models/run-filter.ts';
import { Awaited } from '../parts/loading.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { ListedRunRow } from './listed-run.ts';
import { RunFilterForm } from './run-filter-form.ts';
import { useRuns } from './use-runs.ts';

const STEP = 50;

/** The runs, newest first; those that wait for somebody stand out. */
export function RunsView(): JSX.Element {
  const words = useWords().runs;
  const { loaded, again, isStale } = useRuns();
  useEffect(() => {
    document.title = `${words.heading} – Plumbline`;
  }, [words]);
  return h(
    'div',
    { class: 'column' },
    h('h1', {}, words.heading),
    isStale ? h('p', { class: 'warning quiet', role: 'status' }, words.stale) : null,
    h(Awaited<readonly ListedRun[]>, {
      loaded,
      again,
      show: (runs) => (runs.length === 0 ? h(NoRuns, {}) : h(RunList, { runs })),
    }),
  );
}

function NoRuns(): JSX.Element {
  const words = useWords().runs;
  return h('p', { class: 'empty' }, `${words.none} `, h('a', { href: '/ask', onClick: follow }, words.startOne));
}

function RunList({ runs }: { readonly runs: readonly ListedRun[] }): JSX.Element {
  const words = useWords().runs;
  const [filter, setFilter] = useState({ words: '', stage: '', isAwaitingOnly: false });
  const [shown, setShown] = useState(STEP);
  const found = filterRuns(runs, filter);
  return h(
    Fragment,
    {},
    h(RunFilterForm, { runs, filter, setFilter }),
    h(
      'p',
      { class: 'quiet', role: 'status' },
      found.length === 0 ? words.noMatch : words.matches(found.length, runs.length),
    ),
    h(
      'ul',
      { class: 'runs' },
      found.slice(0, shown).map((run) => h(ListedRunRow, { key: run.researchId, run })),
    ),
    found.length > shown
      ? h(
          'button',
          { type: 'button', onClick: () => setShown(shown + STEP) },
          words.more(Math.min(STEP, found.length - shown)),
        )
      : null,
  );
}
