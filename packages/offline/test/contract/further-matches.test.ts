import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeFiles } from '../../../../test/support/builders/corpus-fixtures.ts';
import { anchorOf } from '../../../../test/support/builders/research-fixtures.ts';
import { createTestCorpus } from '../../../../test/support/builders/test-corpus.ts';
import { furtherMatches } from '../../further-matches.ts';

const STATIONS = Array.from({ length: 30 }, (_, at) => at + 1);
let corpus: Awaited<ReturnType<typeof createTestCorpus>>;
let corpusId: string;

beforeAll(async () => {
  corpus = await createTestCorpus();
  const files = STATIONS.map((at) => [`station-${at}.md`, `# Station ${at}\n\nThe pump of station ${at} leaks.\n`]);
  await writeFiles(corpus.folder, {
    ...Object.fromEntries(files),
    'log.md': '# Log\n\nThe valve leaks.\n',
  });
  ({ corpusId } = await corpus.update());
});
afterAll(() => corpus.dispose());

const matches = (originalQuestion: string, shown: readonly string[] = []) =>
  furtherMatches(corpus.index, { anchor: anchorOf({ originalQuestion }), corpusId }, new Set(shown));

describe('passages with all words of a question', () => {
  it('are counted, and have a line each up to twenty', async () => {
    const found = await matches('Which pump leaks?');

    expect(found).toMatchObject({ count: 30, isAtLeast: false });
    expect(found?.lines).toHaveLength(20);
    expect(found?.lines[0]).toMatch(/^station-\d+\.md: The pump of station \d+ leaks\.$/u);
  });

  it('are not those that are shown', async () => {
    const { hits } = await corpus.index.search({ corpusId, query: 'pump leaks', language: 'en', topK: 40 });
    const pumps = hits.filter(({ locator }) => locator.startsWith('station'));

    expect(
      await matches(
        'Which pump leaks?',
        pumps.slice(1).map(({ passage }) => passage.passageId),
      ),
    ).toMatchObject({
      count: 1,
    });
    expect(
      await matches(
        'Which pump leaks?',
        pumps.map(({ passage }) => passage.passageId),
      ),
    ).toBeNull();
  });

  it('need every word', async () => {
    expect(await matches('Which pump whistles?')).toBeNull();
  });
});
