import { Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type KillModel, startKillModel } from '../support/builders/kill-model.ts';
import type { RunningCommand } from '../support/processes/cli.ts';
import { isAlive, waitUntil } from '../support/processes/processes.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

/** Each run has a question of its own: what the model has answered once, it is not asked again. */
const HALVED = 'For how many hours does the harbour lamp burn on one filling?';
const FORKED = 'How many hours of light does one filling give the harbour lamp?';
const HALTED = 'How long is the burning time of the harbour lamp on one filling?';
const ASKED = 'How long will the harbour lamp burn on a filling?';

let model: KillModel;
let world: CommandWorld;
let settings: NodeJS.ProcessEnv;
let startedHere: unknown;
beforeAll(async () => {
  [model, world] = await Promise.all([startKillModel([HALVED, FORKED, HALTED, ASKED]), createCommandWorld()]);
  settings = { OPENAI_BASE_URL: model.baseURL, PLUMBLINE_MODEL: 'scripted' };
  const up = await world.asProcesses(settings).run('up', '--json');
  ({ startedHere } = JSON.parse(up.stdout));
});
afterAll(async () => {
  await world.close();
  await model.close();
});

const run = (...words: string[]) => world.with(settings).run(...words);
const start = (...words: string[]) => world.with(settings).start(...words);
const research = (question: string, id: string) => ['research', question, '--corpus', world.documents, '--id', id];

function kill(...pids: readonly (number | null | undefined)[]): void {
  for (const pid of pids) {
    if (typeof pid !== 'number') throw new Error('no process to kill');
    process.kill(pid, 'SIGKILL');
  }
}

/** The embedded server with its worker, once both are there. */
async function readyState() {
  await waitUntil(async () => (await world.state())?.phase === 'ready');
  const { address, serverPid, workerPid, ...state } = (await world.state()) ?? {};
  if (!address || !serverPid || !workerPid) throw new Error('not ready');
  return { ...state, address, serverPid, workerPid };
}

/** What the server says: its retention is that of the product. */
async function answersAt(address: string): Promise<boolean> {
  const connection = await Connection.connect({ address, connectTimeout: 120_000 });
  const { config } = await connection.workflowService.describeNamespace({ namespace: 'default' });
  await connection.close();
  return Number(config?.workflowExecutionRetentionTtl?.seconds) === 3650 * 86_400;
}

/** Failures of the attempts that were followed by another one, by the activity's type. */
async function failedAttempts(address: string | null | undefined, workflowId: string) {
  const connection = await Connection.connect({ address: address ?? '', connectTimeout: 120_000 });
  try {
    const { history } = await connection.workflowService.getWorkflowExecutionHistory({
      namespace: 'default',
      execution: { workflowId },
      maximumPageSize: 1_000,
    });
    const types = new Map(
      history?.events?.map(({ eventId, activityTaskScheduledEventAttributes: scheduled }) => [
        String(eventId),
        scheduled?.activityType?.name,
      ]),
    );
    return (history?.events ?? []).flatMap(({ activityTaskStartedEventAttributes: started }) =>
      started?.lastFailure ? [{ activity: types.get(String(started.scheduledEventId)), ...started.lastFailure }] : [],
    );
  } finally {
    await connection.close();
  }
}

// One home, whose server takes seconds to start: what is killed comes back for the next test.
describe('SIGKILL of the worker', () => {
  it('in the middle of a task: the next worker continues it at once, and nothing completed runs again', async () => {
    const hanging = model.hangOnceAt('extract-findings');
    const command = start(...research(HALVED, 'killed'), '--json');
    await hanging;
    const before = model.countByStep();

    kill((await world.state())?.workerPid);

    const { code, stdout } = await command.ended;
    expect(JSON.parse(stdout)).toMatchObject({ researchId: 'killed', stage: 'published' });
    expect(code).toBe(0);
    const after = model.countByStep();
    const repeated = Object.keys(before).filter((step) => after[step] !== before[step]);
    expect(repeated).toEqual(['extract-findings']);
    expect(after['synthesize-report']).toBe(1);
    // Failed by the supervisor, not by a heartbeat that did not come.
    expect(await failedAttempts((await world.state())?.address, 'killed')).toContainEqual(
      expect.objectContaining({
        activity: 'extractQuotes',
        applicationFailureInfo: expect.objectContaining({ type: 'WorkerEnded' }),
      }),
    );
  });

  it('is survived by a fork, and so is the deletion of the run that it was made from', async () => {
    await run(...research(FORKED, 'base'), '--quiet');
    const asked = model.requests.length;
    const isWriting = model.hangOnceAt('other');

    const command = start('fork', 'base', '--from', 'synthesis', '--model', 'other', '--id', 'forked', '--json');
    await isWriting;
    const deleted = await run('delete', 'base', '--yes');
    kill((await world.state())?.workerPid);
    const { code, stdout } = await command.ended;

    expect([code, deleted.code]).toEqual([0, 0]);
    expect(deleted.stderr).toContain('forked is a fork under way');
    expect(JSON.parse(stdout)).toMatchObject({ researchId: 'forked', stage: 'published' });
    const models = model.requests.slice(asked).map((request) => request.model);
    expect(new Set(models)).toEqual(new Set(['other']));
    const status = await run('status', 'forked');
    expect(status.stdout).toMatch(/Forked +from base at synthesis, model none → other/);
    expect(status.stdout).toMatch(/\d+\s+answers\s+of\s+base\s+reused/);
    const bundle = `${world.home}-forked.zip`;
    const checks = [
      await run('verify', `${world.home}/runs/forked/report.json`),
      await run('report', 'forked', '--format', 'bundle', '--out', bundle),
      await run('verify', bundle),
    ];
    expect(checks.map((check) => check.code)).toEqual([0, 0, 0]);
  });
});

