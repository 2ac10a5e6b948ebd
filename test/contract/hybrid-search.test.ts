import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createOpenAIEmbedder } from '../../activities/embedding/openai-embedder.ts';
import type { UpdateCorpus } from '../../activities/index/corpus-index.ts';
import type { CorpusProgress } from '../../activities/index/corpus-progress.ts';
import { createLanceCorpusIndex } from '../../activities/index/lance-corpus-index.ts';
import { createFileBlobStore } from '../../activities/storage/file-blob-store.ts';
import { temporaryFolder, writeFiles } from '../support/builders/corpus-fixtures.ts';
import { shareParser } from '../support/builders/shared-parser.ts';
import { supportFile } from '../support/processes/processes.ts';
import { type EmbeddingServer, startEmbeddingServer } from '../support/servers/embedding-server.ts';

const KEY = 'sk-embedding-test-key';
const FILES = {
  'lampe.md': '# Leuchtfeuer\n\nDer Wärter füllt die Lampe jeden Abend mit dem Öl aus dem Keller.\n',
  'flut.md': '# Gezeiten\n\nBei Flut meldet der Wärter jede hohe Welle an den Hafen.\n',
  'seil.md': '# Tauwerk\n\nDas Seil wird im Herbst geteert und im Frühjahr geprüft.\n',
};

