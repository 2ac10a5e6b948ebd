import type { Passage, Source } from '../../workflows/contracts/evidence.ts';
import type { CorpusIndex } from '../index/corpus-index.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { captionsOf, type PlaceGroup, placesOf } from './document-places.ts';
import { documentNamed } from './work-naming.ts';

/** The documents of one corpus as references look into them; everything is read at most once. */
export interface DocumentCatalog {
  sources(): Promise<readonly Source[]>;
  /** The document that a work's name means. */
  work(name: string): Promise<Source | undefined>;
  /** In order; empty when the corpus has no such file. */
  passages(locator: string): Promise<readonly Passage[]>;
  text(locator: string): Promise<string>;
  /** Places that the document's headings name. */
  places(locator: string): Promise<readonly PlaceGroup[]>;
  /** Places that a line of its own names: captions of tables and figures, annexes without a heading. */
  captions(locator: string): Promise<readonly PlaceGroup[]>;
  /** Passages that hold some words, best first. */
  passagesWith(
    words: string,
  ): Promise<readonly { readonly passage: Passage; readonly locator: string; readonly text: string }[]>;
}

const SEARCHED_PASSAGES = 10;

/** A catalog that remembers what it read for as long as it is used: one activity call. */
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
