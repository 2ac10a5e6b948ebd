import type { BriefingInput, BriefingOutcome } from '@plumbline/contracts/briefings/briefing-activities';
import { ApplicationFailure, condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';
import { briefingProgressQuery, slotOf } from '../../../workflows/briefing/messages.ts';

export { scheduledBriefing } from '../../../workflows/briefing/scheduled-briefing.ts';

/** Ends a briefing of a folder that waits. */
export const endSignal = defineSignal('end');

export interface BriefingNotes {
  noteBriefing(input: BriefingInput): Promise<void>;
}

const { noteBriefing } = proxyActivities<BriefingNotes>({ startToCloseTimeout: 60_000 });

/** Notes what it was asked for. The folder says what becomes of it: `/fails` and `/waits` do so. */
export async function briefing(input: BriefingInput): Promise<BriefingOutcome> {
  let hasEnded = input.folder !== '/waits';
  setHandler(endSignal, () => {
    hasEnded = true;
  });
  setHandler(briefingProgressQuery, () => ({ stage: 'corpus', details: ['state: 3 themes'] }));
  await noteBriefing(input);
  if (input.folder === '/fails') throw ApplicationFailure.nonRetryable('the disk is on fire');
  await condition(() => hasEnded);
  const { slotId } = slotOf(input.kind, input.time, input.timezone);
  return {
    status: 'published',
    slotId,
    outputPath: `outputs/daily/${slotId}${input.isBackfill ? '-backfill' : ''}.md`,
    reason: '',
    diagnostics: [],
    issues: [],
  };
}