describe('hybrid search', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let home: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: EmbeddingServer;

  beforeEach(async () => {
    folder = await temporaryFolder();
    home = await temporaryFolder();
    server = await startEmbeddingServer();
    await writeFiles(folder.path, FILES);
  });
  afterEach(async () => {
    await server.close();
    await folder.dispose();
    await home.dispose();
  });

  const open = (model: string | null = 'concepts') => {
    const options = { apiKey: KEY, baseURL: server.baseURL, timeoutMs: 20_000 };
    const embedder = model === null ? null : createOpenAIEmbedder({ ...options, model });
    const index = createLanceCorpusIndex({
      home: home.path,
      blobs: createFileBlobStore(home.path),
      now: () => new Date('2026-01-02T03:04:05Z'),
      embedder,
      createParser: shareParser,
    });
    return {
      update: (signal = new AbortController().signal, onProgress: UpdateCorpus['onProgress'] = () => undefined) =>
        index.update({ directory: folder.path, maxFileBytes: 1_000_000, signal, onProgress }),
      search: async (corpusId: string, query: string, language: string) => {
        const { hits, notes } = await index.search({ corpusId, query, language, topK: 5 });
        return { found: hits.map(({ locator }) => locator), notes, hits };
      },
    };
  };
  const embedded = () => server.requests.flatMap(({ input }) => input);

  it('finds passages in another language without common words', async () => {
    const { update, search } = open();
    const { corpusId } = await update();

    const { found, notes, hits } = await search(corpusId, 'Where does the oil for the lamp come from?', 'en');

    expect(found[0]).toBe('lampe.md');
    expect(notes).toEqual([]);
    expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, index) => index + 1));
    expect(hits[0]?.snippet).toContain('füllt die Lampe');
  });

  it('leaves out the words of another language, which would match by chance', async () => {
    await writeFiles(folder.path, { 'zitat.md': '# Zitat\n\nAuf dem Schild stand groß das Wort "keeper".\n' });
    const { update, search } = open();
    const { corpusId } = await update();
    const query = 'What must the keeper report about high waves at flood?';

    expect((await open(null).search(corpusId, query, 'en')).found[0]).toBe('zitat.md');
    expect((await search(corpusId, query, 'en')).found[0]).toBe('flut.md');
  });

  it('ranks highest what both words and vectors find', async () => {
    await writeFiles(folder.path, { 'licht.md': '# Laterne\n\nDie Lampe, die Lampe und noch eine Lampe leuchten.\n' });
    const { update, search } = open();
    const { corpusId } = await update();

    const { found } = await search(corpusId, 'Womit füllt der Wärter die Lampe, mit Öl?', 'de');

    expect(found[0]).toBe('lampe.md');
    expect(found).toHaveLength(4);
  });

  it('embeds passages with title and headings, and only those that have no vector yet', async () => {
    const { update } = open();
    await update();
    expect(embedded().sort()).toEqual(
      ['# Gezeiten', '# Leuchtfeuer', '# Tauwerk'].map((heading) =>
        expect.stringContaining(`${heading.slice(2)}\n${heading}`),
      ),
    );
    server.requests.length = 0;

    await update();
    expect(embedded()).toEqual([]);
    await writeFiles(folder.path, { 'seil.md': '# Tauwerk\n\nDas alte Seil ist verkauft.\n' });
    await rm(join(folder.path, 'flut.md'));
    const { corpusId } = await update();

    expect(embedded()).toEqual([expect.stringContaining('verkauft')]);
    expect((await open().search(corpusId, 'ropes', 'en')).found[0]).toBe('seil.md');
    expect((await open().search(corpusId, 'tides', 'en')).found).not.toContain('flut.md');
  });

  it('uses one index with no model and with several, without reading the documents again', async () => {
    const { corpusId } = await open(null).update();
    expect(await open('first').update()).toMatchObject({ added: 0, bytesRead: 0 });
    expect(await open('second').update()).toMatchObject({ added: 0, bytesRead: 0 });

    expect(server.requests.map(({ model, input }) => [model, input.length])).toEqual([
      ['first', 3],
      ['second', 3],
    ]);
    for (const model of ['first', 'second']) {
      expect((await open(model).search(corpusId, 'oil', 'en')).found[0]).toBe('lampe.md');
    }
    expect((await open(null).search(corpusId, 'oil', 'en')).found).toEqual([]);
  });

  it('updates without the model, says so in every search, and catches up later', async () => {
    server.behave('refuses');
    const { update, search } = open();
    const { corpusId } = await update();

    const { found, notes } = await search(corpusId, 'Lampe', 'de');
    expect(found).toEqual(['lampe.md']);
    expect(notes).toEqual([expect.stringContaining('(model concepts) answered 503')]);
    expect(notes[0]).not.toContain(KEY);
    expect(notes[0]).not.toContain('Keller');

    server.behave('answers');
    await update();
    expect(await search(corpusId, 'oil', 'en')).toMatchObject({
      notes: [],
      found: expect.arrayContaining(['lampe.md']),
    });
  });

  it('searches by words, with a note, when the query cannot be embedded', async () => {
    const { update, search } = open();
    const { corpusId } = await update();
    server.behave('refuses');

    const { found, notes } = await search(corpusId, 'Lampe', 'de');

    expect(found).toEqual(['lampe.md']);
    expect(notes).toEqual([expect.stringMatching(/^Only the words of the query were searched: .*answered 503/)]);
  });

  it('does not mix vectors of different lengths', async () => {
    const { update, search } = open();
    const { corpusId } = await update();
    server.behave('another length');

    const { found, notes } = await search(corpusId, 'Lampe', 'de');

    expect(found).toEqual(['lampe.md']);
    expect(notes).toEqual([expect.stringContaining('another model answers under the same name')]);
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const { update } = open();
    const stopAtVectors = ({ step }: CorpusProgress): void => {
      if (step === 'embedding') controller.abort(new Error('stopped by the user'));
    };

    await expect(update(controller.signal, stopAtVectors)).rejects.toThrow('stopped by the user');
  });

  it('continues after a kill with the passages that have no vector', async () => {
    const sections = Array.from({ length: 100 }, (_, index) => `## Lampe ${index}\n\nDie Lampe ${index} hat Öl.\n`);
    await writeFiles(folder.path, { 'lampen.md': `# Lampen\n\n${sections.join('\n')}` });
    const script = supportFile('embed-corpus-process.ts');
    const child = spawn(process.execPath, [script, home.path, folder.path, server.baseURL], { stdio: 'inherit' });
    await server.arrivals(1);
    server.behave('hangs');
    await server.arrivals(2);
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    const [first] = server.requests.splice(0);
    server.behave('answers');

    const { passages } = await open().update();

    expect(passages).toBe(103);
    expect(first?.input).toHaveLength(64);
    expect(embedded()).toHaveLength(passages - 64);
    expect(embedded().filter((text) => first?.input.includes(text))).toEqual([]);
  });
});
