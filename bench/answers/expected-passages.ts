import { comparable, overlapIn } from './comparable-text.ts';
import type { IndexedFolder } from './evaluation-world.ts';
import type { ExpectedPassage } from './question-file.ts';

/** Ids of the stored passages that hold half of the expected words or more, as a quotation has to. */
export async function findExpectedPassages(
  { corpusId, stores: { corpus } }: Pick<IndexedFolder, 'corpusId' | 'stores'>,
  { file, phrase }: ExpectedPassage,
  documents: ReadonlyMap<string, string>,
): Promise<ReadonlySet<string>> {
  const passages = await corpus.passagesOf(corpusId, file);
  const stored = await corpus.readPassages(
    corpusId,
    passages.map(({ passageId }) => passageId),
  );
  const wanted = comparable(phrase);
  const document = documents.get(file) ?? '';
  const holding = [...stored.values()].filter(
    ({ text }) => overlapIn(document, comparable(text), wanted) >= wanted.length / 2,
  );
  return new Set(holding.map(({ passage }) => passage.passageId));
}
