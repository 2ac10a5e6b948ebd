import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type CommandWorld, createServedWorld } from '../support/worlds/command-world.ts';
import { findTestBinary } from '../support/worlds/temporal.ts';

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
      question: 'How long does the harbour lamp burn on one filling?',
      corpusDirectories: [world.documents],
    };
    await startByHand('by-hand', 'deepResearch', JSON.stringify(request));

    const resumed = await world.run('resume', 'by-hand', '--json');

    expect(resumed.code).toBe(0);
    expect((await world.record('by-hand')).report.summary[0]?.text).toContain('nine hours');
  });
});
