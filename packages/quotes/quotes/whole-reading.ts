import type { Passage } from '@plumbline/contracts/evidence/source';
import type { Lead } from '@plumbline/contracts/research/retrieval-activities';
import type { DocumentCatalog } from './document-catalog.ts';

/** Found passages that make a chapter worth reading whole. */
const FEWEST_FOUND = 2;

type WholeLead = Extract<Lead, { kind: 'whole' }>;

/** A passage, and its document. */
interface PlacedPassage {
  readonly locator: string;
  readonly passage: Passage;
}

/**
 * The passages around those that were found: of a document that is short enough all, else of the chapters that hold several of
 * them, the widest that are short enough. What is central to a question is read in order, not in the pieces that share its words.
 */
export async function wholeOf(catalog: DocumentCatalog, { documents, room }: WholeLead): Promise<PlacedPassage[]> {
  let left = room;
  const read: PlacedPassage[] = [];
  for (const { locator, passageIds } of documents) {
    const passages = await catalog.passages(locator);
    const found = passages.filter(({ passageId }) => passageIds.includes(passageId));
    for (const part of [passages, ...chaptersOf(found, passages)]) {
      const isRead = part.every((passage) => read.some((one) => one.passage === passage));
      if (isRead || lengthOf(part) > left) continue;
      left -= lengthOf(part);
      read.push(...part.map((passage) => ({ locator, passage })));
    }
  }
  return read;
}

/** The chapters that hold several found passages, the widest first. */
function chaptersOf(found: readonly Passage[], passages: readonly Passage[]): Passage[][] {
  const paths = found.flatMap(({ headingPath }) => headingPath.map((_, index) => headingPath.slice(0, index + 1)));
  const chapters = new Map(paths.map((path) => [JSON.stringify(path), path]));
  return [...chapters.values()]
    .filter((path) => found.filter((passage) => isBelow(passage, path)).length >= FEWEST_FOUND)
    .toSorted((a, b) => a.length - b.length)
    .map((path) => passages.filter((passage) => isBelow(passage, path)));
}

function isBelow({ headingPath }: Passage, path: readonly string[]): boolean {
  return path.every((heading, index) => headingPath[index] === heading);
}

function lengthOf(passages: readonly Passage[]): number {
  return passages.reduce((sum, { start, end }) => sum + end - start, 0);
}
