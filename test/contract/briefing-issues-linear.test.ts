import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFailure } from '../../activities/entries/failures.ts';
import { createLinearWorld, wantedIssue, wantedIssues } from '../support/builders/issue-trackers.ts';
import { refusal } from '../support/servers/linear-server.ts';

const ISSUE = wantedIssue();
const CLOSED = { key: ISSUE.key, reason: 'Two confirmed items.' };

describe('issues in Linear', () => {
  let world: Awaited<ReturnType<typeof createLinearWorld>>;

  beforeEach(async () => {
    world = await createLinearWorld();
  });
  afterEach(async () => {
    world.server.assertDone();
    await world.dispose();
  });

  it('is waited for until the limit that is used up is reset', async () => {
    const reset = Date.now() + 30_000;
    const headers = {
      'x-ratelimit-requests-remaining': '0',
      'x-ratelimit-requests-reset': String(reset),
      'x-ratelimit-complexity-remaining': '9000',
      'x-ratelimit-complexity-reset': String(Date.now() + 3_600_000),
    };
    world.server.failNext('createIssue', refusal(400, 'ratelimited', 'Rate limit exceeded', headers));
    const error: unknown = await world.file([ISSUE]).catch((thrown: unknown) => thrown);

    const details = (toFailure(error) as { details?: { retryAfterMs: number }[] }).details;
    expect(details?.[0]?.retryAfterMs).toBeGreaterThanOrEqual(reset - Date.now());
    expect(details?.[0]?.retryAfterMs).toBeLessThanOrEqual(30_000);
  });

  it('gets one label for all issues, also when the answer to its creation was lost', async () => {
    world.server.failNext('createIssueLabel', 'lose-answer');
    await world.file(wantedIssues(3)).catch(() => {});
    await world.file(wantedIssues(3));

    expect(world.server.labels).toEqual([{ id: 'label-1', name: 'plumbline' }]);
    expect(world.server.issues.map(({ labelIds }) => labelIds)).toEqual([['label-1'], ['label-1'], ['label-1']]);
  });

  it('closes into the first completed state of the team', async () => {
    await world.file([ISSUE]);
    await world.file([], [CLOSED]);

    expect(world.server.issues).toMatchObject([{ stateId: 'state-done' }]);
  });

  it('knows a team by its key', async () => {
    const settings = { ...world.settings, adapter: 'linear', teamId: 'ENG' } as const;
    await world.file([ISSUE], [], { settings });

    expect(await world.list()).toMatchObject([{ key: ISSUE.key, reference: 'ENG-1' }]);
  });

  it('names the team that it does not know', async () => {
    const settings = { ...world.settings, adapter: 'linear', teamId: 'NONE' } as const;
    const error: unknown = await world.file([ISSUE], [], { settings }).catch((thrown: unknown) => thrown);

    expect(toFailure(error)).toMatchObject({
      type: 'IssueTrackerRejected',
      nonRetryable: true,
      message:
        'The issue tracker Linear answered 404: Entity not found. Check issues.teamId (NONE) in briefing.yml, and that the key in LINEAR_API_KEY may read it.',
    });
  });
});
