import type { Stage } from '../../workflows/contracts/progress.ts';

/** How a run ended without a report, as the beginning of a sentence. */
export function describeRunEnd(stage: Stage | null, failure: string | null): string {
  if (stage === 'cancelled') return 'the run was cancelled';
  return `the run ${stage === 'halted' ? 'halted' : 'failed'}: ${failure ?? 'no reason is known'}`;
}
