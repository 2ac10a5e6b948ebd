import { describe, expect, it } from 'vitest';
import { hostileFiles, tryFiles } from '../../bench/hostile/files.ts';
import { tryRequests } from '../../bench/hostile/requests.ts';
import { createTally } from '../../bench/hostile/tally.ts';
import { findTextFunctions, tryTextFunctions } from '../../bench/hostile/text-functions.ts';
import { tryTools } from '../../bench/hostile/tools.ts';
import { createApiWorld } from '../support/builders/api-world.ts';
import { fieldsOf, readDocument } from '../support/builders/documented-requests.ts';
import { workOf } from '../support/thread-work.ts';
import { createMcpWorld } from '../support/worlds/mcp-world.ts';

/** Work of the main thread for one request; others wait for so long. */
const MOST_WORK_MS = 200;
/** Times the work for twice a text, with room for a busy machine; work that grows with the square is 4 times as much. */
const MOST_GROWTH = 3.4;
/** What nobody limits here. */
const LIMITS = { settings: { limits: { requestsPerMinute: 1_000_000 } } };

/** `npm run bench:hostile` tries more of each, against a running server. */
describe('hostile inputs', () => {
  it('in every field of every request are answered or refused, without holding up others', async () => {
    const world = createApiWorld(LIMITS);
    const tally = createTally();
    const slow: string[] = [];
    const fields = fieldsOf(await readDocument(world));

    await tryRequests(
      fields,
      async (address, init) => {
        const before = performance.now();
        const response = await world.api.request(address, init);
        // Once, it may be code that is loaded, or a busy machine.
        if (
          performance.now() - before > MOST_WORK_MS &&
          (await workOf(() => world.api.request(address, init), 3)) > MOST_WORK_MS
        )
          slow.push(`${init.method} ${address.slice(0, 80)}`);
        return response;
      },
      tally,
      61,
    );

    expect([tally.faults, slow, world.reported]).toEqual([[], [], []]);
    expect(fields.length).toBeGreaterThan(150);
    expect(triedIn(tally)).toBeGreaterThan(800);
  });

  it('in every argument of every tool are answered or refused', async () => {
    const world = await createMcpWorld();
    const client = await world.connect();
    const tally = createTally();

    await tryTools(client, tally, 31);

    expect(tally.faults).toEqual([]);
    expect(triedIn(tally)).toBeGreaterThan(300);
    await client.close();
  });

  it('are work that grows with their length, whatever function reads a text', async () => {
    const tally = createTally();

    await tryTextFunctions(await findTextFunctions(), tally, { most: MOST_GROWTH, every: 53 });

    expect(tally.faults).toEqual([]);
    expect(triedIn(tally)).toBeGreaterThan(500);
  });

  it('as files are read or refused with a reason, and the file after them is read', async () => {
    const tally = createTally();
    const files = await hostileFiles(1);

    await tryFiles(
      files.filter(({ kind }, at) => kind !== 'bombed' && at % 5 === 0),
      tally,
    );

    expect(tally.faults).toEqual([]);
    expect(triedIn(tally)).toBeGreaterThan(30);
  });
});

function triedIn({ rows }: ReturnType<typeof createTally>): number {
  return [...rows.values()].reduce((sum, { tried }) => sum + tried, 0);
}
