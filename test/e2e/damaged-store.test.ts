import { cpSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { CliResult } from '../support/processes/cli.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';
import { startWorkerHere } from '../support/worlds/worker-here.ts';

const PAGE = 4_096;
const QUESTION = 'How long does the harbour lamp burn on one filling?';

/** What becomes of the bytes of a file. */
const DAMAGES: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  'its first page noise': (bytes) => noise(bytes, 100, PAGE),
  'its fifth page zeros': (bytes) => bytes.fill(0, 4 * PAGE, 5 * PAGE),
  'only its first half': (bytes) => bytes.subarray(0, Math.floor(bytes.length / 2)),
  'bytes flipped everywhere': (bytes) => {
    for (let place = 100; place < bytes.length; place += 37) bytes[place] = 255 - (bytes[place] ?? 0);
    return bytes;
  },
};

/** Always the same. */
function noise(bytes: Buffer, from: number, to: number): Buffer {
  let state = 7;
  for (let place = from; place < Math.min(to, bytes.length); place += 1) {
    state = (state * 1_103 + 12_345) % 65_536;
    bytes[place] = Math.floor(state / 256);
  }
  return bytes;
}

const FILES: Readonly<Record<string, (path: string) => boolean>> = {
  'the database': (path) => path === 'plumbline.sqlite',
  'the index': (path) => path.startsWith('index') && path.endsWith('.sqlite'),
};

const CASES = Object.keys(FILES).flatMap((file) => Object.keys(DAMAGES).map((damage) => ({ file, damage })));

/** What a command says of a database, which cannot be built anew. */
const WITH_REMEDY = /plumbline\.sqlite is damaged \(.+\).+npx plumbline doctor --repair/;

describe('a home with a damaged file', () => {
  let world: CommandWorld;
  beforeAll(async () => {
    world = await createCommandWorld(undefined, { TEMPORAL_ADDRESS: inject('temporalAddress') });
    const worker = await startWorkerHere(world.environment);
    await world.run('ask', QUESTION, '--corpus', world.documents);
    await world.run('memory', 'add', 'My harbour is Wick.', '--user', 'anna');
    await worker.stop();
  });
  afterAll(() => world.close());

  /** A copy, of which nothing has a file open. */
  const damagedHome = (name: string, isMeant: (path: string) => boolean, spoil: (bytes: Buffer) => Buffer): string => {
    const home = `${world.home}-${name.replaceAll(/\W+/g, '-')}`;
    for (const path of databasesOf(world.home)) emptyLog(path);
    cpSync(world.home, home, { recursive: true });
    for (const path of databasesOf(home).filter((each) => isMeant(each.slice(home.length + 1))))
      writeFileSync(path, spoil(readFileSync(path)));
    return home;
  };

  it.each(CASES)('$file, $damage: answers, or names file and remedy, and is whole after a repair', async (each) => {
    const { file, damage } = each;
    const home = damagedHome(`${file} ${damage}`, FILES[file] ?? (() => false), DAMAGES[damage] ?? ((bytes) => bytes));
    const { run } = world.with({ PLUMBLINE_HOME: home });
    const search = () => run('search', 'harbour lamp', '--corpus', world.documents);
    const memory = () => run('memory', 'list', '--user', 'anna');
    const worker = await startWorkerHere({ ...world.environment, PLUMBLINE_HOME: home });
    const [searched, remembered] = [await search(), await memory()];
    const answered = await run('ask', `${QUESTION} (${file}, ${damage})`, '--corpus', world.documents);
    await worker.stop();

    expect(searched.stdout).toContain('lamp');
    expectSettled(answered, /nine hours/);
    expectSettled(remembered, /My harbour is Wick/);
    const repaired = await run('doctor', '--repair');
    expect(`${repaired.stdout}${repaired.stderr}`).not.toMatch(/is damaged \(|malformed/);
    expect([(await search()).code, (await memory()).code]).toEqual([0, 0]);
  });
});

function databasesOf(home: string): string[] {
  const paths = readdirSync(home, { recursive: true, encoding: 'utf8' });
  return paths.filter((path) => path.endsWith('.sqlite')).map((path) => join(home, path));
}

/** What is in the log would be read in place of what is damaged. */
function emptyLog(path: string): void {
  if (statSync(path).size === 0) return;
  const database = new DatabaseSync(path);
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
}

function expectSettled({ code, stdout, stderr }: CliResult, words: RegExp): void {
  expect(`${stdout} ${stderr}`.replaceAll(/\s+/g, ' ')).toMatch(code === 0 ? words : WITH_REMEDY);
}
