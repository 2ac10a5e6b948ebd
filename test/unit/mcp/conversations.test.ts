import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import { describe, expect, it } from 'vitest';
import { createFolderIndexing } from '../../../client/service/folder-indexing.ts';
import { openLocalTools } from '../../../client/service/local-tools.ts';
import { answerResultOf } from '../../support/builders/answer-results.ts';
import { textsOf } from '../../support/processes/mcp-client.ts';
import { createMcpWorld } from '../../support/worlds/mcp-world.ts';

const MESSAGE = 'How long does the lamp burn?';
const CORPUS: CorpusReport = {
  corpusId: 'corpus',
  version: 'v1',
  files: 1,
  passages: 1,
  added: 1,
  changed: 0,
  removed: 0,
  bytesRead: 1,
  languages: ['en'],
  partialCount: 0,
  skippedCount: 0,
  skippedFiles: [],
};

describe('a message', () => {
  it('is answered with its citations, and the next one goes on with the session', async () => {
    const world = await createMcpWorld();
    world.sessions.open('chat-lamp');
    const client = await world.connect();

    const first = await client.callTool({ name: 'ask', arguments: { message: MESSAGE, documents: ['docs'] } });
    const next = await client.callTool({ name: 'ask', arguments: { message: 'And?', sessionId: 'chat-lamp' } });

    expect(first.structuredContent).toMatchObject({
      isPending: false,
      text: expect.stringContaining('[1]'),
      citations: [{ number: 1, locator: 'lamp.md', quote: 'The harbour lamp burns for nine hours.' }],
    });
    expect(next.structuredContent).toMatchObject({ sessionId: 'chat-lamp' });
    expect(world.sessions.asked.map(({ scope }) => scope?.corpusDirectories)).toEqual([['/srv/docs'], undefined]);
  });

  it('may have null for what it leaves out', async () => {
    const world = await createMcpWorld();
    const client = await world.connect();
    const empty = { sessionId: null, include: null, messageId: null, mode: null };

    const answered = await client.callTool({ name: 'ask', arguments: { message: MESSAGE, ...empty } });

    expect(answered.structuredContent).toMatchObject({ isPending: false });
    const { tools } = await client.listTools();
    expect(tools.find(({ name }) => name === 'ask')?.inputSchema.properties).toHaveProperty('sessionId');
  });

  it('that takes longer is asked for again under its id, and answered once', async () => {
    const world = await createMcpWorld({ mcpSettings: { pace: { lookMs: 1, patienceMs: 1 } } });
    world.sessions.answer = ({ signal }) => delay(60_000, undefined, { signal }).then(() => Promise.reject());
    const client = await world.connect();

    const first = await client.callTool({ name: 'ask', arguments: { message: MESSAGE } });

    expect(first.structuredContent).toMatchObject({ isPending: true, answerId: null });
    const [asked] = world.sessions.asked;
    const { sessionId, messageId } = { sessionId: asked?.sessionId, messageId: asked?.ask.messageId };
    expect(first.structuredContent).toMatchObject({ sessionId, messageId });
    world.sessions.open(String(sessionId));
    await client.callTool({ name: 'ask', arguments: { message: MESSAGE, sessionId, messageId } });
    expect(world.sessions.asked.map(({ ask }) => ask.messageId)).toEqual([messageId, messageId]);
  });

  it('belongs to the user of the server, whom no call can change', async () => {
    const world = await createMcpWorld({ mcpSettings: { user: 'anna' } });
    const client = await world.connect();

    await client.callTool({ name: 'ask', arguments: { message: MESSAGE } });
    const other = await client.callTool({ name: 'memory_list', arguments: { userId: 'bert' } });

    expect(world.sessions.asked[0]?.ask.userId).toBe('anna');
    expect(textsOf(other).join()).toContain('another user');
  });
});

describe('what was not read', () => {
  it('is named in the text of an answer', async () => {
    const world = await createMcpWorld();
    const notes = ['Only files that match *.md were read', 'Not read: scan.mp3'];
    world.sessions.answer = async () => answerResultOf({ notes });
    const client = await world.connect();

    const answered = await client.callTool({ name: 'ask', arguments: { message: MESSAGE } });

    expect(textsOf(answered).at(-1)).toMatch(
      /note: Only files that match \*\.md were read\n\nnote: Not read: scan\.mp3$/,
    );
  });

  const searching = async (include: string[]) => {
    const folder = join(await mkdtemp(join(tmpdir(), 'plumbline-searched-')), 'docs');
    await mkdir(folder);
    await writeFile(join(folder, 'lamp.md'), '# Lamp\n\nThe harbour lamp burns for nine hours.\n');
    await writeFile(join(folder, 'scan.mp3'), 'x');
    const sources = { documents: new Map([['docs', folder]]), catalogues: new Map<string, string>(), web: null };
    const tools = openLocalTools({ PLUMBLINE_HOME: join(folder, '..', 'home') });
    const indexing = createFolderIndexing({ tools, patienceMs: 60_000, closing: new AbortController().signal });
    const world = await createMcpWorld({ mcpSettings: { sources }, mcp: { tools, indexing } });
    const client = await world.connect();
    const result = await client.callTool({ name: 'search', arguments: { query: 'lamp', include } });
    return { result, text: textsOf(result).join('\n'), folder, reported: world.reported };
  };

  it('is named in the text of a search', async () => {
    const { text } = await searching(['lamp.md', '*.mp3']);

    expect(text).toContain('lamp.md');
    expect(text).toContain('note: Only files that match lamp.md, *.mp3 were read');
    expect(text).toMatch(/note: not read, or only in part: scan\.mp3/);
  });

  it('is why a search fails whose patterns match nothing, without a path', async () => {
    const { result, text, folder, reported } = await searching(['*.zzz']);

    expect(result.isError).toBe(true);
    expect(text).toContain('The corpus folder docs has no such file: only *.zzz.');
    expect(text).not.toContain(folder);
    expect(reported).toEqual([]);
  });
});

describe('indexing for a search', () => {
  const options = { patienceMs: 1, closing: new AbortController().signal };

  it('goes on without the call that began it, and is found by the next one', async () => {
    const indexed = Promise.withResolvers<CorpusReport>();
    let begun = 0;
    const tools = {
      indexFolders: (_: unknown, { onProgress }: { readonly onProgress: (line: string) => void }) => {
        begun += 1;
        onProgress('indexing: 3 of 9 files');
        return indexed.promise;
      },
    };
    const indexing = createFolderIndexing({ ...options, tools });
    const update = () => indexing.update({ corpusDirectories: ['/srv/docs'] }, new AbortController().signal);

    await expect(update()).rejects.toThrow('3 of 9 files');
    indexed.resolve(CORPUS);

    await expect(update()).resolves.toEqual(CORPUS);
    expect(begun).toBe(1);
  });

  it('ends for no call that is cancelled', async () => {
    const cancelled = new AbortController();
    const tools = { indexFolders: () => new Promise<CorpusReport>(() => undefined) };
    const indexing = createFolderIndexing({ ...options, patienceMs: 60_000, tools });

    const waiting = indexing.update({ corpusDirectories: ['/srv/docs'] }, cancelled.signal);
    cancelled.abort(new Error('enough'));

    await expect(waiting).rejects.toThrow(/abort/i);
  });
});
