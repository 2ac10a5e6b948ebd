import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFailure } from '../../activities/entries/failures.ts';
import { createGitHubWorld, wantedIssue } from '../support/builders/issue-trackers.ts';

const ISSUE = wantedIssue();
const NEXT_DAY = wantedIssue({ body: 'No confirmed item.\n\nSlot: 2026-03-07' });
const CLOSED = { key: ISSUE.key, reason: 'Two confirmed items.' };

describe('issues on GitHub', () => {
  let world: Awaited<ReturnType<typeof createGitHubWorld>>;

  beforeEach(async () => {
    world = await createGitHubWorld();
  });
  afterEach(async () => {
    world.server.assertDone();
    await world.dispose();
  });

  it.each([
    [{ status: 403, body: { message: 'You have exceeded a secondary rate limit.' } }, 60_000],
    [{ status: 403, headers: { 'retry-after': '9' }, body: { message: 'Forbidden' } }, 9_000],
    [{ status: 429, body: { message: 'Too many requests' } }, 60_000],
  ])('has a limit that looks like a missing right: %j', async (fault, nextRetryDelay) => {
    world.server.failNext(world.operations.open, fault);
    const error: unknown = await world.file([ISSUE]).catch((thrown: unknown) => thrown);

    expect(toFailure(error)).toMatchObject({ type: 'IssueTrackerUnavailable', nextRetryDelay });
  });

  it('is waited for until the hourly limit is reset', async () => {
    const reset = String(Math.floor(Date.now() / 1_000) + 3_600);
    const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
    world.server.failNext(world.operations.open, { status: 403, headers, body: { message: 'Forbidden' } });
    const error: unknown = await world.file([ISSUE]).catch((thrown: unknown) => thrown);

    const details = (toFailure(error) as { details?: { retryAfterMs: number }[] }).details;
    expect(details?.[0]?.retryAfterMs).toBeGreaterThan(3_500_000);
  });

  it('labels issues by type and severity, and keeps the labels of people', async () => {
    await world.file([ISSUE]);
    expect(world.server.issues[0]?.labels).toEqual(['plumbline', 'plumbline:source', 'severity:high']);
    world.server.issues[0]?.labels.push('help wanted');
    await world.file([wantedIssue({ severity: 'medium' })]);

    expect(world.server.issues[0]?.labels).toEqual(['plumbline', 'plumbline:source', 'severity:medium', 'help wanted']);
  });

  it('takes neither pull requests nor issues of others for its own', async () => {
    await world.file([ISSUE]);
    const body = world.server.issues[0]?.body ?? '';
    world.server.add({ body, labels: ['plumbline'], isPullRequest: true });
    world.server.add({ body });
    world.server.add({ body: 'of a person', labels: ['plumbline'] });

    expect(await world.list()).toMatchObject([{ reference: '#1' }]);
  });

  it('keeps to the older of two open issues with one key', async () => {
    await world.file([ISSUE]);
    const { title, body, labels } = world.server.issues[0] ?? {};
    world.server.add({ title: title ?? '', body: body ?? '', labels: [...(labels ?? [])] });

    expect(await world.file([NEXT_DAY])).toMatchObject([{ reference: '#1', action: 'updated' }]);
  });

  it('closes as completed', async () => {
    await world.file([ISSUE]);
    await world.file([], [CLOSED]);

    expect(world.server.issues).toMatchObject([{ state: 'closed', state_reason: 'completed' }]);
  });

  it('names the repository that it does not know', async () => {
    world.server.failNext(world.operations.list, { status: 404, body: { message: 'Not Found' } });
    const error: unknown = await world.list().catch((thrown: unknown) => thrown);

    expect(toFailure(error)).toMatchObject({
      nonRetryable: true,
      message:
        'The issue tracker GitHub answered 404: Not Found. Check issues.repository (ada/notes) in briefing.yml, and that the key in GITHUB_TOKEN may read it.',
    });
  });

  it('files the other issues when one is gone', async () => {
    const other = wantedIssue({ key: 'energy/SLOTS_MISSED', code: 'SLOTS_MISSED', themeId: null });
    await world.file([ISSUE]);
    world.server.failNext(/^GET .*\/issues\/1$/, { status: 410, body: { message: 'This issue was deleted' } });
    const error: unknown = await world.file([NEXT_DAY, other]).catch((thrown: unknown) => thrown);

    expect(toFailure(error)).toMatchObject({ type: 'IssuesNotFiled', details: [{ filed: [{ key: other.key }] }] });
  });
});
