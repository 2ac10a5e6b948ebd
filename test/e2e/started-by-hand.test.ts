import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CommandWorld, createServedWorld } from '../support/worlds/command-world.ts';
import { findTestBinary } from '../support/worlds/temporal.ts';

const QUESTION = 'How long does the harbour lamp burn on one filling?';

let world: CommandWorld;
beforeAll(async () => {
  world = await createServedWorld();
});
afterAll(() => world.close());

async function startByHand(id: string, type: string, input: string): Promise<void> {
  const queue = `plumbline-${(await readFile(join(world.home, 'store-id'), 'utf8')).trim()}`;
  const target = ['--workflow-id', id, '--type', type, '--task-queue', queue, '--address', inject('temporalAddress')];
  await promisify(execFile)(await findTestBinary(), ['workflow', 'start', ...target, '--input', input]);
}

describe('a run started by `temporal workflow start`', () => {
  it.each([
    { id: 'wrong-type', type: 'deepResearch', input: '{"question": 7}', words: 'the question must be text' },
    { id: 'no-object', type: 'deepResearch', input: '"hello"', words: 'expected object' },
    { id: 'no-such-type', type: 'deepReserch', input: '{}', words: 'no workflow type "deepReserch"' },
    { id: 'inherited-type', type: 'constructor', input: '{}', words: 'no workflow type "constructor"' },
  ])('$id: fails at once, and resume says why with exit code 4', async ({ id, type, input, words }) => {
    await startByHand(id, type, input);

    const resumed = await world.run('resume', id);
    const status = await world.run('status', id);

    expect(resumed.code).toBe(4);
    expect(resumed.stderr.replaceAll(/\s+/g, ' ')).toContain(words);
    expect(resumed.stderr).not.toMatch(/\n\s+at /);
    expect(status.stdout.replaceAll(/\s+/g, ' ')).toContain(words);
  });

  it('behaves like every other run when its request is valid', async () => {
    const request = {
      question: QUESTION,
      corpusDirectories: [world.documents],
    };
    await startByHand('by-hand', 'deepResearch', JSON.stringify(request));

    const resumed = await world.run('resume', 'by-hand', '--json');

    expect(resumed.code).toBe(0);
    expect((await world.record('by-hand')).report.summary[0]?.text).toContain('nine hours');
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
