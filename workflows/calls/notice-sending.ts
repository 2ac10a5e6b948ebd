import { CancellationScope, log } from '@temporalio/workflow';
import type { Notice } from '../contracts/report/notice.ts';
import { describeCause } from './activity-failures.ts';
import { callActivity } from './activity-options.ts';

/** In milliseconds. A run that has ended waits no longer for a recipient that is away. */
const LONGEST_END_MS = 30_000;

/**
 * Tells every recipient, each in an activity of its own, so that one that is away costs the others nothing. Never throws.
 *
 * @param isEnd nothing is sent after the workflow has ended, so it waits a moment
 */
export async function sendNotice(notice: Notice, recipients: readonly string[], isEnd: boolean): Promise<void> {
  const telling = recipients.map(async (recipient) => {
    const send = () => callActivity('sendNotice', { recipient, notice }, `notify: ${notice.event}`);
    try {
      await (isEnd ? CancellationScope.withTimeout(LONGEST_END_MS, send) : send());
    } catch (error) {
      log.warn('a notice was not delivered', { event: notice.event, cause: describeCause(error) });
    }
  });
  await Promise.all(telling);
}
