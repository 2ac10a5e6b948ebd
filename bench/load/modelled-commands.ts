import { Client, Connection } from '@temporalio/client';
import { createDataConverter } from '../../payloads/data-converter.ts';
import { type CliWorld, createCliWorld } from '../../test/support/processes/cli.ts';
import { type Figure, median, seconds, timed } from '../figure.ts';
import { findCriticalPath } from './critical-path.ts';
import { LAMP_PLAN, LAMP_QUESTION, writeLampCorpus } from './lamp-corpus.ts';
import { activityLatencies, LATENCIES, modelVariables } from './model-latencies.ts';
import { type PacedEndpoint, startPacedEndpoint } from './paced-endpoint.ts';

const RUNS = 3;

/** A command with a model, start to exit, beside the latencies of its longest chain of calls. */
export async function measureModelledCommands(): Promise<Figure[]> {
  const endpoint = await startPacedEndpoint(LATENCIES, { 'plan-research': LAMP_PLAN });
  const worlds: CliWorld[] = [];
  try {
    const cold: number[] = [];
    for (let turn = 0; turn < RUNS; turn++) {
      const world = await createCliWorld({});
      worlds.unshift(world);
      await writeLampCorpus(world.documents);
      cold.push(await timeCommand(world, endpoint, 'cold'));
    }
    const [last] = worlds;
    if (last === undefined) return [];
    const { times, chainMs } = await onRunningWorker(last, endpoint);
    return [
      toFigure('cold, on an empty home', cold, chainMs, '≤ 1.6'),
      toFigure('on a running worker', times, chainMs, '≤ 1.10'),
    ];
  } finally {
    for (const world of worlds) await world.close();
    await endpoint.close();
  }
}

async function onRunningWorker(world: CliWorld, endpoint: PacedEndpoint) {
  const { run } = world.with(modelVariables(endpoint));
  await run('up');
  const times: number[] = [];
  for (let turn = 0; turn < RUNS; turn++) times.push(await timeCommand(world, endpoint, `running-${turn}`));
  const address = (await world.state())?.address ?? '';
  const connection = await Connection.connect({ address });
  const client = new Client({ connection, dataConverter: createDataConverter([]) });
  const history = await client.workflow.getHandle('running-0').fetchHistory();
  await connection.close();
  const { latencyMs } = findCriticalPath(history, activityLatencies(endpoint));
  await run('down');
  return { times, chainMs: latencyMs };
}

async function timeCommand(world: CliWorld, endpoint: PacedEndpoint, id: string): Promise<number> {
  const { run } = world.with(modelVariables(endpoint));
  const options = ['--corpus', world.documents, '--id', id, '--fresh', '--json'];
  const { ms, result } = await timed(() => run('research', LAMP_QUESTION, ...options));
  if (result.code !== 0) throw new Error(`the command failed:\n${result.stderr}`);
  return ms;
}

function toFigure(name: string, times: readonly number[], chainMs: number, aim: string): Figure {
  const ms = median(times);
  return {
    name: `command with a model ÷ its chain of calls, ${name}`,
    value: `${(ms / chainMs).toFixed(2)} (${seconds(ms)}, ${times.length} runs)`,
    baseline: `${seconds(chainMs)}: latencies along the longest chain of the history`,
    aim,
  };
}
