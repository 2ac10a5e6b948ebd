import { hasFailed, type ResearchProgress, type Stage } from '@plumbline/contracts/report/progress';
import type { ForkPoint } from '@plumbline/contracts/research/fork';
import { commands } from '../errors/failures.ts';

/** How a run ended without a report, as the beginning of a sentence. */
export function describeRunEnd(stage: Stage | null, failure: string | null): string {
  if (stage === 'cancelled') return 'the run was cancelled';
  return `the run ${stage === 'halted' ? 'halted' : 'failed'}: ${failure ?? 'no reason is known'}`;
}

const KEPT: Readonly<Record<ForkPoint, string>> = {
  plan: 'The question as understood is kept',
  research: 'Its plan is kept',
  synthesis: 'Everything it found is kept',
};

interface EndedRun {
  readonly researchId: string;
  readonly question: string;
  readonly stage: Stage | null;
  readonly progress: Pick<ResearchProgress, 'resumesFrom'> | null;
  readonly hasReport: boolean;
}

/** What to do about a run that failed, in sentences with a command; null: it did not. */
export function adviceFor({ researchId, question, stage, progress, hasReport }: EndedRun): string | null {
  if (hasReport || !hasFailed(stage)) return null;
  const from = progress?.resumesFrom;
  return from === undefined
    ? `It completed no stage. Ask again, with the same options; paid answers are reused: ${commands.askAgain(question)}`
    : `${KEPT[from]}. Once the cause is fixed, continue the run: ${commands.resume(researchId)}`;
}
