import { h, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ListedRun } from '../api/api-types.ts';
import { comparableRuns } from '../models/comparison.ts';
import { pathOfComparison, pathOfRun } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';

/** Asks which report a report is to be compared with. */
export function ChooseView({ researchId }: { readonly researchId: string }): JSX.Element {
  const { compare } = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded('comparable', () => api.listRuns());
  useEffect(() => {
    document.title = `${compare.with} – Plumbline`;
  }, [compare]);
  return h(
    'div',
    { class: 'column' },
    h('h1', {}, compare.with),
    h(Awaited<readonly ListedRun[]>, {
      loaded,
      again,
      show: (runs) => h(Choice, { researchId, runs }),
    }),
  );
}

function Choice({ researchId, runs }: { readonly researchId: string; readonly runs: readonly ListedRun[] }) {
  const { compare } = useWords();
  const own = runs.find((run) => run.researchId === researchId);
  const others = comparableRuns(runs, researchId);
  return [
    h('p', { key: 'own' }, h('a', { href: pathOfRun(researchId), onClick: follow }, own?.question ?? researchId)),
    h('h2', { key: 'choose' }, compare.choose),
    others.length === 0
      ? h('p', { key: 'none', class: 'quiet' }, compare.noOther)
      : h(
          'ul',
          { key: 'others', class: 'runs' },
          others.map((run) =>
            h(
              'li',
              { key: run.researchId },
              h('a', { href: pathOfComparison(researchId, run.researchId), onClick: follow }, run.question),
              h('p', { class: 'quiet' }, `${run.startedAt.slice(0, 10)} · ${run.researchId}`),
            ),
          ),
        ),
  ];
}
