import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ONESELF } from '../../client/conversations/session-owner.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

let world: CommandWorld;
beforeEach(async () => {
  world = await createCommandWorld();
});
afterEach(() => world.close());

const run = (...words: string[]) => world.run('memory', ...words, '--user', 'anna');
const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout);

describe('memory, without a server', () => {
  it('is added, found, checked, confirmed and exported', async () => {
    const { entry, isNew } = await json('add', 'My budget is 200 euros', '--core');
    const again = await json('add', 'My budget is 200 euros');
    const file = join(world.home, 'memory.json');
    await run('reinforce', entry.entryId.slice(0, 8), '--evidence', 'the bill');
    await run('export', '--out', file);

    expect([isNew, again.isNew, again.entry.entryId]).toEqual([true, false, entry.entryId]);
    expect(await json('query', 'What is my budget?')).toMatchObject({ found: [{ entry: { strength: 2 } }] });
    expect(await json('verify', 'My budget is 300 euros')).toMatchObject({
      verdict: 'not-judged',
      concerned: [{ entry: { entryId: entry.entryId }, difference: '' }],
    });
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ userId: 'anna', entries: [{ standing: 'core' }] });
    expect((await run('list')).stdout).toContain('My budget is 200 euros');
  });

  it('is forgotten only after a confirmation', async () => {
    await run('add', 'My budget is 200 euros');
    const refused = await run('forget', '--all');

    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Add --yes')]);
    expect(await json('forget', '--all', '--yes')).toEqual({
      forgotten: [expect.stringMatching(/^m-/)],
      heldBy: [],
    });
    expect(await json('list')).toEqual({ entries: [] });
  });

  it('says what is wrong', async () => {
    const unknown = await run('reinforce', 'm-9');
    const nothing = await run('forget', '--yes');

    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('anna has no entry "m-9"')]);
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('everything with --all')]);
  });

  it('is that of the page where no user is named', async () => {
    await world.run('memory', 'add', 'My budget is 200 euros');

    expect((await world.run('memory', 'list', '--user', ONESELF)).stdout).toContain('My budget is 200 euros');
    expect((await run('list')).stdout).toBe('Nothing is remembered.\n');
  });
});
