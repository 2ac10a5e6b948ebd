import { takeInTurn } from '@plumbline/contracts/evidence/rank-fusion';
import type { Passage, Source } from '@plumbline/contracts/evidence/source';
import type { BlobStore } from '@plumbline/storage/blobs';
import type { PassageIndex, StoredPassage } from './corpus-index.ts';

/** Reads passages with their words, in the given order. Reads each text once, however many passages are from it. */
export function readStoredPassages(
  blobs: Pick<BlobStore, 'getText'>,
  places: readonly { readonly passage: Passage; readonly source: Source }[],
): Promise<StoredPassage[]> {
  const texts = new Map<string, Promise<string>>();
  return Promise.all(
    places.map(async ({ passage, source }) => {
      const text = texts.get(source.text.sha256) ?? blobs.getText(source.text);
      texts.set(source.text.sha256, text);
      return { passage, source, text: (await text).slice(passage.start, passage.end) };
    }),
  );
}

/** Where passages are looked for, and in which language it is asked. */
export interface SearchedCorpus {
  readonly corpus: Pick<PassageIndex, 'search' | 'readPassages'>;
  readonly corpusId: string;
  readonly language: string;
}

/** The passages that some queries find, with their words: the best of each first. */
export async function findPassages(
  { corpus, corpusId, language }: SearchedCorpus,
  queries: readonly string[],
  topK: number,
): Promise<StoredPassage[]> {
  const searches = queries.map((query) => corpus.search({ corpusId, query, language, topK, snippets: false }));
  const rankings = (await Promise.all(searches)).map(({ hits }) => hits.map(({ passage }) => passage.passageId));
  const ids = takeInTurn(rankings, (id) => id);
  const stored = await corpus.readPassages(corpusId, ids);
  return ids.flatMap((id) => stored.get(id) ?? []);
}
