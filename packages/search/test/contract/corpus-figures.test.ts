import { link, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { problemOfLanguages } from '@plumbline/documents/scans';
import { createFolderCorpusIndex } from '@plumbline/search/folders';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { drawText, pngOf } from '../../../../test/support/builders/drawn-text.ts';
import { createTestCorpus, type TestCorpus } from '../../../../test/support/builders/test-corpus.ts';

const svg = (words: string) => `<svg xmlns="http://www.w3.org/2000/svg"><text x="1" y="9">${words}</text></svg>`;

describe('what a document includes and shows', () => {
  let corpus: TestCorpus;

  beforeEach(async () => {
    corpus = await createTestCorpus();
    await writeFiles(corpus.folder, {
      'guide.md': '# Guide\n\n![Plan](plan.svg)\n\n{{#include part.md}}\n\n![Gate](gate.png)\n',
      'other.md': '# Other\n\nThe lamp burns.\n',
      'plan.svg': svg('whale oil'),
      'part.md': 'Harpoons hang here.\n',
      'gate.png': pngOf(drawText(['THE NORTH GATE', 'OPENS AT NOON'])),
    });
  });
  afterEach(() => corpus.dispose());

  const update = async (refusesHardLinks = false, ocr: string | null = null) => {
    const { home, folder: directory } = corpus;
    const blobs = createFileBlobStore(home);
    const index = createFolderCorpusIndex({ home, blobs, now: () => new Date(), refusesHardLinks, ocr });
    const selection = { include: [['*.md']], exclude: [] };
    const request = { directory, signal: new AbortController().signal, onProgress: () => undefined };
    const report = await index.update({ ...request, ...(refusesHardLinks && { selection }) });
    const texts = async (query: string) => {
      const { hits } = await index.search({ corpusId: report.corpusId, query, language: 'en', topK: 5 });
      const ids = hits.map(({ passage }) => passage.passageId);
      return [...(await index.readPassages(report.corpusId, ids)).values()].map(({ source }) => source.locator);
    };
    return { report, texts };
  };

  it('is read again with it when it changes, and only then', async () => {
    const first = await update();
    expect(await first.texts('whale oil')).toContain('guide.md');
    expect((await update()).report).toMatchObject({ added: 0, changed: 0, removed: 0 });

    await writeFile(join(corpus.folder, 'plan.svg'), svg('rape seed and candles'));
    const second = await update();
    expect(second.report.changed).toBe(2);
    expect(await second.texts('candles')).toContain('guide.md');
    expect(await second.texts('whale')).not.toContain('guide.md');

    await writeFile(join(corpus.folder, 'part.md'), 'Anchors hang here instead.\n');
    expect(await (await update()).texts('anchors')).toContain('guide.md');
    expect((await update()).report).toMatchObject({ added: 0, changed: 0, removed: 0 });
  });

  it.skipIf(problemOfLanguages('eng') !== null)('is read again when a picture changes', async () => {
    const first = await update(false, 'eng');
    expect(await first.texts('noon')).toContain('guide.md');
    await writeFile(join(corpus.folder, 'gate.png'), pngOf(drawText(['THE SOUTH DOCK', 'OPENS AT NINE'])));
    const second = await update(false, 'eng');
    expect(await second.texts('nine')).toContain('guide.md');
    expect(await second.texts('noon')).not.toContain('guide.md');
    expect(await (await update()).texts('nine')).not.toContain('guide.md');
  });

  it('stays out under another name where that is refused', async () => {
    await link(join(corpus.folder, 'part.md'), join(corpus.home, 'part.txt'));
    await link(join(corpus.folder, 'plan.svg'), join(corpus.home, 'plan.txt'));
    const { report, texts } = await update(true);
    expect(await texts('whale harpoons')).toEqual([]);
    const reason = report.skippedFiles.find(({ locator }) => locator === 'guide.md')?.reason;
    expect(reason).toContain('plan.svg is not included: has another name, which may be outside the folder');
    expect(reason).toContain('part.md is not included: has another name');
  });
});
