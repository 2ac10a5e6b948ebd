import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LocalTools, openLocalTools } from '../../client/service/local-tools.ts';
import { type ApiWorld, createApiWorld, jsonRequest, type WorldChanges } from '../support/builders/api-world.ts';
import { zipOf } from '../support/builders/document-fixtures.ts';
import { textsOf } from '../support/processes/mcp-client.ts';
import { startPageServer } from '../support/servers/page-server.ts';
import { createMcpWorld } from '../support/worlds/mcp-world.ts';

const LAMP = '# Harbour lamp\n\nThe harbour lamp burns for nine hours.\n';
const token = ['anna', 'bert'].map((user) => ({ user, token: `token-of-${user}-0123456789` }));
const PATH = '/api/library/Uploads/documents?path=';

describe('the library', () => {
  let home: string;
  const toolsWith = (changes: NodeJS.ProcessEnv = {}) => {
    const tools = openLocalTools({ PLUMBLINE_HOME: home, ...changes });
    return {
      collectionsOf: (user: string | null) => tools.collectionsOf(user),
      openLibrary: () => tools.openLibrary(),
      notes: tools.notes,
      listDocuments: (...given: Parameters<LocalTools['listDocuments']>) => tools.listDocuments(...given),
      countDocuments: (...given: Parameters<LocalTools['countDocuments']>) => tools.countDocuments(...given),
      indexFolders: (...given: Parameters<LocalTools['indexFolders']>) => tools.indexFolders(...given),
    };
  };
  const open = (changes: WorldChanges = {}, variables: NodeJS.ProcessEnv = {}): ApiWorld => {
    const none = { documents: new Map(), catalogues: new Map(), web: null };
    const settings = { sources: none, ...changes.settings };
    return createApiWorld({ ...changes, settings, tools: toolsWith(variables) });
  };
  const asked = async (world: ApiWorld, path: string, init: RequestInit = {}, user?: string) => {
    const headers = new Headers(init.headers);
    if (user !== undefined) headers.set('authorization', `Bearer token-of-${user}-0123456789`);
    const response = await world.api.request(path, { ...init, headers });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const put = (body: string | Uint8Array<ArrayBuffer>) => ({ method: 'PUT', body, duplex: 'half' }) as const;

  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'plumbline-library-'));
  });
  afterEach(() => rm(home, { recursive: true, force: true }));

  it('takes documents and archives, reads them, says what is not read, and removes them', async () => {
    const world = open();
    const zip = new Uint8Array(zipOf({ 'sub/wick.md': '# Wick\n\nReplaced every forty days.\n' }));

    expect((await asked(world, `${PATH}a/lamp.md`, put(LAMP))).body).toEqual({
      collection: 'Uploads',
      path: 'a/lamp.md',
      bytes: LAMP.length,
      outcome: 'added',
    });
    expect((await asked(world, `${PATH}papers.zip`, put(zip))).status).toBe(200);
    expect((await asked(world, `${PATH}broken.pdf`, put('no PDF'))).status).toBe(200);
    expect(
      (await asked(world, '/api/library/Uploads')).body.documents.map(({ state }: { state: string }) => state),
    ).toEqual(['new', 'new', 'new']);
    expect((await asked(world, '/api/library/Uploads/reading', jsonRequest({}))).body).toMatchObject({
      documents: 2,
      unreadable: 1,
    });

    expect((await asked(world, '/api/library/Uploads')).body).toMatchObject({
      total: 3,
      documents: [
        { path: 'a/lamp.md', state: 'read', title: 'Harbour lamp', language: 'en', format: 'markdown' },
        { path: 'broken.pdf', state: 'unreadable', reason: expect.stringContaining('PDF') },
        { path: 'papers.zip/sub/wick.md', state: 'read', title: 'Wick' },
      ],
    });
    expect((await asked(world, '/api/library/Uploads?search=WICK&limit=1')).body.total).toBe(1);
    expect((await asked(world, '/api/library')).body.folders).toEqual([
      { name: 'Uploads', isUpload: true, isChosen: false, canChange: true, documents: 2, unreadable: 1 },
    ]);
    expect((await asked(world, `${PATH}papers.zip`, { method: 'DELETE' })).status).toBe(200);
    expect((await asked(world, `${PATH}papers.zip`, { method: 'DELETE' })).status).toBe(404);
    expect((await asked(world, '/api/library/Uploads', { method: 'DELETE' })).status).toBe(200);
    expect((await asked(world, '/api/library')).body.folders).toEqual([]);
    expect((await readdir(join(home, 'index'))).filter((name) => !name.endsWith('.lock'))).toEqual([]);
  });

  it('keeps notes for each user, finds documents by them, and deletes them with their documents', async () => {
    await asked(open(), '/api/library/Shared/documents?path=all.md', put(LAMP));
    const world = open({ settings: { token } });
    const place = { start: 2, end: 9, quote: 'Harbour' };
    const noted = async (user: string, path: string, changes: object) =>
      asked(world, path, { ...jsonRequest(changes), method: 'PATCH' }, user);
    const path = '/api/library/Shared/notes?path=all.md';
    const add = [{ text: ' Ask Anna #later ', place }];
    const { status, body } = await noted('anna', path, { add });
    expect([status, body.notes]).toEqual([200, [{ id: expect.any(String), text: 'Ask Anna #later', place }]]);
    // The same is noted once.
    expect((await noted('anna', path, { add })).body).toEqual(body);
    expect((await noted('bert', path, { add: [{ text: '#bert', place: null }] })).body.notes).toHaveLength(1);
    expect((await noted('anna', '/api/library/Shared/notes?path=other.md', { add })).status).toBe(404);

    const found = async (user: string, search: string) =>
      (await asked(world, `/api/library/Shared?search=${encodeURIComponent(search)}`, {}, user)).body.documents;
    expect(await found('anna', '#LATER')).toMatchObject([{ path: 'all.md', notes: body.notes }]);
    expect(await found('bert', '#later')).toEqual([]);
    expect((await noted('anna', path, { remove: [body.notes[0].id] })).body).toEqual({ notes: [] });
    const shared = open();
    await asked(shared, '/api/library/Shared/documents?path=all.md', { method: 'DELETE' });
    await asked(shared, '/api/library/Shared/documents?path=all.md', put(LAMP));
    expect(await found('bert', '')).toMatchObject([{ path: 'all.md', notes: [] }]);
  });

  it('is what a run and a message search by name, as soon as it is there', async () => {
    const world = open();
    const run = jsonRequest({ question: 'How long does the lamp burn?', documents: ['Uploads'] });
    expect((await asked(world, '/api/runs', run)).status).toBe(400);

    await asked(world, `${PATH}lamp.md`, put(LAMP));

    expect((await asked(world, '/api/sources')).body.documents).toEqual(['Uploads']);
    expect((await asked(world, '/api/runs', run)).status).toBe(200);
    await asked(world, '/api/query', jsonRequest({ message: 'How long does the lamp burn?' }));
    expect(world.sessions.asked[0]?.scope?.corpusDirectories).toEqual([join(home, 'uploads/shared/Uploads')]);
  });

  it.each([
    [`${PATH}../x.md`, LAMP, 400],
    [`${PATH}tool.exe`, 'MZ', 415],
    [`${PATH}lamp.md`, 'other', 409],
    [`${PATH}long.md`, 'x'.repeat(20_000), 507],
    ['/api/library/docs/documents?path=lamp.md', LAMP, 403],
  ])('refuses to store at %s', async (path, text, status) => {
    const world = open(
      { settings: { sources: { documents: new Map([['docs', home]]), catalogues: new Map(), web: null } } },
      { 'documents.uploads': '10KB' },
    );
    await asked(world, `${PATH}lamp.md`, put(LAMP));

    expect((await asked(world, path, put(text))).status).toBe(status);
    expect((await asked(world, '/api/library/Uploads')).body.total).toBe(1);
    expect((await asked(world, '/api/library/docs', { method: 'DELETE' })).status).toBe(403);
  });

  it('takes a body larger than other requests may have, and none where uploads are turned off', async () => {
    const limits = { maxBodyBytes: 1_000, requestsPerMinute: 1_000 };
    const large = put('word '.repeat(1_000));

    expect((await asked(open({ settings: { limits } }), `${PATH}large.md`, large)).status).toBe(200);
    expect(
      (await asked(open({ settings: { limits } }), '/api/library/Uploads/pages', { ...large, method: 'POST' })).status,
    ).toBe(413);
    expect((await asked(open({}, { 'documents.uploads': '0' }), `${PATH}lamp.md`, put(LAMP))).status).toBe(403);
  });

  it('shows a user nothing of another one, and shares what belongs to all without letting it be changed', async () => {
    await asked(open(), '/api/library/Shared/documents?path=all.md', put(LAMP));
    const world = open({ settings: { token } });
    await asked(world, `${PATH}diary.md`, put(LAMP), 'anna');

    const seenBy = async (user: string) => (await asked(world, '/api/library', {}, user)).body.folders;
    expect(await seenBy('anna')).toMatchObject([
      { name: 'Shared', canChange: false },
      { name: 'Uploads', canChange: true },
    ]);
    expect(await seenBy('bert')).toMatchObject([{ name: 'Shared' }]);
    const wanted = jsonRequest({ question: 'What did Anna write?', documents: ['Uploads'] });
    expect((await asked(world, '/api/runs', wanted, 'bert')).status).toBe(400);
    for (const path of ['/api/library/Uploads', '/api/library/Uploads/documents?path=diary.md']) {
      expect((await asked(world, path, { method: 'DELETE' }, 'bert')).status).toBe(404);
    }
    expect((await asked(world, '/api/library/Shared', { method: 'DELETE' }, 'anna')).status).toBe(403);
    expect((await asked(world, '/api/library/Shared/documents?path=x.md', put(LAMP), 'anna')).status).toBe(403);
    await asked(world, `${PATH}own.md`, put(LAMP), 'bert');
    expect((await asked(world, '/api/library/Uploads', {}, 'bert')).body.documents).toMatchObject([{ path: 'own.md' }]);
  });

  it('stores a page of the web with its address and date, and says why one is not taken', async () => {
    const site = await startPageServer({
      '/guide/lamp.html': (response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>Lamp guide</title><main><h1>Lamp guide</h1><p>The lamp burns for nine hours.</p></main>'),
      '/gone': (response) => response.writeHead(404).end(),
    });
    try {
      const world = open({}, { 'web.allowed-hosts': site.host });
      const add = (address: string) => asked(world, '/api/library/Web/pages', jsonRequest({ address }));

      expect((await add(`${site.origin}/guide/lamp.html`)).body).toMatchObject({
        collection: 'Web',
        path: '127.0.0.1-guide-lamp.md',
      });
      await asked(world, '/api/library/Web/reading', jsonRequest({}));
      expect((await asked(world, '/api/library/Web')).body.documents).toMatchObject([
        { title: 'Lamp guide', address: `${site.origin}/guide/lamp.html`, state: 'read' },
      ]);
      expect((await add(`${site.origin}/gone`)).status).toBe(415);
      expect((await add('file:///etc/passwd')).status).toBe(400);
      expect(site.requests).toEqual(['/guide/lamp.html', '/gone']);
    } finally {
      await site.close();
    }
  });

  it('is listed, filled and emptied by an assistant', async () => {
    const world = await createMcpWorld();
    const client = await world.connect();
    const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input });

    const added = await call('library_add', { name: 'lamp.md', text: LAMP });
    expect(added.structuredContent).toMatchObject({ collection: 'Uploads', document: 'lamp.md' });
    expect((await call('library_add', { name: '../lamp.md', text: LAMP })).isError).toBe(true);
    expect((await call('library_add', {})).isError).toBe(true);
    // Clients write null for what they leave out.
    expect((await call('library_list', { collection: 'Uploads', search: null })).structuredContent).toMatchObject({
      documents: [{ path: 'lamp.md', state: 'new' }],
    });
    expect((await call('library_remove', { collection: 'docs' })).isError).toBe(true);
    expect(textsOf(await call('library_remove', { collection: 'Uploads' }))[0]).toContain('Removed');
    expect((await call('library_list', { collection: 'Uploads' })).isError).toBe(true);
  });
});
