import { Fragment, h, type JSX, type TargetedEvent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ListedRun } from '../api/api-types.ts';
import { pathOfRun } from '../models/route.ts';
import { filterRuns, type RunFilter, stagesIn } from '../models/run-filter.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, type Loaded, useLoaded } from '../parts/loading.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';

const REFRESH_MS = 5_000;
/** A server whose list takes long is asked less often: it spends at most a tenth of its time on one reader. */
const PAUSE_FACTOR = 9;

const STEP = 50;

/** The runs, newest first; runs that wait for a person are highlighted. */
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

/** A run of the list: what was asked, how far it is, what it has found and used. */
function ListedRunRow({ run }: { readonly run: ListedRun }): JSX.Element {
  const { language, runs: words } = useWords();
  const { researchId, question, stage, awaitingInput, startedAt, usage, findings } = run;
  const facts = [
    new Date(startedAt).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' }),
    ...(findings === null ? [] : [words.findings(findings)]),
    ...(usage === null || usage.modelCalls === 0 ? [] : [words.modelCalls(usage.modelCalls)]),
    ...(usage === null || usage.money === 0 ? [] : [words.money(usage.money)]),
  ];
  return h(
    'li',
    { class: awaitingInput ? 'awaiting' : '' },
    h('a', { href: pathOfRun(researchId), onClick: follow }, question === '' ? researchId : question),
    h(
      'p',
      { class: 'quiet' },
      awaitingInput ? h('strong', { class: 'awaits' }, words.awaitsYou) : null,
      h('span', { class: `stage stage-${stage ?? 'unknown'}` }, words.stages[stage ?? ''] ?? stage ?? ''),
      facts.map((fact) => h('span', { key: fact }, fact)),
    ),
  );
}

interface RefreshedRuns {
  readonly loaded: Loaded<readonly ListedRun[]>;
  readonly again: () => void;
  /** The last refresh failed. */
  readonly isStale: boolean;
}

/** The runs, asked for again while somebody looks at them. */
function useRuns(): RefreshedRuns {
  const api = useApi();
  const [loaded, again] = useLoaded('runs', () => api.listRuns());
  const [newer, setNewer] = useState<readonly ListedRun[] | null>(null);
  const [isStale, setStale] = useState(false);
  useEffect(() => {
    if (loaded.state !== 'loaded') return;
    let timer = 0;
    let isWanted = true;
    const refresh = async () => {
      const begun = performance.now();
      if (!document.hidden) {
        const runs = await api.listRuns().catch(() => null);
        if (!isWanted) return;
        setStale(runs === null);
        if (runs !== null) setNewer(runs);
      }
      const took = performance.now() - begun;
      timer = window.setTimeout(() => void refresh(), Math.max(REFRESH_MS, took * PAUSE_FACTOR));
    };
    timer = window.setTimeout(() => void refresh(), REFRESH_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [loaded.state]);
  const shown = loaded.state === 'loaded' && newer !== null ? { ...loaded, value: newer } : loaded;
  return { loaded: shown, again, isStale };
}

interface FilterProps {
  readonly runs: readonly ListedRun[];
  readonly filter: RunFilter;
  readonly setFilter: (filter: RunFilter) => void;
}

/** What to look for among the runs. */
function RunFilterForm({ runs, filter, setFilter }: FilterProps): JSX.Element {
  const words = useWords().runs;
  const awaiting = runs.filter(({ awaitingInput }) => awaitingInput).length;
  return h(
    'div',
    { class: 'run-filter', role: 'search' },
    h('input', {
      type: 'search',
      'aria-label': words.search,
      placeholder: words.search,
      value: filter.words,
      onInput: (event: TargetedEvent<HTMLInputElement>) => setFilter({ ...filter, words: event.currentTarget.value }),
    }),
    h(
      'select',
      {
        'aria-label': words.stage,
        value: filter.stage,
        onChange: (event: TargetedEvent<HTMLSelectElement>) =>
          setFilter({ ...filter, stage: event.currentTarget.value }),
      },
      h('option', { value: '' }, words.anyStage(runs.length)),
      stagesIn(runs).map(([stage, count]) =>
        h('option', { key: stage, value: stage }, `${words.stages[stage] ?? stage} (${count})`),
      ),
    ),
    h(
      'label',
      { class: 'check-field' },
      h('input', {
        type: 'checkbox',
        checked: filter.isAwaitingOnly,
        onChange: () => setFilter({ ...filter, isAwaitingOnly: !filter.isAwaitingOnly }),
      }),
      h('span', {}, words.awaitingOnly(awaiting)),
    ),
  );
}
