import { h, type JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ListedRun } from '../api/api-types.ts';
import { pathOfRun } from '../models/route.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';

/** The runs, each with the way to its report. */
export function RunsView(): JSX.Element {
  const words = useWords();
  const api = useApi();
  const [loaded, again] = useLoaded('runs', () => api.listRuns());
  useEffect(() => {
    document.title = `${words.runs} – Plumbline`;
  }, [words]);
  return h(
    'div',
    { class: 'column' },
    h('h1', {}, words.runs),
    h(Awaited<readonly ListedRun[]>, {
      loaded,
      again,
      show: (runs) =>
        runs.length === 0 ? h('p', { class: 'quiet' }, words.noRuns) : h('ul', { class: 'runs' }, runs.map(Run)),
    }),
  );
}

function Run({ researchId, question, stage, startedAt }: ListedRun): JSX.Element {
  return h(
    'li',
    { key: researchId },
    h('a', { href: pathOfRun(researchId), onClick: follow }, question),
    h('p', { class: 'quiet' }, [stage ?? '', startedAt.slice(0, 10), researchId].filter(Boolean).join(' · ')),
  );
}
