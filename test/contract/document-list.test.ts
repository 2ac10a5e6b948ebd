import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countDocuments, sampleHeadings } from '../../activities/corpus/search-index/document-list.ts';
import { writeFiles } from '../support/builders/corpus-fixtures.ts';
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
