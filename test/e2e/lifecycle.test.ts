import { readdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { storeSession } from '../support/builders/stored-session.ts';
import { age } from '../support/worlds/aged-home.ts';
import { type CommandWorld, createCommandWorld } from '../support/worlds/command-world.ts';

const TOWN = 'Quokkaberg';
const SHIP = 'Wombatine';
const QUESTION = `How long does the harbour lamp of ${TOWN} burn on one filling?`;
const PAGE = `<html><head><title>Harbour lamp manual</title></head><body><article><h2>Burning time</h2>
<p>The harbour lamp burns for eleven hours on one filling, as the log of the ${SHIP} says.</p></article></body></html>`;

/** A search service and the page that it leads to, which hangs when it is asked for the first time if told to. */
async function startWeb({ hangs = false } = {}) {
  const { promise: hanging, resolve: announce } = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://site').pathname;
    if (path === '/lamp' && hangs) {
      hangs = false;
      announce();
      return;
    }
    const url = `http://${request.headers.host}/lamp`;
    const results = [{ url, title: 'Harbour lamp manual', content: 'How long the harbour lamp burns on one filling.' }];
    if (path === '/search') response.end(JSON.stringify({ results }));
    else if (path === '/lamp') response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(PAGE);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    environment: { SEARXNG_URL: `http://${host}`, PLUMBLINE_WEB_ALLOWED_HOSTS: host },
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

let world: CommandWorld;
let research: readonly string[];
beforeEach(async () => {
  world = await createCommandWorld();
  const web = ['--web', '--relevance-threshold', '0.1'];
  research = ['research', QUESTION, '--corpus', world.documents, ...web, '--id', 'mine'];
});
afterEach(() => world.close());

describe('the life of a store', () => {
  it('continues from a backup that was made in the middle of a run', async () => {
    const web = await startWeb({ hangs: true });
    const elsewhere = await createCommandWorld({});
    const folder = join(world.home, '..', 'backup');
    const { run } = world.with(web.environment);
    const restored = elsewhere.with(web.environment);

    await world.asProcesses(web.environment).run(...research, '--detach');
    await web.hanging;
    const backup = await run('backup', folder, '--json');
    await world.run('down', '--force');
    const restore = await restored.run('restore', folder);
    const again = await restored.run('restore', folder);
    const resumed = await elsewhere.asProcesses(web.environment).run('resume', 'mine');
    const verified = await restored.run('verify', join(elsewhere.home, 'runs/mine/report.json'));
    const record = await elsewhere.record('mine');
    await Promise.all([elsewhere.close(), web.close()]);

    expect([backup.code, restore.code, again.code]).toEqual([0, 0, 2]);
    expect(again.stderr).toContain('is not empty');
    expect([resumed.code, verified.code]).toEqual([0, 0]);
    expect(record.sources.map(({ locator }) => new URL(locator, 'file:').pathname)).toContain('/lamp');
  });

  it('ends for a deleted run: none of its words remain except in shared documents', async () => {
    const web = await startWeb();
    const { run } = world.with(web.environment);
    const processes = world.asProcesses(web.environment);
    const finished = await processes.run(...research);
    await web.close();
    expect(finished.code).toBe(0);
    expect((await filesThatSay(world.home, [TOWN])).length).toBeGreaterThan(2);
    expect((await filesThatSay(world.home, [SHIP])).length).toBeGreaterThan(2);

    const unasked = await run('delete', 'mine');
    const deleted = await processes.run('delete', 'mine', '--yes', '--json');
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
    expect(await filesThatSay(world.home, [TOWN, SHIP])).toEqual([]);
    expect(await filesThatSay(join(world.home, 'blobs'), ['rapeseed'])).toHaveLength(1);
  });

  it('does not end for a fork when the run that it was made from is deleted: it has the pages of that run', async () => {
    const web = await startWeb();
    const { run } = world.with(web.environment);
    await world.asProcesses(web.environment).run('up');
    await run(...research, '--quiet');
    const forked = await run('fork', 'mine', '--from', 'synthesis', '--id', 'forked', '--quiet');
    await web.close();

    const deleted = await run('delete', 'mine', '--yes');
    await run('down');
    await age(world.home);
    const swept = await run('gc', '--yes');
    const checks = [
      await run('verify', join(world.home, 'runs/forked/report.json')),
      await run('trace', 'forked'),
      await run('export', 'forked', '--format', 'bundle', '--out', join(world.home, '..', 'forked.zip')),
      await run('verify', join(world.home, '..', 'forked.zip')),
    ];

    expect([forked.code, deleted.code, swept.code]).toEqual([0, 0, 0]);
    expect((await world.record('forked')).sources.map(({ locator }) => locator)).toContainEqual(
      expect.stringMatching(/\/lamp$/),
    );
    expect(checks.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  });

  it('ends for a session without Temporal, unless it may still be open', async () => {
    const texts = { cited: `The lamp of ${TOWN}.`, found: `The log of the ${SHIP}.`, isSampled: true };
    await storeSession(world.home, { ...texts, sessionId: 'session-lamp' });
    await storeSession(world.home, { sessionId: 'session-open', answeredAt: new Date().toISOString() });

    const open = await world.run('delete', 'session-open', '--yes');
    const deleted = await world.run('delete', 'lamp', '--yes', '--json');
    const again = await world.run('delete', 'session-lamp', '--yes');

    expect([open.code, deleted.code, again.code]).toEqual([2, 0, 2]);
    expect(open.stderr).toContain('the session "session-open" is still open');
    expect(open.stderr).toContain('npx plumbline cancel session-open');
    expect(JSON.parse(deleted.stdout)).toMatchObject({ sessionId: 'session-lamp', deleted: true, history: false });
    expect(again.stderr).toContain('there is no run "session-lamp"');
    // Its texts stay while the open session may be using them.
    const traces = await filesThatSay(world.home, [TOWN, SHIP]);
    expect(traces.filter((path) => !path.startsWith(join(world.home, 'blobs')))).toEqual([]);
  });

  it('does not end for a running run, or by a dry run of gc', async () => {
    await world
      .asProcesses()
      .run('research', QUESTION, '--corpus', world.documents, '--id', 'asking', '--clarify', 'always', '--detach');
    const deleted = await world.run('delete', 'asking', '--yes');
    await world.run('down', '--force');
    await age(world.home);
    await world.run('gc');
    const before = await filesOf(world.home);

    const looked = await world.run('gc', '--json');

    expect(deleted.code).toBe(2);
    expect(deleted.stderr).toContain('npx plumbline cancel asking');
    expect(JSON.parse(looked.stdout)).toMatchObject({ deleted: false, unfinished: ['asking'] });
    expect(await filesOf(world.home)).toEqual(before);
  });
});
