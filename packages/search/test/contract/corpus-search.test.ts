import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pdfWithPages, writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { createTestCorpus, LAMP, type TestCorpus, TIDE } from '../../../../test/support/builders/test-corpus.ts';

describe('search in a corpus', () => {
  let corpus: TestCorpus;
  let corpusId: string;

  beforeAll(async () => {
    corpus = await createTestCorpus();
    const signals = pdfWithPages(['The first page tells of bells.', 'The second page tells of fog signals.']);
    await writeFiles(corpus.folder, { 'lamp.md': LAMP, 'sub/tide.md': TIDE, 'signals.pdf': signals });
    ({ corpusId } = await corpus.update());
  });
  afterAll(() => corpus.dispose());

  it('gives hits with rank, title, heading path and a snippet that begins at the match', async () => {
    const {
      hits: [first, ...others],
    } = await corpus.index.search({
      corpusId,
      query: 'Which oil fills the lamps?',
      language: 'en',
      topK: 5,
    });

    expect(first).toMatchObject({
      provider: 'corpus',
      rank: 1,
      title: 'Lamp rules',
      locator: 'lamp.md',
      snippet: 'The keeper fills the lamp with whale oil every evening.',
      passage: { headingPath: ['Oil'], page: null },
    });
    expect(others).not.toEqual([]);
    expect(others.map((hit) => hit.rank)).toEqual(others.map((_, index) => index + 2));
    for (const hit of others) expect(hit.providerScore).toBeLessThanOrEqual(first?.providerScore ?? 0);
  });

  it('reads a passage as exactly the stored text between its offsets', async () => {
    const [oil] = await corpus.index.passagesOf(corpusId, 'lamp.md');
    const { text, source } = await corpus.index.readPassage(corpusId, oil?.passageId ?? '');

    expect(text).toBe('## Oil\n\nThe keeper fills the lamp with whale oil every evening.');
    expect(LAMP.slice(oil?.start, oil?.end)).toBe(text);
    expect(source).toMatchObject({
      locator: 'lamp.md',
      mediaType: 'text/markdown',
      language: 'en',
      retrievedAt: '2026-01-02T03:04:05.000Z',
    });
  });

  it('names the page of a passage of a PDF', async () => {
    const {
      hits: [hit],
    } = await corpus.index.search({ corpusId, query: 'fog signals', language: 'en', topK: 5 });

    expect(hit?.passage.page).toBe(2);
    const { text, source } = await corpus.index.readPassage(corpusId, hit?.passage.passageId ?? '');
    expect(text).toBe('The second page tells of fog signals.');
    expect(source).toMatchObject({ mediaType: 'application/pdf', pageCount: 2 });
  });

  it.each([
    ['Welcher Grenzwert gilt?', 'de', 'sub/tide.md'],
    ['grössere Wellen', 'de', 'sub/tide.md'],
    ['Flutgrenzwerte', 'de', 'sub/tide.md'],
    ['Wellenhöhe', 'de', 'sub/tide.md'],
    ['Meldung', 'de', 'sub/tide.md'],
    ['Begrenzung', 'de', 'sub/tide.md'],
    ['trimWickTimeout', 'en', 'lamp.md'],
    ['trim wick timeout', 'en', 'lamp.md'],
    ['§ 5', 'en', 'lamp.md'],
    ['Lamp rules', 'en', 'lamp.md'],
  ])('finds "%s" (%s) in %s', async (query, language, locator) => {
    expect((await corpus.found(corpusId, query, language))[0]).toBe(locator);
  });

  it.each(['"oil', 'oil AND (', 'oil"~^*:[]{}\\/', 'NOT oil', 'the what', 'oil\n\u0000'])(
    'takes %j as plain words and finds something',
    async (query) => {
      expect(await corpus.found(corpusId, query)).toContain('lamp.md');
    },
  );

  it('takes a query of 5,000 characters', async () => {
    expect((await corpus.found(corpusId, 'oil '.repeat(1_250)))[0]).toBe('lamp.md');
  });

  it.each(['', ' ', '😀', "'; DROP TABLE", 'x'.repeat(500)])('finds nothing for %j', async (query) => {
    expect(await corpus.found(corpusId, query)).toEqual([]);
  });

  it('weights words by the BM25 formula, stemmed like the index', async () => {
    const words = ['keepers', 'page', 'absent'];
    const frequencies = await corpus.index.wordFrequencies(corpusId, words, 'en');
    const expected = (matching: number) => Math.log(1 + (5 - matching + 0.5) / (matching + 0.5));

    expect(words.map((word) => frequencies.get(word))).toEqual(
      [1, 2, 0].map((passages) => ({ passages, total: 5, inverseDocumentFrequency: expected(passages) })),
    );
  });

  it('knows no passages of a missing file', async () => {
    expect(await corpus.index.passagesOf(corpusId, 'absent.md')).toEqual([]);
  });

  it.each(['0123456789ab', '../../etc'])('refuses "%s", which names no index', async (id) => {
    await expect(corpus.found(id, 'oil')).rejects.toMatchObject({ name: 'IndexMissingError' });
  });

  it('weights a word in the nearest heading more than the same word in the text', async () => {
    const other = await createTestCorpus();
    const filler = 'Der Wärter geht jeden Abend über die Mole und sieht nach dem Rechten.';
    await writeFiles(other.folder, {
      'mole.md': `# Hafen\n\n## Mole\n\nDie Lampenpflege obliegt dem Wärter. ${filler}\n`,
      'pflege.md': `# Hafen\n\n## Lampenpflege\n\nDies obliegt dem Wärter vor der Nacht. ${filler}\n`,
    });
    const { corpusId: otherId } = await other.update();

    expect(await other.found(otherId, 'Pflege der Lampen', 'de')).toEqual(['pflege.md', 'mole.md']);
    await other.dispose();
  });
});
