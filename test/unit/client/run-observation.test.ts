import { createSecretKey } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import proto from '@temporalio/proto';
import { describe, expect, it } from 'vitest';
import { activitiesOf, haveHeartbeats, observeRun } from '../../../client/runs/run-observation.ts';
import { viewOfObservation, withPatience } from '../../../client/runs/run-view.ts';
import { createEncryptionCodec } from '../../../payloads/encryption-codec.ts';
import { observation, researchProgress, secondsIn } from '../../support/builders/run-views.ts';

const { PENDING_ACTIVITY_STATE_STARTED, PENDING_ACTIVITY_STATE_SCHEDULED } =
  proto.temporal.api.enums.v1.PendingActivityState;

const key = { id: 'a', secret: createSecretKey(Buffer.alloc(32, 7)) };
const toPayload = (value: unknown) => defaultPayloadConverter.toPayload(value);

/** As much of a client as reading needs. */
function readerWith(keys: Parameters<typeof createEncryptionCodec>[0]): Client {
  const loadedDataConverter = {
    payloadConverter: defaultPayloadConverter,
    payloadCodecs: [createEncryptionCodec(keys)],
  };
  return { options: { loadedDataConverter } } as unknown as Client;
}

const at = (seconds: number) => ({ seconds: { toNumber: () => Math.floor(secondsIn(seconds) / 1_000) } });

function described(...pendingActivities: object[]): Parameters<typeof activitiesOf>[1] {
  return { raw: { pendingActivities } } as unknown as Parameters<typeof activitiesOf>[1];
}

const indexing = {
  activityType: { name: 'indexCorpus' },
  state: PENDING_ACTIVITY_STATE_STARTED,
  lastStartedTime: at(1),
  lastHeartbeatTime: at(9),
  heartbeatDetails: { payloads: [toPayload('indexing: 1 of 2 files')] },
};

describe('running activities', () => {
  it('are those that a worker has started, the oldest first, with the text of their heartbeats', async () => {
    const later = { ...indexing, lastStartedTime: at(3), heartbeatDetails: null, lastHeartbeatTime: null };
    const waiting = { ...indexing, state: PENDING_ACTIVITY_STATE_SCHEDULED };

    expect(await activitiesOf(readerWith([]), described(later, waiting, indexing))).toEqual([
      {
        activity: 'indexCorpus',
        startedAt: '2026-03-01T10:00:01.000Z',
        lastHeartbeatAt: '2026-03-01T10:00:09.000Z',
        doing: 'indexing: 1 of 2 files',
      },
      { activity: 'indexCorpus', startedAt: '2026-03-01T10:00:03.000Z', lastHeartbeatAt: null, doing: null },
    ]);
  });

  it('are read with the key that encrypted them, and keep their times without it', async () => {
    const payloads = await createEncryptionCodec([key]).encode([toPayload('indexing: 1 of 2 files')]);
    const encrypted = described({ ...indexing, heartbeatDetails: { payloads } });

    expect(JSON.stringify(payloads)).not.toContain(Buffer.from('indexing').toString('base64').slice(0, 8));
    expect(await activitiesOf(readerWith([key]), encrypted)).toMatchObject([{ doing: 'indexing: 1 of 2 files' }]);
    expect(await activitiesOf(readerWith([]), encrypted)).toMatchObject([
      { doing: null, lastHeartbeatAt: '2026-03-01T10:00:09.000Z' },
    ]);
  });

  it('have no text when another version sent another format', async () => {
    const older = { ...indexing, heartbeatDetails: { payloads: [toPayload({ filesDone: 3 })] } };

    expect(await activitiesOf(readerWith([]), described(older))).toMatchObject([{ doing: null }]);
  });

  it('are a sign of life as long as they send heartbeats', async () => {
    const activities = await activitiesOf(readerWith([]), described(indexing));

    expect(haveHeartbeats(activities, secondsIn(12))).toBe(true);
    expect(haveHeartbeats(activities, secondsIn(30))).toBe(false);
    expect(haveHeartbeats([], secondsIn(12))).toBe(false);
  });

  it('are a sign of life when they have just begun', async () => {
    const begun = await activitiesOf(readerWith([]), described({ ...indexing, lastHeartbeatTime: null }));

    expect(haveHeartbeats(begun, secondsIn(3))).toBe(true);
    expect(haveHeartbeats(begun, secondsIn(30))).toBe(false);
  });
});

describe('viewOfObservation', () => {
  const known = researchProgress({ updatedAt: '2026-03-01T10:00:09.000Z' });
  const older = researchProgress({ updatedAt: '2026-03-01T10:00:05.000Z' });
  const newer = researchProgress({ updatedAt: '2026-03-01T10:00:12.000Z' });
  const stored = {
    researchId: 'r',
    userId: null,
    requestHash: '',
    question: '',
    startedAt: '',
    hasReport: false,
    reportPath: null,
    recordPath: null,
  };

  it('keeps the last answer of the run while it is unreachable', () => {
    const silent = observation({ progress: null });

    expect(viewOfObservation(silent, null, null, known).progress).toBe(known);
    expect(viewOfObservation(silent, { ...stored, progress: older }, null, known).progress).toBe(known);
    expect(viewOfObservation(silent, { ...stored, progress: newer }, null, known).progress).toBe(newer);
    expect(viewOfObservation(silent, { ...stored, progress: newer }, null).progress).toBe(newer);
  });

  it('trusts the run itself', () => {
    expect(viewOfObservation(observation({ progress: older }), null, null, newer).progress).toBe(older);
  });
});

describe('withPatience', () => {
  const silent = viewOfObservation(observation({ progress: null }), null, null);

  it('takes a worker for busy that answered a moment ago, and for missing later', () => {
    expect(withPatience(silent, 3_000)).toMatchObject({ from: 'server', workerIsBusy: true });
    expect(withPatience(silent, 20_000)).toMatchObject({ from: 'server', workerIsBusy: false });
  });

  it('expects nothing of a worker that never answered, and changes no other view', () => {
    const answered = viewOfObservation(observation({}), null, null);

    expect(withPatience(silent, Number.POSITIVE_INFINITY).workerIsBusy).toBe(false);
    expect(withPatience(answered, 3_000)).toBe(answered);
  });
});

/** A client of a run that is over. @param told what the run answers to one query after another */
function clientOfEnded(...told: readonly object[]): Client {
  const description = {
    type: 'deepResearch',
    status: { name: 'COMPLETED' },
    startTime: new Date(secondsIn(0)),
    closeTime: new Date(secondsIn(60)),
    typedSearchAttributes: { get: () => undefined },
    raw: {},
  };
  const answers = told[Symbol.iterator]();
  const handle = { describe: async () => description, query: async () => answers.next().value };
  const connection = { withDeadline: (_: number, ask: () => unknown) => ask() };
  return { workflow: { getHandle: () => handle }, connection } as unknown as Client;
}

describe('a run that ends between two answers', () => {
  const before = researchProgress({ stage: 'synthesizing' });
  const after = researchProgress({ stage: 'published' });

  it('is asked again for its end', async () => {
    const observed = await observeRun(clientOfEnded(before, after), 'research-limits-3f9a21');

    expect(observed).toMatchObject({ status: 'completed', stage: 'published', progress: { stage: 'published' } });
  });

  it('is asked once when it told of its end', async () => {
    const observed = await observeRun(clientOfEnded(after, before), 'research-limits-3f9a21');

    expect(observed.progress?.stage).toBe('published');
  });
});
