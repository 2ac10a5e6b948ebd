import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CorpusProgress } from '@plumbline/search/progress';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import {
  createEmbeddingWorld,
  EMBEDDING_KEY,
  type EmbeddingWorld,
} from '../../../../test/support/builders/embedding-world.ts';
import { openVectorTable } from '../../index/vector-tables.ts';

const idOf = ({ passageId }: { readonly passageId: string }): string => passageId;

describe('hybrid search', () => {
  let world: EmbeddingWorld;
  let folder: EmbeddingWorld['folder'];
  let home: EmbeddingWorld['home'];
  let server: EmbeddingWorld['server'];
  let open: EmbeddingWorld['open'];
  let embedded: EmbeddingWorld['embedded'];

  beforeEach(async () => {
    world = await createEmbeddingWorld();
    ({ folder, home, server, open, embedded } = world);
  });
  afterEach(() => world.dispose());

  it('finds passages in another language without common words', async () => {
    const { update, search } = open();
    const { corpusId } = await update();

    const { found, notes, hits } = await search(corpusId, 'Where does the oil for the lamp come from?', 'en');

    expect(found[0]).toBe('lampe.md');
    expect(notes).toEqual([]);
    expect(hits.map(({ rank }) => rank)).toEqual(hits.map((_, index) => index + 1));
    expect(hits[0]?.snippet).toContain('füllt die Lampe');
    expect(hits[0]).toMatchObject({ byMeaning: true });
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

  it('uses one index with no model and with another, without reading the documents again', async () => {
    const { corpusId } = await open(null).update();
    expect(await open('first').update()).toMatchObject({ added: 0, bytesRead: 0 });
    expect((await open('first').search(corpusId, 'oil', 'en')).found[0]).toBe('lampe.md');
    expect(await open('second').update()).toMatchObject({ added: 0, bytesRead: 0 });
    expect((await open('second').search(corpusId, 'oil', 'en')).found[0]).toBe('lampe.md');
    expect((await open(null).search(corpusId, 'oil', 'en')).found).toEqual([]);
  });

  it('keeps the vectors of the former model until those of the new one are complete', async () => {
    const { corpusId } = await open('first').update();
    server.behave('refuses');
    await open('second').update();
    server.behave('answers');

    const { notes } = await open('second').search(corpusId, 'oil', 'en');
    expect(notes).toEqual([expect.stringContaining('model second')]);
    server.requests.length = 0;
    await open('first').update();
    expect(embedded()).toEqual([]);
    expect((await open('first').search(corpusId, 'oil', 'en')).found[0]).toBe('lampe.md');

    await open('second').update();
    server.requests.length = 0;
    await open('first').update();
    expect(embedded()).toHaveLength(3);
  });

  it('deletes what nothing reads beside the vectors, as tables of LanceDB', async () => {
    const { corpusId } = await open().update();
    const vectors = `index/${corpusId}/vectors`;
    await writeFiles(home.path, { [`${vectors}/vectors-0123456789ab.lance/data/0.lance`]: 'LANC' });

    await open().update();

    const left = await readdir(join(home.path, vectors));
    expect(left).toEqual([expect.stringMatching(/^[0-9a-f]{12}\.sqlite$/)]);
    expect((await open().search(corpusId, 'oil', 'en')).found[0]).toBe('lampe.md');
  });

  it('makes the vectors anew where something else stands in their file', async () => {
    const { corpusId } = await open().update();
    const folder = join(home.path, 'index', corpusId, 'vectors');
    const [name = ''] = await readdir(folder);
    await writeFiles(folder, { [name]: 'no database, but longer than its header. '.repeat(100) });
    server.requests.length = 0;

    await open().update();

    expect(embedded()).toHaveLength(3);
    expect((await open().search(corpusId, 'oil', 'en')).notes).toEqual([]);
  });

  it('updates without the model, says so in every search, and catches up later', async () => {
    server.behave('refuses');
    const { update, search } = open();
    const { corpusId } = await update();

    const { found, notes } = await search(corpusId, 'Lampe', 'de');
    expect(found).toEqual(['lampe.md']);
    expect(notes).toEqual([expect.stringContaining('(model concepts) answered 503')]);
    expect(notes[0]).not.toContain(EMBEDDING_KEY);
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

  it('lets others go on while it compares vectors', async () => {
    const order: string[] = [];
    const table = openVectorTable(join(home.path, 'vectors'), 'letters');
    table.add(['a', 'b'].map((passageId, index) => ({ passageId, vector: Float32Array.of(1, index) })));

    const scan = table.nearest(Float32Array.of(1, 1), 2).then((found) => order.push(...found.map(idOf)));
    // A comparison on this thread would be over by now; the answer of another one comes as an event.
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
    order.push('something else');
    await scan;
    table.close();

    expect(order).toEqual(['something else', 'b', 'a']);
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const { update } = open();
    const stopAtVectors = ({ step }: CorpusProgress): void => {
      if (step === 'embedding') controller.abort(new Error('stopped by the user'));
    };

    await expect(update(controller.signal, stopAtVectors)).rejects.toThrow('stopped by the user');
  });
});
