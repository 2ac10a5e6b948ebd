import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Connection } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { answerWholeRun } from '../support/builders/scripted-answers.ts';
import { isAlive, waitUntil } from '../support/processes/processes.ts';
import { type CommandWorld, createCommandWorld, createServedWorld } from '../support/worlds/command-world.ts';
import { findTestBinary } from '../support/worlds/temporal.ts';

const QUESTION = 'How long does the harbour lamp burn on one filling?';

let world: CommandWorld;
afterEach(() => world.close());

function kill(pid: number | null | undefined): void {
  if (typeof pid !== 'number') throw new Error('no process to kill');
  process.kill(pid, 'SIGKILL');
}

/** Failures of the attempts that were followed by another one, by the activity's type. */
async function failedAttempts(address: string | null | undefined, workflowId: string) {
  const connection = await Connection.connect({ address: address ?? '' });
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

describe('SIGKILL', () => {
  beforeEach(async () => {
    world = await createCommandWorld();
  });

  it('of the worker in the middle of a task: the next worker continues it at once, and nothing completed runs again', async () => {
    const model = await answerWholeRun({ hangOnceAt: 'extract-findings' });
    const settings = { OPENAI_BASE_URL: model.baseURL, PLUMBLINE_MODEL: 'scripted' };
    // The server stays, and its history with it, when the command has ended.
    await world.asProcesses(settings).run('up');
    const command = world
      .with(settings)
      .start('research', QUESTION, '--corpus', world.documents, '--id', 'killed', '--json');
    await model.hanging;
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
    await model.close();
  });

  it('of CLI, supervisor, worker and server while a clarification is pending: resumed and answered, the run completes', async () => {
    const args = ['research', QUESTION, '--corpus', world.documents, '--id', 'asked', '--clarify', 'always'];
    const { start } = world.asProcesses();
    const command = start(...args);
    await command.prints('npx plumbline answer asked');
    const state = await world.state();
    for (const pid of [command.process.pid, state?.pid, state?.workerPid, state?.serverPid]) kill(pid);
    await waitUntil(
      () => ![state?.pid, state?.workerPid, state?.serverPid].some((pid) => typeof pid === 'number' && isAlive(pid)),
    );

    const resumed = start('resume', 'asked', '--json');
    await resumed.prints('npx plumbline answer asked');
    const answered = await world.run('answer', 'asked', 'with rapeseed oil, please');

    expect(answered).toMatchObject({ code: 0 });
    expect((await resumed.ended).code).toBe(0);
    expect((await world.record('asked')).anchor.refinements).toEqual(['with rapeseed oil, please']);
  });
});

describe('answers', () => {
  beforeEach(async () => {
    world = await createServedWorld();
  });

  it('by `temporal workflow signal` count like those of our CLI, and rejected messages show in status', async () => {
    const command = world.start(
      'research',
      QUESTION,
      '--corpus',
      world.documents,
      '--id',
      'signalled',
      '--clarify',
      'always',
    );
    await command.prints('npx plumbline answer signalled');
    const temporal = await findTestBinary();
    const signal = async (input: string): Promise<void> => {
      const address = inject('temporalAddress');
      const target = [
        '--workflow-id',
        'signalled',
        '--name',
        'answerClarification',
        '--input',
        input,
        '--address',
        address,
      ];
      await promisify(execFile)(temporal, ['workflow', 'signal', ...target]);
    };
    await signal('{"text": "x", "questionId": "nope"}');
    await signal('{"wrong": 1}');

    const status = await world.run('status', 'signalled');
    await signal('{"text": "with rapeseed oil"}');

    const words = status.stdout.replaceAll(/\s+/g, ' ');
    expect(words).toContain('there is no question "nope"; pending: r1q1');
    expect(words).toContain('an answer is {"text": "…", "questionId": "…"}');
    expect((await command.ended).code).toBe(0);
    expect((await world.record('signalled')).anchor.refinements).toEqual(['with rapeseed oil']);
  });
});
