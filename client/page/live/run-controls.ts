import { h, type JSX } from 'preact';
import type { Stage } from '../../../workflows/contracts/progress.ts';
import type { ShownRun } from '../api/run-types.ts';
import { useApi } from '../parts/api-context.ts';
import { useWords } from '../parts/words-context.ts';
import { Confirmed } from './confirmed.ts';
import { ExtendRun } from './extend-run.ts';
import { SteerRun } from './steer-run.ts';

/** From here on the report is being written. */
const AFTER_RESEARCH: readonly (Stage | null)[] = ['validating', 'synthesizing', 'verifying'];

/** What a person can do to a run under way. */
export function RunControls({ run }: { readonly run: ShownRun }): JSX.Element {
  const { live } = useWords();
  const api = useApi();
  const { researchId, stage, progress } = run;
  // Where the run waits at a limit, what there is to decide stands with the wait.
  const isAtLimit = (progress?.waits ?? []).some(({ kind }) => kind === 'budget');
  return h(
    'section',
    { class: 'controls', 'aria-labelledby': 'live-controls' },
    h('h2', { id: 'live-controls' }, live.controls),
    progress === null ? null : h(SteerRun, { researchId, tasks: progress.tasks }),
    progress === null || isAtLimit ? null : h(ExtendRun, { researchId, limits: progress.limits }),
    isAtLimit || AFTER_RESEARCH.includes(stage)
      ? null
      : h(Confirmed, { words: live.finish, act: () => api.finishRun(researchId) }),
    h(Confirmed, { words: live.cancel, act: () => api.cancelRun(researchId) }),
  );
}
