import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toFailure } from '../../activities/entries/failures.ts';
import { createLinearWorld, LINEAR_KEY, type ServiceWorld, wantedIssue } from '../support/builders/issue-trackers.ts';
import { HELD_MS, holdLimits } from '../support/held-limits.ts';
import type { ServiceAnswer } from '../support/servers/issue-service.ts';
import { refusal } from '../support/servers/linear-server.ts';

const ISSUE = wantedIssue();
const NEXT_DAY = wantedIssue({ body: 'No confirmed item.\n\nSlot: 2026-03-07' });
const CLOSED = { key: ISSUE.key, reason: 'Two confirmed items.' };

function threeIssues() {
  const of = (theme: string) => wantedIssue({ key: `energy/STALENESS/${theme}`, code: 'STALENESS', themeId: theme });
  return [of('first'), of('second'), of('third')] as const;
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication error',
  403: 'forbidden',
  422: 'invalid input',
  429: 'ratelimited',
};

/** An answer of this status, as the service gives it. */
function answer(status: number, message: string, headers?: Record<string, string>): ServiceAnswer {
  const type = TYPES[status];
  return type === undefined ? { status, body: { message } } : refusal(400, type, message, headers);
}

describe('the service Linear', () => {
  let world: ServiceWorld;

  beforeEach(async () => {
    world = await createLinearWorld();
  });
  afterEach(async () => {
    world.service.assertDone();
    await world.dispose();
  });

  /** Resolves when the list has been asked for. */
  const listed = async (): Promise<void> => {
    await expect.poll(() => world.service.requests.map(({ operation }) => operation)).toContain(world.operations.list);
  };

  /** The failure that Temporal gets. */
  const failureOf = async (work: Promise<unknown>): Promise<unknown> => {
    const error = await work.then(
      () => expect.unreachable(),
      (thrown: unknown) => thrown,
    );
    return toFailure(error);
  };

  it('is asked again after a rate limit as late as it wants, and not before', async () => {
    world.service.failNext(world.operations.open, answer(429, 'slow down', { 'retry-after': '7' }));

    expect(await failureOf(world.file([ISSUE]))).toMatchObject({
      type: 'IssueTrackerUnavailable',
      nonRetryable: false,
      nextRetryDelay: 7_000,
      details: [{ service: 'Linear', status: 429, retryAfterMs: 7_000 }],
    });
    expect(await world.seen()).toEqual([]);
    expect(await world.file([ISSUE])).toMatchObject([{ action: 'opened' }]);
    expect(await world.seen()).toHaveLength(1);
  });

  it.each([500, 503])('is asked again after status %i', async (status) => {
    world.service.failNext(world.operations.list, answer(status, 'down'));

    expect(await failureOf(world.file([ISSUE]))).toMatchObject({
      type: 'IssueTrackerUnavailable',
      nonRetryable: false,
      details: [{ status }],
    });
    expect(world.service.requests.filter(({ operation }) => operation === world.operations.list)).toHaveLength(1);
  });

  it.each([401, 403])('is not asked again after status %i', async (status) => {
    world.service.failNext(world.operations.list, answer(status, `no access for ${LINEAR_KEY}`));
    const failure = await failureOf(world.list());

    expect(failure).toMatchObject({
      type: 'IssueTrackerRejected',
      nonRetryable: true,
      message: expect.stringContaining('LINEAR_API_KEY'),
      details: [{ status }],
    });
    expect(JSON.stringify(failure)).not.toContain(LINEAR_KEY);
  });

  it('opens no second issue when the answer to the first was lost', async () => {
    world.service.failNext(world.operations.open, 'lose-answer');

    expect(await failureOf(world.file([ISSUE]))).toMatchObject({ nonRetryable: false, details: [{ status: null }] });
    expect(await world.file([ISSUE])).toMatchObject([{ key: ISSUE.key, action: 'opened' }]);
    expect(await world.seen()).toHaveLength(1);
  });

  it('updates once when the answer to the update was lost', async () => {
    await world.file([ISSUE]);
    world.service.failNext(world.operations.update, 'lose-answer');
    await failureOf(world.file([NEXT_DAY]));
    const changes = world.service.changes();

    expect(await world.file([NEXT_DAY])).toMatchObject([{ action: 'updated' }]);
    expect(world.service.changes()).toEqual(changes);
  });

  it.each(['comment', 'update'] as const)('notes a closing once when the answer to the %s was lost', async (lost) => {
    await world.file([ISSUE]);
    world.service.failNext(world.operations[lost], 'lose-answer');
    await failureOf(world.file([], [CLOSED]));
    await world.file([], [CLOSED]);

    expect(await world.seen()).toMatchObject([{ isOpen: false, notes: [expect.stringContaining(CLOSED.reason)] }]);
  });

  it('notes each closing of a condition that returns', async () => {
    await world.file([ISSUE]);
    await world.file([], [CLOSED]);
    await world.file([NEXT_DAY]);
    await world.file([], [CLOSED]);

    expect((await world.seen()).map(({ notes }) => notes.length)).toEqual([1, 1]);
  });

  it('keeps what was done before a failure and does the rest afterwards', async () => {
    const [first, second, third] = threeIssues();
    await world.file([first]);
    world.service.failNext(world.operations.open, answer(503, 'down'));
    const all = [{ ...first, body: 'new' }, second, third];
    await failureOf(world.file(all));
    expect((await world.seen()).map(({ text }) => text.includes('new'))).toEqual([true]);

    expect((await world.file(all)).map(({ action }) => action)).toEqual(['updated', 'opened', 'opened']);
    expect(await world.seen()).toHaveLength(3);
  });

  it('files the other issues when it refuses one', async () => {
    const [first, second, third] = threeIssues();
    world.service.failNext(world.operations.open, answer(422, 'Validation failed'));

    expect(await failureOf(world.file([first, second, third]))).toMatchObject({
      type: 'IssuesNotFiled',
      nonRetryable: true,
      message: expect.stringContaining('Validation failed'),
      details: [
        {
          filed: [
            { key: second.key, action: 'opened' },
            { key: third.key, action: 'opened' },
          ],
        },
      ],
    });
  });

  it('calls nobody and refers to nothing by the words of an issue', async () => {
    const words = '@ada wrote in #12 and ENG-7: see https://github.com/ada/notes/issues/3';
    await world.file([wantedIssue({ title: words, body: words })], []);
    await world.file([], [{ key: ISSUE.key, reason: words }]);

    const [seen] = await world.seen();
    for (const text of [
      seen?.title,
      seen?.text.split('plumbline-issue')[0],
      seen?.notes[0]?.split('plumbline-note')[0],
    ]) {
      expect(text).toContain('@\u200Bada wrote in #\u200B12 and ENG\u200B-7: see https://redirect.github.com/');
    }
  });

  it('is reported when it does not answer in time', async () => {
    const limits = holdLimits();
    world.service.failNext(world.operations.list, 'hang');
    const failure = failureOf(world.file([ISSUE], [], { timeoutMs: HELD_MS }));
    await listed();
    limits.runOut();

    expect(await failure).toMatchObject({
      type: 'IssueTrackerUnavailable',
      message: expect.stringContaining('did not answer within 600 s'),
    });
  });

  it('is left in the middle of a request when the activity is cancelled', async () => {
    const controller = new AbortController();
    world.service.failNext(world.operations.list, 'hang');
    const filing = world.file([ISSUE], [], { signal: controller.signal });
    filing.catch(() => {});
    await listed();
    controller.abort(new Error('cancelled'));

    await expect(filing).rejects.toThrow('cancelled');
  });

  it('does not send its key after a redirect', async () => {
    world.service.failNext(world.operations.list, { status: 302, headers: { location: '/elsewhere' }, body: {} });

    expect(await failureOf(world.list())).toMatchObject({
      type: 'IssueTrackerRejected',
      nonRetryable: true,
      message: expect.stringContaining('issues.teamId'),
    });
    expect(world.service.requests.some(({ operation }) => operation.includes('elsewhere'))).toBe(false);
  });

  it('gets its key, and is not asked without one', async () => {
    await world.list();
    expect(world.service.requests[0]?.headers.authorization).toMatch(/(?:^|token )(?:ghp|lin_api)_0123456789abcdef$/);
    const asked = world.service.requests.length;

    expect(await failureOf(world.file([ISSUE], [], { keys: {} }))).toMatchObject({
      type: 'IssueTrackerRejected',
      nonRetryable: true,
      message: 'The issue tracker Linear has no key. Set LINEAR_API_KEY and restart the worker.',
    });
    expect(world.service.requests).toHaveLength(asked);
  });

  it('gets its key only encrypted when it is on another machine', async () => {
    const settings = { ...world.settings, apiUrl: 'http://tracker.test/graphql' };

    expect(await failureOf(world.file([ISSUE], [], { settings }))).toMatchObject({
      type: 'IssueTrackerRejected',
      message: expect.stringContaining('Use https in issues.apiUrl'),
    });
  });
});
