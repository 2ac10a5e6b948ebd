import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { storeSession } from '../support/builders/stored-session.ts';
import { age } from '../support/worlds/aged-home.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

const TOWN = 'Quokkaberg';
const SHIP = 'Wombatine';
const QUESTION = `How long does the harbour lamp of ${TOWN} burn on one filling?`;
/** Its search leads to a page of its own. */
const HOURS = 'How many hours does the harbour lamp burn on one filling?';
const PAGE = `<html><head><title>Harbour lamp manual</title></head><body><article><h2>Burning time</h2>
<p>The harbour lamp burns for eleven hours on one filling, as the log of the ${SHIP} says.</p></article></body></html>`;

/** A search service and the pages that it leads to, of which one hangs when it is asked for the first time. */
async function startWeb() {
  const { promise: hanging, resolve: announce } = Promise.withResolvers<void>();
  let hangs = true;
  const server = createServer((request, response) => {
    const { pathname: path, searchParams } = new URL(request.url ?? '', 'http://site');
    if (path === '/hours' && hangs) {
      hangs = false;
      announce();
      return;
    }
    const url = `http://${request.headers.host}${/hours/.test(searchParams.get('q') ?? '') ? '/hours' : '/lamp'}`;
    const results = [{ url, title: 'Harbour lamp manual', content: 'How long the harbour lamp burns on one filling.' }];
    if (path === '/search') response.end(JSON.stringify({ results }));
    else if (/^\/(?:lamp|hours)$/.test(path))
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: { SEARXNG_URL: `http://${host}`, 'web.allowed-hosts': host },
    hanging,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
}

async function filesThatSay(folder: string, words: readonly string[]): Promise<string[]> {
  const files = await filesOf(folder);
  // SQLite removes its own files at the end of the last process that has the database open.
  const contents = await Promise.all(files.map((path) => readFile(path, 'latin1').catch(() => '')));
  return files.filter((_, index) => words.some((word) => contents[index]?.toLowerCase().includes(word.toLowerCase())));
}

let web: Awaited<ReturnType<typeof startWeb>>;
let world: CommandWorld;
let run: CommandWorld['run'];
beforeAll(async () => {
  [web, world] = await Promise.all([startWeb(), createCommandWorld()]);
  ({ run } = world.with(web.environment));
});
afterAll(() => Promise.all([world.close(), web.close()]));

const research = (question: string, ...more: string[]) =>
  run('research', question, '--corpus', world.documents, ...more);
const WEB = ['--web', '--relevance-threshold', '0.1'];

// One server, which takes seconds to start, and one home; each test goes on where the one before has ended.
describe('the life of a store, while its server runs', () => {
  beforeAll(async () => {
    await world.asProcesses(web.environment).run('up');
  });

  it('ends for a deleted run: none of its words remain except in shared documents', async () => {
    const finished = await research(QUESTION, ...WEB, '--id', 'mine');
    expect(finished.code).toBe(0);
    expect((await filesThatSay(world.home, [TOWN])).length).toBeGreaterThan(2);
    expect((await filesThatSay(world.home, [SHIP])).length).toBeGreaterThan(2);

    const unasked = await run('delete', 'mine');
    const deleted = await run('delete', 'mine', '--yes', '--json');
    const listed = await run('list', '--json');

    expect([unasked.code, deleted.code, listed.code]).toEqual([2, 0, 0]);
    expect(unasked.stderr).toContain('--yes');
    expect(JSON.parse(deleted.stdout)).toMatchObject({
      researchId: 'mine',
      deleted: true,
      history: true,
      textsKept: 0,
    });
    expect(JSON.parse(listed.stdout)).toEqual([]);
    // Events go last, in the background of the server.
    await expect.poll(() => filesThatSay(world.home, [TOWN, SHIP])).toEqual([]);
    expect(await filesThatSay(join(world.home, 'blobs'), ['rapeseed'])).toHaveLength(1);
  });

  it('does not end for a running run', async () => {
    await research(QUESTION, '--id', 'asking', '--clarify', 'always', '--detach');
    const deleted = await run('delete', 'asking', '--yes');

    expect(deleted.code).toBe(2);
    expect(deleted.stderr).toContain('npx plumbline finish asking --without-report');
  });

  it('ends for a run from which another one was made', async () => {
    await research(QUESTION, ...WEB, '--id', 'base', '--quiet');
    const forked = await run('fork', 'base', '--from', 'synthesis', '--id', 'forked', '--quiet');
    const deleted = await run('delete', 'base', '--yes');

    expect([forked.code, deleted.code]).toEqual([0, 0]);
  });

  it('continues from a backup that was made in the middle of a run', async () => {
    const elsewhere = await createCommandWorld({});
    const folder = join(world.home, '..', 'backup');
    const restored = elsewhere.with(web.environment);

    await research(HOURS, ...WEB, '--id', 'halved', '--detach');
    await web.hanging;
    const backup = await run('backup', folder, '--json');
    await run('down', '--force');
    const restore = await restored.run('backup', '--restore', folder);
    const again = await restored.run('backup', '--restore', folder);
    const resumed = await elsewhere.asProcesses(web.environment).run('resume', 'halved');
    const verified = await restored.run('verify', join(elsewhere.home, 'runs/halved/report.json'));
    const record = await elsewhere.record('halved');
    await elsewhere.close();

    expect([backup.code, restore.code, again.code]).toEqual([0, 0, 2]);
    expect(again.stderr).toContain('is not empty');
    expect([resumed.code, verified.code]).toEqual([0, 0]);
    expect(record.sources.map(({ locator }) => new URL(locator, 'file:').pathname)).toContain('/hours');
  });
});

describe('the life of a store, once its server has ended', () => {
  it('does not end by a dry run of gc', async () => {
    await age(world.home);
    await run('delete', '--unused');
    // SQLite removes its own files at the end of the last process that has the database open.
    const kept = async () => (await filesOf(world.home)).filter((path) => !/-(?:wal|shm)$/.test(path));
    const before = await kept();

    const looked = await run('delete', '--unused', '--json');

    const { deleted, unfinished } = JSON.parse(looked.stdout);
    expect([deleted, unfinished.toSorted()]).toEqual([false, ['asking', 'halved']]);
    expect(await kept()).toEqual(before);
  });

  it('does not end for a fork when the run that it was made from is deleted: it has the pages of that run', async () => {
    const swept = await run('delete', '--unused', '--yes');
    const checks = [
      await run('verify', join(world.home, 'runs/forked/report.json')),
      await run('trace', 'forked'),
      await run('report', 'forked', '--format', 'bundle', '--out', join(world.home, '..', 'forked.zip')),
      await run('verify', join(world.home, '..', 'forked.zip')),
    ];

    expect(swept.code).toBe(0);
    expect((await world.record('forked')).sources.map(({ locator }) => locator)).toContainEqual(
      expect.stringMatching(/\/lamp$/),
    );
    expect(checks.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  });
});

describe('the life of a store without Temporal', () => {
  it('ends for a session without Temporal, unless it may still be open', async () => {
    const other = await createCommandWorld();
    onTestFinished(() => other.close());
    const texts = { cited: `The lamp of ${TOWN}.`, found: `The log of the ${SHIP}.`, isSampled: true };
    await storeSession(other.home, { ...texts, sessionId: 'session-lamp' });
    await storeSession(other.home, { sessionId: 'session-open', answeredAt: new Date().toISOString() });

    const open = await other.run('delete', 'session-open', '--yes');
    const deleted = await other.run('delete', 'lamp', '--yes', '--json');
    const again = await other.run('delete', 'session-lamp', '--yes');

    expect([open.code, deleted.code, again.code]).toEqual([2, 0, 2]);
    expect(open.stderr).toContain('the session "session-open" is still open');
    expect(open.stderr).toContain('npx plumbline finish session-open --without-report');
    expect(JSON.parse(deleted.stdout)).toMatchObject({ sessionId: 'session-lamp', deleted: true, history: false });
    expect(again.stderr).toContain('there is no run "session-lamp"');
    // Its texts stay while the open session may be using them.
    const traces = await filesThatSay(other.home, [TOWN, SHIP]);
    expect(traces.filter((path) => !path.startsWith(join(other.home, 'blobs')))).toEqual([]);
  });
});
