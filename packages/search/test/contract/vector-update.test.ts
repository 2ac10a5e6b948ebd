import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CorpusProgress } from '@plumbline/search/progress';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { createEmbeddingWorld, type EmbeddingWorld } from '../../../../test/support/builders/embedding-world.ts';
import { supportFile } from '../../../../test/support/processes/processes.ts';

describe('embedding the passages of a folder', () => {
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

  /** Files with this many passages, and the three others. */
  const writeLamps = (count: number) => {
    const sections = Array.from({ length: count }, (_, index) => `## Lampe ${index}\n\nDie Lampe ${index} hat Öl.\n`);
    return writeFiles(folder.path, { 'lampen.md': `# Lampen\n\n${sections.join('\n')}` });
  };
  const sizes = () => server.requests.map(({ input }) => input.length);

  it('continues after a kill with the passages that have no vector', async () => {
    await writeLamps(100);
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

    const done = first?.input ?? [];
    expect(passages).toBe(103);
    expect(done).not.toEqual([]);
    expect(embedded()).toHaveLength(passages - done.length);
    expect(embedded().filter((text) => done.includes(text))).toEqual([]);
  });

  it('begins with few passages and halves what the server refuses', async () => {
    await writeLamps(30);
    server.behave({ mostTexts: 3 });

    const { corpusId, passages } = await open().update();

    expect(sizes()[0]).toBe(4);
    expect(Math.max(...sizes().slice(1))).toBe(2);
    expect(new Set(embedded()).size).toBe(passages);
    expect((await open().search(corpusId, 'oil', 'en')).notes).toEqual([]);
  });

  it('asks for fewer passages after a request that took too long', async () => {
    await writeLamps(3);
    server.behave({ hangsBeyond: 2 });

    const { corpusId } = await open('concepts', 500).update();

    expect(sizes()[0]).toBe(4);
    server.behave('answers');
    expect((await open().search(corpusId, 'oil', 'en')).notes).toEqual([]);
  });

  it('makes vectors in the background while words answer', async () => {
    server.behave('hangs');
    const index = open('concepts', 500, { ms: 0, growsOn: true });

    const { corpusId } = await index.update();
    await server.arrivals(1);

    expect(await index.search(corpusId, 'Lampe', 'de')).toMatchObject({
      found: ['lampe.md'],
      notes: [expect.stringMatching(/^The passages have no vectors yet.*still being made/)],
    });
    server.behave('answers');
    await expect.poll(async () => (await index.search(corpusId, 'oil', 'en')).notes).toEqual([]);
  });

  it('leaves what it has no time for to the next update', async () => {
    const { corpusId } = await open('concepts', 20_000, { ms: 0, growsOn: false }).update();
    expect(embedded()).toEqual([]);

    await open().update();

    expect((await open().search(corpusId, 'oil', 'en')).notes).toEqual([]);
  });

  it('compares no vectors while most passages have none', async () => {
    await writeLamps(30);
    const stop = new AbortController();
    const onProgress = ({ step, done }: CorpusProgress) => void (step === 'embedding' && done > 0 && stop.abort());
    await expect(open().update(stop.signal, onProgress)).rejects.toThrow('aborted');
    const { corpusId } = await open(null).update();

    const { found, notes } = await open().search(corpusId, 'oil', 'en');

    expect(found).toEqual([]);
    expect(notes).toEqual([expect.stringMatching(/^29 of 33 passages have no vectors yet and all are found by their/)]);
    expect(embedded()).not.toContain('oil');
  });

  it('embeds the beginning of a passage that is too long for the server', async () => {
    await writeFiles(folder.path, { 'lang.md': `# Lang\n\n${'Die Lampe steht am Fenster. '.repeat(40)}\n` });
    server.behave({ mostTexts: 64, longestText: 700 });

    const { corpusId } = await open().update();

    const { found, notes } = await open().search(corpusId, 'lantern', 'en');
    expect(notes).toEqual([]);
    expect(found).toContain('lang.md');
  });

  it('reports progress with every batch', async () => {
    await writeLamps(40);
    const told: CorpusProgress[] = [];

    await open().update(undefined, (progress) => void told.push(progress));

    const embedding = told.filter(({ step }) => step === 'embedding');
    expect(embedding.map(({ done }) => done)[0]).toBe(0);
    expect(embedding).toHaveLength(server.requests.length);
    expect(new Set(embedding.map(({ total }) => total))).toEqual(new Set([43]));
  });
});