describe('the embedded server', () => {
  it('answers with ten years of retention, and its Web UI with a page', async () => {
    const { address, uiAddress } = await readyState();

    expect(startedHere).toBe(true);
    expect(await answersAt(address)).toBe(true);
    expect((await fetch(String(uiAddress))).status).toBe(200);
  });

  it('comes back on the same port when it is killed', async () => {
    const before = await readyState();

    kill(before.serverPid);
    await waitUntil(async () => ((await world.state())?.serverPid ?? before.serverPid) !== before.serverPid);
    const after = await readyState();

    expect(after).toMatchObject({ pid: before.pid, address: before.address, uiAddress: before.uiAddress });
    expect(await answersAt(before.address)).toBe(true);
  });
});

describe('SIGKILL of the commands, the supervisor, the worker and the server', () => {
  let before: Readonly<Record<string, number>>;
  let up: RunningCommand;
  beforeAll(async () => {
    const processes = world.asProcesses(settings);
    const hangings = [model.hangOnceAt('extract-findings'), model.hangOnceAt('compose-answer')];
    const commands = [
      processes.start(...research(HALTED, 'halted')),
      processes.start('ask', ASKED, '--corpus', world.documents),
    ];
    await Promise.all(hangings);
    before = model.countByStep();
    const { pid, workerPid, serverPid } = await readyState();
    const pids = [...commands.map((command) => command.process.pid), pid, workerPid, serverPid];
    kill(...pids);
    await Promise.all(commands.map(({ ended }) => ended));
    await waitUntil(() => !pids.some((one) => typeof one === 'number' && isAlive(one)));
    model.hold(true);
    up = processes.start('up', '--foreground');
    await up.prints('Stop:   Ctrl-C');
  });

  it('leaves an answer, which is there when its session is opened again', async () => {
    const [session] = JSON.parse((await run('list', '--sessions', '--json')).stdout) as { sessionId: string }[];
    const sessionId = session?.sessionId ?? '';

    const status = await run('status', sessionId);
    const reopened = await world.with(settings).runWithInput('', 'chat', '--session', sessionId);

    expect(status.stdout).toContain(sessionId);
    expect(reopened.code).toBe(0);
    expect(reopened.stderr).toContain(`› ${ASKED}`);
    expect(reopened.stdout).toContain('nine hours');
    expect(model.countByStep()).toMatchObject({ 'understand-message': 1, 'compose-answer': 2 });
  });

  it('leaves a run from which a fork goes on, and which goes on itself', async () => {
    const early = await run('fork', 'halted', '--from', 'synthesis');
    model.hold(false);
    const forked = await run('fork', 'halted', '--from', 'research', '--id', 'again', '--json');

    expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('Use --from research, or let it go on')]);
    expect([forked.code, JSON.parse(forked.stdout)]).toMatchObject([0, { stage: 'published' }]);
    expect((await world.record('again')).request.forkedFrom).toMatchObject({ researchId: 'halted', from: 'research' });
    const { 'assess-clarity': clarity, 'rewrite-query': rewriting } = before;
    expect(model.countByStep()).toMatchObject({ 'assess-clarity': clarity, 'rewrite-query': rewriting });
    expect((await run('resume', 'halted', '--json')).code).toBe(0);
  });

  it('leaves a home to `up --foreground`, which stays until it is stopped, and stops what it started', async () => {
    const during = await world.state();
    up.process.kill('SIGTERM');
    const { code } = await up.ended;

    expect([during?.phase, during?.keep]).toEqual(['ready', false]);
    expect(code).toBe(130);
    expect(await world.state()).toBeUndefined();
  });
});
