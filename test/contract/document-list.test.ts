import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readQuotedOriginal } from '@plumbline/report/source-original';
import { countDocuments, sampleHeadings } from '@plumbline/search/documents';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../support/builders/corpus-fixtures.ts';
import { sourceOf } from '../support/builders/research-fixtures.ts';
import { createTestCorpus, LAMP, type TestCorpus, TIDE } from '../support/builders/test-corpus.ts';

describe('the documents of a folder', () => {
  let corpus: TestCorpus;

  beforeEach(async () => {
    corpus = await createTestCorpus();
    await writeFiles(corpus.folder, {
      'lamp.md': LAMP,
      'tide.md': TIDE,
      'broken.pdf': '%PDF-1.7\nnot a PDF',
      'program.exe': 'MZ',
      '.hidden.md': LAMP,
    });
  });
  afterEach(() => corpus.dispose());

  const count = (include?: string[][]) =>
    countDocuments(
      { directory: corpus.folder, ...(include !== undefined && { selection: { include, exclude: [] } }) },
      corpus,
    );

  it('are counted before anything is read, and without those that could not be read after it', async () => {
    const before = await count();
    await corpus.update();
    const after = await count();
    await rm(join(corpus.folder, 'tide.md'));
    const less = await count();

    expect([before, after, less]).toEqual([
      { documents: 3, unreadable: 1 },
      { documents: 2, unreadable: 2 },
      { documents: 1, unreadable: 2 },
    ]);
    expect(await count([['lamp.*']])).toEqual({ documents: 1, unreadable: 0 });
  });

  it('tell their headings, the Markdown among them before it was read', async () => {
    const sample = () => sampleHeadings({ directory: corpus.folder }, corpus);

    const before = await sample();
    await corpus.update();

    expect(before).toEqual(await sample());
    expect(before.map(({ title }) => `# ${title}`)).toEqual([LAMP, TIDE].map((text) => text.split('\n')[0]));
  });
});

describe('the document that a quotation is from', () => {
  let corpus: TestCorpus;

  beforeEach(async () => {
    corpus = await createTestCorpus();
    for (const name of ['norms', 'drafts']) await mkdir(join(corpus.folder, name));
    await writeFiles(corpus.folder, { 'norms/lamp.md': LAMP, 'drafts/lamp.md': TIDE });
  });
  afterEach(() => corpus.dispose());

  const places = () => ({
    home: corpus.home,
    blobs: createFileBlobStore(corpus.home),
    records: { list: async () => [] },
  });

  /** What a session or a run over both folders quotes from `drafts`, with a selection of its files. */
  async function quotedFromDrafts() {
    const corpusDirectories = ['norms', 'drafts'].map((name) => join(corpus.folder, name));
    const selection = { include: [['*.md']], exclude: [] };
    const [, directory = ''] = corpusDirectories;
    const { corpusId } = await corpus.update({ directory, selection });
    const [source] = await corpus.index.sourcesOf(corpusId);
    if (source === undefined) throw new Error('nothing was read');
    return {
      corpus: { corpusDirectories, fileSelections: [{ directory, ...selection }] },
      quote: { sourceId: `drafts:${source.sourceId}`, textHash: source.text.sha256 },
    };
  }

  it('is the one in its folder, while its bytes are those that were read', async () => {
    const quoted = await quotedFromDrafts();
    const read = () => readQuotedOriginal({ corpus: quoted.corpus, readBy: 'chat-lamp' }, quoted.quote, places());

    const unchanged = await read();
    await writeFile(join(corpus.folder, 'drafts/lamp.md'), LAMP);
    const changed = await read();
    await rm(join(corpus.folder, 'drafts/lamp.md'));

    expect(unchanged).toMatchObject({ state: 'found', bytes: Buffer.from(TIDE) });
    expect([changed.state, (await read()).state]).toEqual(['changed', 'missing']);
  });

  it('is a page of the web, but never as the picture of a figure', async () => {
    const { blobs, ...others } = places();
    const text = await blobs.putBytes(Buffer.from('<p>Figure 1</p>'), 'text/html');
    const source = sourceOf({ locator: 'https://lamp.example/', contentHash: text.sha256, text });
    const outcome = { address: source.locator, page: { source, passages: [] }, problem: null };
    const place = { kind: 'pages' as const, owner: 'chat-lamp', name: 'page' };
    const row = { ...place, value: JSON.stringify(outcome), at: source.retrievedAt, bytes: 1 };
    const read = (figure?: number) =>
      readQuotedOriginal(
        { corpus: { corpusDirectories: [] }, readBy: 'chat-lamp' },
        { sourceId: source.sourceId, textHash: text.sha256 },
        { ...others, blobs, records: { list: async () => [row] } },
        figure,
      );

    expect([(await read()).state, (await read(0)).state]).toEqual(['found', 'missing']);
  });

  it('is not given out where the text of the document is another one by now, nor from other folders', async () => {
    const { corpus: request, quote } = await quotedFromDrafts();
    const read = (changes: object, directories = request.corpusDirectories) =>
      readQuotedOriginal(
        { corpus: { ...request, corpusDirectories: directories }, readBy: 'chat-lamp' },
        { ...quote, ...changes },
        places(),
      );

    const states = await Promise.all([
      read({ textHash: 'a'.repeat(64) }),
      read({ sourceId: quote.sourceId.replace('drafts', 'norms') }),
      read({}, [join(corpus.folder, 'norms')]),
      read({}, [join(corpus.folder, 'gone'), join(corpus.folder, 'norms')]),
    ]);

    expect(states.map(({ state }) => state)).toEqual(['changed', 'missing', 'missing', 'missing']);
  });
});
