import { Connection } from '@temporalio/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { playWholeRun } from '../support/builders/scripted-answers.ts';
import { type CliWorld, createCliWorld } from '../support/processes/cli.ts';

let world: CliWorld;
beforeEach(async () => {
  world = await createCliWorld();
});
afterEach(() => world.close());

/** Failures of the attempts that were followed by another one, by the activity's type. */
async function failedAttempts(workflowId: string) {
  const connection = await Connection.connect({ address: (await world.state())?.address ?? '' });
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

describe('the supervisor', () => {
  it('takes the activity of a killed worker back at once, instead of waiting for its heartbeat', async () => {
    const model = await playWholeRun({ hangOnceAt: 'extract-findings' });
    const { start, run } = world.with({ OPENAI_BASE_URL: model.baseURL, PLUMBLINE_MODEL: 'played' });
    // The server stays, and its history with it, when the command has ended.
    await run('up');
    const question = 'How long does the harbour lamp burn on one filling?';
    const command = start('research', question, '--corpus', world.documents, '--id', 'killed', '--json');
    await model.hanging;

    process.kill((await world.state())?.workerPid ?? Number.NaN, 'SIGKILL');

    expect((await command.ended).code).toBe(0);
    expect(await failedAttempts('killed')).toContainEqual(
      expect.objectContaining({
        activity: 'extractQuotes',
        applicationFailureInfo: expect.objectContaining({ type: 'WorkerEnded' }),
      }),
    );
    await model.close();
  });
});
