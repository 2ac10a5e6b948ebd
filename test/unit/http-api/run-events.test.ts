import { describe, expect, it } from 'vitest';
import { type ApiWorld, createApiWorld } from '../../support/builders/api-world.ts';
import { findingOf } from '../../support/builders/research-fixtures.ts';
import { taskProgress } from '../../support/builders/run-views.ts';
import { allEvents, type ReadEvent } from '../../support/builders/sent-events.ts';
import { storedReport } from '../../support/builders/stored-report.ts';
import { readStream } from '../../support/processes/served-api.ts';

const ID = 'research-limits-3f9a21';
const WATCHERS = 200;

function watch({ api }: ApiWorld, lastEventId = '', signal: AbortSignal | null = null): Promise<Response> {
  return Promise.resolve(
    api.request(`/api/runs/${ID}/events`, { headers: { 'last-event-id': lastEventId }, ...(signal && { signal }) }),
  );
}

function end({ runs }: ApiWorld, stage: 'published' | 'failed' = 'failed'): void {
  runs.progress = { stage, failure: 'no luck' };
  runs.observed = { endedAt: '2026-03-01T11:00:00.000Z', status: 'failed' };
}

const dataOf = ({ data }: ReadEvent) => JSON.parse(data);

/** Looks that each wait until the test lets one through. */
function gate({ runs }: ApiWorld) {
  let looks = 0;
  const waiting: (() => void)[] = [];
  runs.onLook = () => {
    looks += 1;
    return new Promise((resolve) => waiting.push(resolve));
  };
  const next = async () => {
    await expect.poll(() => waiting.length).toBe(1);
    waiting.shift()?.();
  };
  return { looks: () => looks, next };
}

describe('the events of a run', () => {
  it('are its state, each change of it, what it found, and its end', async () => {
    const world = createApiWorld();
    const reading = readStream(await watch(world));

    const first = dataOf(await reading.until('run'));
    world.runs.partial = { findings: [findingOf('f1', 'The lamp burns for nine hours.')], findingCount: 1 };
    world.runs.progress = { tasks: [taskProgress({ findings: 1 })] };
    const found = dataOf(await reading.until('report'));
    end(world);
    await reading.rest();

    expect(first).toMatchObject({ kind: 'run', run: { researchId: ID, stage: 'researching', hasReport: false } });
    expect(found).toMatchObject({ report: { findings: [{ findingId: 'f1' }] }, quotesRejected: 0 });
    const [last, before] = reading.events.toReversed().map(dataOf);
    expect(last).toEqual({ kind: 'end', stage: 'failed', hasReport: false });
    expect(before).toMatchObject({ kind: 'run', run: { failure: 'no luck' } });
    expect(world.reported).toEqual([]);
  });

  it('go on after the last one that arrived, also in another process', async () => {
    const first = createApiWorld();
    const reading = readStream(await watch(first));
    const seen = await reading.until('run');
    first.close();
    const second = createApiWorld({ after: first });

    const resumed = readStream(await watch(second, seen.id));
    second.runs.progress = { stage: 'synthesizing' };
    const next = await resumed.until('run');

    expect(resumed.events).toEqual([next]);
    expect(dataOf(next).run.stage).toBe('synthesizing');
  });

  it('are over with 204 for a reader who has the last one', async () => {
    const world = createApiWorld();
    end(world);

    const events = await allEvents(await watch(world));
    const again = await watch(world, events.at(-1)?.id);

    expect(events.map(({ event }) => event)).toEqual(['run', 'end']);
    expect(again.status).toBe(204);
  });

  it('come from the store alone once the report is there', async () => {
    const world = createApiWorld({ stored: [await storedReport(ID)] });
    world.runs.onLook = () => {
      throw new Error('nobody has to be asked');
    };

    const events = await allEvents(await watch(world));

    expect(events.map(({ event }) => event)).toEqual(['run', 'end']);
    expect(dataOf(events.at(-1) as ReadEvent)).toMatchObject({ stage: 'published', hasReport: true });
  });

  it('are refused for an unknown run, and for an id of another route', async () => {
    const world = createApiWorld();

    const unknown = await world.api.request('/api/runs/none/events');
    const foreign = await watch(world, 'chat-1:1;3');

    expect([unknown.status, foreign.status]).toEqual([404, 400]);
    expect(unknown.headers.get('content-type')).toContain('problem+json');
  });

  it('break off when Temporal fails, so that readers come again, and who comes then is answered anew', async () => {
    const world = createApiWorld();
    const reading = readStream(await watch(world));
    await reading.until('run');

    world.runs.onLook = () => {
      throw new Error('no connection');
    };
    await reading.rest();
    world.runs.onLook = () => undefined;
    world.runs.progress = { stage: 'verifying' };
    const again = readStream(await watch(world));

    expect(reading.events.map(({ event }) => event)).not.toContain('end');
    expect(dataOf(await again.until('run')).run.stage).toBe('verifying');
  });
});

describe(`${WATCHERS} watchers of a run`, () => {
  it('share one look an interval, see the same, and end the looking when they leave', async () => {
    const world = createApiWorld();
    const { looks, next } = gate(world);
    const connecting = Array.from({ length: WATCHERS }, () => watch(world));
    await next();
    const readings = (await Promise.all(connecting)).map(readStream);

    await Promise.all(readings.map((reading) => reading.until('run')));
    await expect.poll(looks).toBe(2);
    world.runs.progress = { stage: 'planning' };
    await next();
    const planned = await Promise.all(readings.map((reading) => reading.until('run')));
    await expect.poll(looks).toBe(3);

    expect(new Set(planned.map((event) => dataOf(event).run.stage))).toEqual(new Set(['planning']));
    await Promise.all(readings.map((reading) => reading.drop()));
    await next();
    await readToEnd(createApiWorld());
    expect(looks()).toBe(3);
  });
});

/** Watches another run to its end: whatever the first one had set going has come to rest by then. */
async function readToEnd(world: ApiWorld): Promise<void> {
  end(world);
  await allEvents(await watch(world));
}
