import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type CommandWorld, createServedWorld } from '../support/worlds/command-world.ts';

let world: CommandWorld;
beforeEach(async () => {
  world = await createServedWorld();
});
afterEach(() => world.close());

const TURNS = [
  'How long does the harbour lamp burn?',
  'My budget is 300 euros. What does the oil cost?',
  'I live in Hamburg and I am allergic to whale oil.',
  'And with rapeseed oil?',
  'Thank you!',
  'Who trims the wick?',
  'My name is Anna, by the way. When is the wick replaced?',
  'Do you remember what I said?',
  'What must not be lit?',
  'I always ask about lamps. What else is there?',
];

/** Everything that is remembered of anybody. */
function memoryRows(): unknown[] {
  const database = new Database(join(world.home, 'plumbline.sqlite'), { readonly: true });
  try {
    return database.prepare('SELECT * FROM memory_entries ORDER BY user_id, entry_id').all();
  } finally {
    database.close();
  }
}

it('leaves the memory untouched in ten turns and a research run, and cites what it holds', async () => {
  await world.run('memory', 'add', 'My travel budget is 200 euros', '--user', 'anna', '--core');
  const before = memoryRows();
  const sources = ['--corpus', world.documents, '--user', 'anna'];
  const chat = await world.runWithInput(`${TURNS.join('\n')}\n`, 'chat', ...sources, '--json');
  const question = 'What is my travel budget, and how long does the harbour lamp burn?';
  const run = await world.run('research', question, ...sources, '--id', 'untouched');

  expect([chat.code, run.code]).toEqual([0, 0]);
  expect(chat.stdout.trim().split('\n')).toHaveLength(TURNS.length);
  expect(before).toHaveLength(1);
  expect(memoryRows()).toEqual(before);

  const { report, sources: recorded } = await world.record('untouched');
  expect(report.citations.map(({ locator }) => locator)).toContainEqual(expect.stringMatching(/^memory:m-/));
  expect(recorded.map(({ locator }) => locator)).toContainEqual(expect.stringMatching(/^memory:m-/));
  expect((await world.run('verify', join(world.home, 'runs', 'untouched', 'report.json'))).code).toBe(0);
  // Explicitly, it does change.
  await world.run('ask', 'Remember that my lamp is red', ...sources, '--quiet');
  expect(memoryRows()).toHaveLength(2);
});
