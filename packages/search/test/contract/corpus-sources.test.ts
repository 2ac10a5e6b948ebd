import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTextLayer, traceToLayer } from '@plumbline/documents/text-layer';
import { createFileBlobStore } from '@plumbline/storage/blobs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import {
  column,
  docxParts,
  pdfOfLines,
  wordParagraph,
  zipOf,
} from '../../../../test/support/builders/document-fixtures.ts';
import { createTestCorpus, LAMP, type TestCorpus, TIDE } from '../../../../test/support/builders/test-corpus.ts';

const WATCH =
  'The keeper lights the lamp before the tide turns and writes the hour into the book on the table. '.repeat(4);

describe('sources of a corpus index', () => {
  let corpus: TestCorpus;

  beforeEach(async () => {
    corpus = await createTestCorpus();
  });
  afterEach(() => corpus.dispose());

  const sources = async (corpusId: string) =>
    (await corpus.index.sourcesOf(corpusId)).map(({ locator, title, publishedAt, sourceTier }) => ({
      locator,
      title,
      publishedAt,
      sourceTier,
    }));

  describe('with a list of sources', () => {
    const own = { locator: 'norms/a.md', title: 'Lamp rules', publishedAt: null, sourceTier: null };

    it('have the values of the list, which is not a document itself', async () => {
      await writeFiles(corpus.folder, {
        'norms/a.md': LAMP,
        'b.md': TIDE,
        'sources.yaml': 'sources: [{ path: "norms/**", tier: 1, publishedAt: 2024-05-06, title: Harbour norm 7 }]',
      });
      const report = await corpus.update();

      expect(report).toMatchObject({ files: 2, skippedCount: 0 });
      expect(await sources(report.corpusId)).toEqual([
        { locator: 'b.md', title: 'Gezeiten', publishedAt: null, sourceTier: null },
        { locator: 'norms/a.md', title: 'Harbour norm 7', publishedAt: '2024-05-06', sourceTier: 1 },
      ]);
    });

    it('follow a change of the list without being read again', async () => {
      await writeFiles(corpus.folder, { 'norms/a.md': LAMP });
      const { corpusId } = await corpus.update();
      expect(await sources(corpusId)).toEqual([own]);

      await writeFiles(corpus.folder, {
        'sources.yaml': 'sources: [{ path: "**", tier: 2, publishedAt: 2020-01-02 }]',
      });
      expect(await corpus.update()).toMatchObject({ added: 0, changed: 0, bytesRead: 0 });
      expect(await sources(corpusId)).toEqual([{ ...own, publishedAt: '2020-01-02', sourceTier: 2 }]);

      await rm(join(corpus.folder, 'sources.yaml'));
      expect(await corpus.update()).toMatchObject({ added: 0, changed: 0, bytesRead: 0 });
      expect(await sources(corpusId)).toEqual([own]);
    });

    it('are found by a title from the list', async () => {
      await writeFiles(corpus.folder, { 'norms/a.md': LAMP });
      const { corpusId } = await corpus.update();
      expect(await corpus.found(corpusId, 'sextant')).toEqual([]);

      await writeFiles(corpus.folder, {
        'sources.yaml': 'sources: [{ path: "**", tier: 2, title: Sextant handbook }]',
      });
      await corpus.update();

      expect(new Set(await corpus.found(corpusId, 'sextant'))).toEqual(new Set(['norms/a.md']));
    });

    it('do not change when the list is invalid', async () => {
      await writeFiles(corpus.folder, { 'norms/a.md': LAMP });
      const { corpusId } = await corpus.update();
      await writeFiles(corpus.folder, { 'sources.yaml': 'sources:\n  - path: "**"\n    tier: best\n' });

      await expect(corpus.update()).rejects.toThrow('invalid sources.yaml. line 3, sources.0.tier');
      expect(await sources(corpusId)).toEqual([own]);
    });
  });

  it('name the unreadable part of a document, and contain the rest', async () => {
    const broken = WATCH.replaceAll(/[a-z]/g, (letter) => String.fromCharCode(97 + ((letter.charCodeAt(0) - 94) % 26)));
    await writeFiles(corpus.folder, {
      'log.pdf': pdfOfLines([column(WATCH, {}), column(broken, {})], '/PageLabels << /Nums [0 << /S /r >>] >>'),
      'rules.docx': zipOf(docxParts(wordParagraph('Only whale oil burns in the lamp.'))),
      'old.doc': 'old',
    });
    const report = await corpus.update();

    expect(report).toMatchObject({ files: 2, passages: 2 });
    expect(report.skippedFiles).toEqual([
      {
        locator: 'log.pdf',
        reason: 'page 2: the text layer is damaged; another program must renew it by OCR',
        isPartial: true,
      },
      { locator: 'old.doc', reason: 'old Word format: save it as DOCX or PDF' },
    ]);
    expect(
      (await corpus.index.sourcesOf(report.corpusId)).map(({ pageLabels, pageCount }) => [pageLabels, pageCount]),
    ).toEqual([
      [['i', 'ii'], 2],
      [null, null],
    ]);
  });

  it('lead from every quotation to the words of the text layer', async () => {
    const lines = ['The keeper signs the insur-', 'ance before the tide turns.'];
    const pdf = (head: string) =>
      pdfOfLines([
        [...column(head, { top: 740 }), ...lines.map((text, index) => ({ text, x: 72, y: 700 - index * 12 }))],
      ]);
    await writeFiles(corpus.folder, { 'log.pdf': pdf('First log') });
    const { corpusId } = await corpus.update();
    const [source] = await corpus.index.sourcesOf(corpusId);
    const blobs = createFileBlobStore(corpus.home);
    const text = await blobs.getText({ sha256: source?.text.sha256 ?? '' });
    const layer = parseTextLayer(await blobs.getText({ sha256: source?.textLayer?.sha256 ?? '' }));
    const start = text.indexOf('insurance');
    const found = traceToLayer(layer, { start, end: start + 'insurance before'.length });

    expect(text).toBe('First log\n\nThe keeper signs the insurance before the tide turns.');
    expect(found).toMatchObject({ text: 'insur-\nance before' });
  });
});
