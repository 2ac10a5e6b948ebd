import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishReport } from '../support/builders/published-report.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

let world: CommandWorld;
beforeAll(async () => {
  world = await createCommandWorld();
  await publishReport(world.home);
});
afterAll(() => world.close());

describe('a command prints and ends the same in a process of its own and in another one', () => {
  it.each([
    { words: ['report', 'research-lamp'], code: 0 },
    { words: ['status', 'research-lamp', '--json'], code: 0 },
    { words: ['report', 'research-lamp', '--format', 'markdown', '--out', '-'], code: 0 },
    { words: ['memory', 'add', '--help'], code: 0 },
    { words: ['report', 'research-lomp'], code: 2 },
    { words: ['trace', 'research-lamp', 'first', '--json'], code: 2 },
    { words: ['dance', '--json'], code: 2 },
    { words: ['serve', '--corpus', '/no/such/folder'], code: 2 },
  ])('$words.0 $words.1, which ends with $code', async ({ words, code }) => {
    const [here, there] = await Promise.all([world.run(...words), world.asProcesses().run(...words)]);

    expect(here).toEqual(there);
    expect(here.code).toBe(code);
    expect(here.stdout + here.stderr).not.toBe('');
  });
});
