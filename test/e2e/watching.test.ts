import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freeLoopbackAddress } from '../../workers/temporal/worker-endpoint.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

const ALERTS = 'deploy/monitoring/alerts.test.yml';

let world: CommandWorld;
let port: string;
beforeAll(async () => {
  world = await createCommandWorld();
  port = (await freeLoopbackAddress()).split(':')[1] ?? '';
});
afterAll(() => world.close());

const get = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

describe('a worker with worker.metrics-port', () => {
  it('says that it is alive and ready, and counts the stages of a run, and the steps of an answer', async () => {
    const settings = { TEMPORAL_ADDRESS: inject('temporalAddress'), 'worker.metrics-port': port };
    const command = world.asProcesses(settings).start('worker');
    await command.prints('worker ready');
    const { code } = await world
      .with(settings)
      .run('research', 'How long does the harbour lamp burn?', '--corpus', world.documents);
    const asked = await world.with(settings).run('ask', 'How high is the harbour lamp?', '--corpus', world.documents);

    const [live, ready, metrics] = [await get('/livez'), await get('/readyz'), await (await get('/metrics')).text()];

    expect([code, asked.code]).toEqual([0, 0]);
    expect([live.status, ready.status, (await get('/nothing')).status]).toEqual([200, 200, 404]);
    // Names and labels as Prometheus has them, each with its meaning.
    const own = metrics.split('\n').filter((line) => /^(?:# HELP )?plumbline_/.test(line));
    expect(own.filter((line) => /[{,]\w*[A-Z]\w*="/.test(line) || /^# HELP (\w+) \1/.test(line))).toEqual([]);
    expect(metrics).toMatch(/^plumbline_server_up\{server="temporal"\} 1$/m);
    expect(metrics).toMatch(/^plumbline_stages_total\{[^}]*stage="published"[^}]*\} 1$/m);
    expect(metrics).toMatch(/^plumbline_answers_total\{[^}]*grounding="full"[^}]*\} 1$/m);
    expect(metrics).toMatch(/^plumbline_answer_step_duration_seconds_count\{[^}]*step="plan"[^}]*\} 1$/m);
    expect(metrics).toMatch(/^temporal_activity_schedule_to_start_latency_seconds_count\{.*\} [1-9]/m);
    expect(metrics).toMatch(/^process_resident_memory_bytes [1-9]/m);

    // A worker that outlives its command goes on taking work, and nobody knows of it.
    command.process.kill('SIGKILL');
    const life = () =>
      get('/livez').then(
        () => 'alive',
        () => 'gone',
      );
    await expect.poll(life).toBe('gone');
  });
});

const findPromtool = async (): Promise<boolean> =>
  promisify(execFile)('promtool', ['--version']).then(
    () => true,
    () => false,
  );
const hasPromtool = await findPromtool();

describe('alert rules', () => {
  it.skipIf(!hasPromtool)('fire when they should, and only then (needs promtool on the PATH)', async () => {
    await expect(promisify(execFile)('promtool', ['test', 'rules', ALERTS])).resolves.toMatchObject({
      stdout: expect.stringContaining('SUCCESS'),
    });
  });
});
