import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ONESELF } from '../../client/conversations/session-id.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

let world: CommandWorld;
beforeEach(async () => {
  world = await createCommandWorld();
});
afterEach(() => world.close());

const run = (...words: string[]) => world.run('memory', ...words, '--user', 'anna');
const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).stdout);

describe('memory, without a server', () => {
  it('is added, found, compared and strengthened', async () => {
    const { entry, isNew } = await json('add', 'My budget is 200 euros', '--core');
    const again = await json('add', 'My budget is 200 euros');
    await run('add', 'the bill', '--again', entry.entryId.slice(0, 8));

    expect([isNew, again.isNew, again.entry.entryId]).toEqual([true, false, entry.entryId]);
    expect(await json('list', 'What is my budget?')).toMatchObject({ found: [{ entry: { strength: 2 } }] });
    expect(await json('add', 'My budget is 300 euros', '--dry-run')).toMatchObject({
      verdict: 'not-judged',
      concerned: [{ entry: { entryId: entry.entryId }, difference: '' }],
    });
    expect(await json('list')).toMatchObject({ entries: [{ standing: 'core' }] });
    expect((await run('list')).stdout).toContain('My budget is 200 euros');
  });

  it('is forgotten only after a confirmation', async () => {
    await run('add', 'My budget is 200 euros');
    const refused = await run('forget', '--all-entries');

    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('Add --yes')]);
    expect(await json('forget', '--all-entries', '--yes')).toEqual({
      forgotten: [expect.stringMatching(/^m-/)],
      heldBy: [],
    });
    expect(await json('list')).toEqual({ entries: [] });
  });

  it('says what is wrong', async () => {
    const unknown = await run('add', 'the bill', '--again', 'm-9');
    const nothing = await run('forget', '--yes');

    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('anna has no entry "m-9"')]);
    expect([nothing.code, nothing.stderr]).toEqual([2, expect.stringContaining('everything with --all-entries')]);
  });

  it('is that of the page where no user is named', async () => {
    await world.run('memory', 'add', 'My budget is 200 euros');

    expect((await world.run('memory', 'list', '--user', ONESELF)).stdout).toContain('My budget is 200 euros');
    expect((await run('list')).stdout).toBe('Nothing is remembered.\n');
  });
});
