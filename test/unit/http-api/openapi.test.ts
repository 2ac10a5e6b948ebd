import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Login } from '../../../client/service/issuer-login.ts';
import { createApiWorld } from '../../support/builders/api-world.ts';
import { operationsOf, readDocument, requestOf } from '../../support/builders/documented-requests.ts';
import { sourceOf } from '../../support/builders/research-fixtures.ts';
import { storedReport } from '../../support/builders/stored-report.ts';
import { createBriefingWorld } from '../../support/worlds/briefing-world.ts';

const NOTHING_INDEXED = {
  corpusId: '0123456789ab',
  version: '',
  files: 0,
  passages: 0,
  added: 0,
  changed: 0,
  removed: 0,
  bytesRead: 0,
  languages: [],
  skippedCount: 0,
  partialCount: 0,
  skippedFiles: [],
};

const TOKENS = { token: 'a', name: null, refreshToken: null };
const login: Login = {
  host: 'login.example',
  begin: async () => ({ address: 'https://login.example', state: 'Zq3v', kept: 'a.b' }),
  finish: async () => TOKENS,
  renew: async () => TOKENS,
  end: async () => null,
};

/** What deletes comes last, the whole after its parts. */
function inOrder<Operations extends readonly { path: string; method: string }[]>(operations: Operations) {
  const rank = ({ path, method }: Operations[number]) => (method === 'DELETE' ? 1_000 - path.length : 0);
  return operations.toSorted((a, b) => rank(a) - rank(b)) as unknown as Operations;
}

describe('the OpenAPI document', () => {
  it('has every route, and no other', async () => {
    const world = createApiWorld();

    const document = await readDocument(world);

    const documented = operationsOf(document).map(({ path, method }) => `${method} ${path}`);
    const registered = world.api.routes
      .filter(({ method, path }) => method !== 'ALL' && path !== '/openapi.json')
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`);
    expect(document.openapi).toBe('3.1.0');
    expect(documented.sort()).toEqual([...new Set(registered)].sort());
  });

  it('misses a route that was added beside it', async () => {
    const world = createApiWorld();
    world.api.get('/api/planted', (http) => http.text('here'));

    const documented = Object.keys((await readDocument(world)).paths);

    expect(world.api.routes.map(({ path }) => path)).toContain('/api/planted');
    expect(documented).not.toContain('/api/planted');
  });

  it('says what every request looks like: its examples are answered', async () => {
    const stored = [await storedReport('research-limits-3f9a21'), await storedReport('research-limits-8c04de')];
    const briefing = await createBriefingWorld();
    await briefing.write('briefing.yml', 'name: grid-storage\ntitle: Grid storage\n');
    await briefing.record('daily', '2026-03-06T06:30:00Z');
    const uploads = [{ name: 'Uploads', directory: '/home/Uploads', isOwn: true }];
    const source = sourceOf({ locator: 'manuals/pump.pdf' });
    const listed = { locator: source.locator, state: 'read' as const, reason: null, format: 'PDF', source };
    const listDocuments = async () => [listed];
    const sampleHeadings = async () => [{ title: 'Pump', language: 'en', headings: [] }];
    const indexFolders = async () => NOTHING_INDEXED;
    const tools = { collectionsOf: async () => uploads, indexFolders, listDocuments, sampleHeadings };
    const offered = await realpath(briefing.folder);
    await mkdir(join(offered, 'manuals'));
    const chosenFolders = { list: async () => [join(offered, 'manuals')], add: async () => {}, remove: async () => {} };
    const { sources } = createApiWorld().context.settings;
    const world = createApiWorld({
      stored,
      briefings: { folders: [briefing.folder] },
      tools: { ...tools, chosenFolders },
      settings: { login, sources: { ...sources, offered: new Map([['documents', offered]]) } },
    });
    const sessionId = 'chat-6d0c8a1f2b3e4d5c';
    const document = await readDocument(world);
    for (const userId of [null, 'anna']) {
      for (const { path, method, operation } of inOrder(operationsOf(document))) {
        // The examples of feedback, query and memory are of the user anna, the others of nobody.
        const names = JSON.stringify(requestOf(document, path, operation)).includes('anna');
        if (names !== (userId !== null)) continue;
        world.sessions.open(sessionId, { userId, turns: 1 });
        const [address, init] = requestOf(document, path, operation);

        const response = await world.api.request(address, { ...init, method });

        expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 200`);
        await response.body?.cancel();
      }
    }
    expect(world.reported).toEqual([]);
  });

  it('says in every operation that failures are problems', async () => {
    const document = await readDocument(createApiWorld());

    const withoutProblem = operationsOf(document).filter(
      ({ operation }) => !JSON.stringify(operation.responses['default'] ?? '').includes('problem+json'),
    );

    expect(withoutProblem).toEqual([]);
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Answer', 'Problem', 'Query', 'Run', 'Session', 'StreamEvent']),
    );
  });

  it('describes settings with their ranges', async () => {
    const { components } = await readDocument(createApiWorld());

    expect(components.schemas['StartRun']).toMatchObject({
      properties: { settings: { properties: { maxTasks: { type: 'integer', minimum: 1 } } } },
    });
  });
});
