import { h, type JSX } from 'preact';
import type { ShownRun } from '../api/run-types.ts';
import { useWords } from '../parts/words-context.ts';

const ENDS = ['published', 'stopped', 'halted', 'failed', 'cancelled'] as const;

/** How a run ended whose report is not here: the reason, and what to do; what it settled is kept. */
export function RunEnd({ run }: { readonly run: ShownRun }): JSX.Element {
  const { live } = useWords();
  const { researchId, stage, failure, progress } = run;
  const end = ENDS.find((each) => each === stage) ?? 'failed';
  return h(
    'section',
    { class: 'need', role: 'status' },
    h('p', {}, h('strong', {}, live.ends[end])),
    failure === null || stage === 'cancelled' ? null : h('p', {}, live.endReason(failure)),
    end !== 'cancelled' && progress?.resumesFrom !== undefined
      ? h('p', {}, live.resumes, ' ', h('code', {}, `npx plumbline resume ${researchId}`))
      : h('p', { class: 'quiet' }, live.afterEnd[end]),
  );
}
