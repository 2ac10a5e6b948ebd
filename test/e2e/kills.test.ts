import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { playWholeRun } from '../support/builders/scripted-answers.ts';
import { type CliWorld, createCliWorld } from '../support/processes/cli.ts';
import { isAlive, waitUntil } from '../support/processes/processes.ts';
import { findTestBinary } from '../support/worlds/temporal.ts';

const QUESTION = 'How long does the harbour lamp burn on one filling?';

let world: CliWorld;
beforeEach(async () => {
  world = await createCliWorld();
});
afterEach(() => world.close());

function kill(pid: number | null | undefined): void {
  if (typeof pid !== 'number') throw new Error('no process to kill');
  process.kill(pid, 'SIGKILL');
}

describe('SIGKILL', () => {
  it('of the worker in the middle of a task: the next worker completes the run, and nothing completed runs again', async () => {
    const model = await playWholeRun({ hangOnceAt: 'extract-findings' });
    const { start } = world.with({ OPENAI_BASE_URL: model.baseURL, PLUMBLINE_MODEL: 'played' });
    const command = start('research', QUESTION, '--corpus', world.documents, '--id', 'killed', '--json');
    await model.hanging;
    const before = model.countByStep();

    kill((await world.state())?.workerPid);

    const { code, stdout } = await command.ended;
    expect(JSON.parse(stdout)).toMatchObject({ researchId: 'killed', stage: 'published' });
    expect(code).toBe(0);
    const after = model.countByStep();
    for (const step of ['assess-clarity', 'plan-research', 'rewrite-query', 'score-relevance']) {
      expect([step, after[step]]).toEqual([step, before[step]]);
    }
    expect(after['synthesize-report']).toBe(1);
    await model.close();
  });

  it.each(['score-references', 'validate-relevance', 'synthesize-report'])(
    'of the worker while the model works on %s: only that step is asked for again',
    async (step) => {
      await writeFile(
        join(world.documents, 'oil.md'),
        '# Rapeseed oil\n\nThe harbour lamp burns it; see [the cellar](cellar.md).\n',
      );
      await writeFile(join(world.documents, 'cellar.md'), '# Cellar\n\nBarrels stand on two beams of oak.\n');
      const model = await playWholeRun({ hangOnceAt: step });
      const { start } = world.with({ OPENAI_BASE_URL: model.baseURL, PLUMBLINE_MODEL: 'played' });
      const command = start('research', QUESTION, '--corpus', world.documents, '--id', 'killed', '--json');
      await model.hanging;
      const before = model.countByStep();

      kill((await world.state())?.workerPid);

      expect((await command.ended).code).toBe(0);
      const after = model.countByStep();
      const repeated = Object.keys(before).filter((name) => after[name] !== before[name]);
      expect(repeated).toEqual([step]);
      expect((await world.record('killed')).report.summary[0]?.text).toContain('nine hours');
      await model.close();
    },
  );

  it('of CLI, supervisor, worker and server while a clarification is pending: resumed and answered, the run completes', async () => {
    const args = ['research', QUESTION, '--corpus', world.documents, '--id', 'asked', '--clarify', 'always'];
    const command = world.start(...args);
    await command.prints('npx plumbline answer asked');
    const state = await world.state();
    for (const pid of [command.process.pid, state?.pid, state?.workerPid, state?.serverPid]) kill(pid);
    await waitUntil(
      () => ![state?.pid, state?.workerPid, state?.serverPid].some((pid) => typeof pid === 'number' && isAlive(pid)),
    );

    const resumed = world.start('resume', 'asked', '--json');
    await resumed.prints('npx plumbline answer asked');
    const answered = await world.run('answer', 'asked', 'with rapeseed oil, please');

    expect(answered).toMatchObject({ code: 0 });
    expect((await resumed.ended).code).toBe(0);
    expect((await world.record('asked')).anchor.refinements).toEqual(['with rapeseed oil, please']);
  });
});

describe('answers', () => {
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
      const address = (await world.state())?.address ?? '';
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
