import type { Finding } from '@plumbline/contracts/evidence/finding';
import { findingOf, quoteOf } from './research-fixtures.ts';
import type { TestActivities } from './test-activities.ts';

/**
 * A finding as extraction would make it, from a passage that is really stored.
 *
 * @param words of the quote, as they stand in the document
 */
export async function storedFinding(
  { corpus, report }: TestActivities,
  findingId: string,
  words: string,
  changes: Partial<Finding> = {},
): Promise<Finding> {
  const { corpusId } = report;
  for (const { locator } of await corpus.index.sourcesOf(corpusId)) {
    for (const { passageId } of await corpus.index.passagesOf(corpusId, locator)) {
      const { passage, source, text } = await corpus.index.readPassage(corpusId, passageId);
      const start = text.indexOf(words);
      if (start === -1) continue;
      const textHash = source.text.sha256;
      const place = { sourceId: source.sourceId, textHash, start: passage.start + start };
      const quote = quoteOf(`${findingId}q1`, words, { ...place, end: place.start + words.length });
      return findingOf(findingId, words, {
        passageId,
        sourceId: source.sourceId,
        locator,
        title: source.title,
        headingPath: [...passage.headingPath],
        quotes: [quote],
        passageSpan: { textHash, start: passage.start, end: passage.end },
        ...changes,
      });
    }
  }
  throw new Error(`no document under test holds: ${words}`);
}
