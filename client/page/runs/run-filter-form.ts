import { h, type JSX, type TargetedEvent } from 'preact';
import type { ListedRun } from '../api/api-types.ts';
import { type RunFilter, stagesIn } from '../models/run-filter.ts';
import { useWords } from '../parts/words-context.ts';

interface FilterProps {
  readonly runs: readonly ListedRun[];
  readonly filter: RunFilter;
  readonly setFilter: (filter: RunFilter) => void;
}

/** What to look for among the runs. */
export function RunFilterForm({ runs, filter, setFilter }: FilterProps): JSX.Element {
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
