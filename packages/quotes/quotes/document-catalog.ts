import type { Passage, Source } from '@plumbline/contracts/evidence/source';
import type { CorpusIndex } from '@plumbline/search/corpus-index';
import type { BlobStore } from '@plumbline/storage/blobs';
import { captionsOf, type PlaceGroup, placesOf } from '../references/document-places.ts';
import { documentNamed } from '../references/work-naming.ts';

/** The documents of one corpus for resolving references; reads everything at most once. */
export interface DocumentCatalog {
  sources(): Promise<readonly Source[]>;
  /** The document that a work's name refers to. */
  work(name: string): Promise<Source | undefined>;
  /** Passages in order; empty if the corpus has no such file. */
  passages(locator: string): Promise<readonly Passage[]>;
  text(locator: string): Promise<string>;
  /** Places that the document's headings name. */
  places(locator: string): Promise<readonly PlaceGroup[]>;
  /** Places named on a line of their own: captions of tables and figures, annexes without a heading. */
  captions(locator: string): Promise<readonly PlaceGroup[]>;
  /** Passages that match some words, best first. */
  passagesWith(
    words: string,
  ): Promise<readonly { readonly passage: Passage; readonly locator: string; readonly text: string }[]>;
}

const SEARCHED_PASSAGES = 10;

/** Creates a catalog that caches what it reads, for one activity call. */
export function createDocumentCatalog(
  { corpus, blobs }: { readonly corpus: CorpusIndex; readonly blobs: BlobStore },
  corpusId: string,
): DocumentCatalog {
  const sources = once(() => corpus.sourcesOf(corpusId));
  const passages = once((locator) => corpus.passagesOf(corpusId, locator));
  const text = once(async (locator) => {
    const found = (await sources('')).find((source) => source.locator === locator);
    return found === undefined ? '' : blobs.getText(found.text);
  });
  return {
    sources: () => sources(''),
    work: once(async (name) => documentNamed(name, await sources(''))),
    passages,
    text,
    places: once(async (locator) => placesOf(await passages(locator))),
    captions: once(async (locator) => captionsOf(await text(locator), await passages(locator))),
    passagesWith: once(async (words) => {
      const { hits } = await corpus.search({ corpusId, query: words, language: 'en', topK: SEARCHED_PASSAGES });
      const passageIds = hits.map(({ passage }) => passage.passageId);
      const stored = await corpus.readPassages(corpusId, passageIds);
      return passageIds
        .flatMap((passageId) => stored.get(passageId) ?? [])
        .map((found) => ({ ...found, locator: found.source.locator }));
    }),
  };
}

function once<Value>(read: (key: string) => Promise<Value>): (key: string) => Promise<Value> {
  const values = new Map<string, Promise<Value>>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) {
      value = read(key);
      values.set(key, value);
    }
    return value;
  };
}
