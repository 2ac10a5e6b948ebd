import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Filters } from '@plumbline/contracts/answers/catalogue';
import { type Figure, median, percentile, seconds, timed } from '../figure.ts';
import { type AnswerWorld, scopeOf, withAnswerWorld } from './answer-world.ts';

const COMPARED_TURNS = 20;

const HOTELS = `name,city,price,rating,stars,max guests,amenities
Elbblick,Hamburg,140 €,4.5,4,2,"quiet rooms; sauna"
Hafenkrone,Hamburg,95 €,3.9,3,4,"pool; bar"
Isarhof,Munich,"180,50 €",4.7,4,3,"quiet garden; near the station"
Alpenruh,Munich,120 €,4.1,3,2,"breakfast; quiet"
Sendlinger Tor,Munich,99 €,3.8,3,2,"sauna; bar"
`;
const WARMING = 'Hotels in Hamburg under 150 euros';
const FIRST = 'Hotels in Munich under 150 euros';
const FOLLOW_UPS = ['And with a sauna?', 'Thank you!', 'And a quiet one?', 'Hello again', 'And with breakfast?'];

/** One session of many turns: whether the last ones are as fast as the first, and what it still knows. */
export async function measureLongSession(turns: number, signal: AbortSignal): Promise<Figure[]> {
  return withAnswerWorld({}, async (world) => {
    const catalogue = join(dirname(world.cli.documents), 'catalogue');
    await mkdir(catalogue);
    await writeFile(join(catalogue, 'hotel.csv'), HOTELS);
    const scope = scopeOf({ catalogues: [catalogue] });
    // Another session warms everything up, with a message of its own: the same one would be answered from the cache.
    await world.ask({ message: WARMING, scope, signal });
    const { sessionId } = await world.ask({ message: FIRST, scope, signal });
    const atFirst = await filtersOf(world, sessionId);
    const times: number[] = [];
    for (let turn = 2; turn <= turns; turn += 1) {
      signal.throwIfAborted();
      const message = FOLLOW_UPS[turn % FOLLOW_UPS.length] ?? '';
      times.push((await timed(() => world.ask({ message, sessionId, signal }))).ms);
    }
    const compared = Math.min(COMPARED_TURNS, Math.floor(times.length / 2));
    const [early, late] = [times.slice(0, compared), times.slice(-compared)];
    const atLast = await filtersOf(world, sessionId);
    const isKept = Object.entries(atFirst).every(([name, value]) => atLast[name] === value);
    return [
      {
        name: `session of ${turns} turns: the last ${compared} answers, p50 / p95`,
        value: `${seconds(median(late))} / ${seconds(percentile(late, 0.95))}`,
        baseline: `${seconds(median(early))} / ${seconds(percentile(early, 0.95))} the first ${compared}`,
        aim: 'as fast',
      },
      {
        name: 'its filters of turn 1, and executions of its workflow',
        value: `${isKept ? 'kept' : 'lost'}: ${describe(atLast)}; ${await countExecutions(world, sessionId)} executions`,
        baseline: `${describe(atFirst)} after turn 1`,
        aim: 'kept',
      },
    ];
  });
}

async function filtersOf({ conversations }: AnswerWorld, sessionId: string): Promise<Filters> {
  return (await conversations.view(sessionId, null)).filters['hotel'] ?? {};
}

function describe(filters: Filters): string {
  return Object.entries(filters)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ');
}

async function countExecutions({ client }: AnswerWorld, sessionId: string): Promise<number> {
  const { count } = await client.workflow.count(`WorkflowId = '${sessionId}'`);
  return count;
}
