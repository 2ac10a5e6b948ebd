import { h, type JSX } from 'preact';
import type { Stage } from '../../../workflows/contracts/progress.ts';
import { stagePathOf } from '../models/stage-path.ts';
import { useWords } from '../parts/words-context.ts';

/** The stages of a run: done, present, to come. */
export function StagePath({ stage }: { readonly stage: Stage | null }): JSX.Element {
  const { live } = useWords();
  return h(
    'ol',
    { class: 'stages', 'aria-label': live.path },
    stagePathOf(stage).map(({ stage: name, state }) =>
      h(
        'li',
        { key: name, class: state, 'aria-current': state === 'present' ? 'step' : undefined },
        live.stages[name],
        h('span', { class: 'unseen' }, ` (${live.stageState[state]})`),
      ),
    ),
  );
}
