import type { MeteringTerms } from '@plumbline/contracts/common/metering';
import type { PassageHit } from '@plumbline/contracts/evidence/search-hit';
import { type Passage, type Source, sourceSchema } from '@plumbline/contracts/evidence/source';
import { PassageNotFoundError } from '@plumbline/documents/errors';
import { joinProblems } from '@plumbline/documents/formats';
import type { DocumentParser } from '@plumbline/documents/parser';
import type { PaidCalls } from '@plumbline/model/calls';
import { type PassageIndex, preparedBy, type StoredPassage } from '@plumbline/search/corpus-index';
import { snippetOf } from '@plumbline/search/hit-text';
import { passagePrefixOf, placeInIndex, readStoredPassages, sourceIdOf } from '@plumbline/search/passages';
import type { BlobStore } from '@plumbline/storage/blobs';
import type { Records } from '@plumbline/storage/records';
import { sourceTierOf } from '../source-quality/source-quality.ts';
import { canonicalAddress, isWithinDomains } from './canonical-address.ts';
import {
  createPageDocuments,
  createPageLoader,
  excludedDomain,
  type LoadPage,
  type PageDocument,
} from './page-documents.ts';
import { type PageFetcher, refused, type RefusedPage } from './page-fetching.ts';
import { createPagePassages, type PagePassages } from './page-passages.ts';
import { createPageStore, openPageDatabase, type PageStore } from './page-store.ts';
import { createRobots, type Robots } from './robots.ts';
import { createLocalRunPages, createSharedRunPages, type RunPages } from './run-pages.ts';

export interface PageLibraryOptions {
  /** The project's state folder: `<home>/pages.sqlite`, and the bytes of pages among the blobs. */
  readonly home: string;
  readonly blobs: BlobStore;
  readonly fetcher: PageFetcher;
  /** For tests of other clocks. */
  readonly robots?: Robots;
  readonly parser: DocumentParser;
  readonly paidCalls: PaidCalls;
  /** Null: no other machine reads pages for the same runs. */
  readonly records: Records | null;
}

/** A library that keeps its database open. */
export interface OpenPageLibrary extends PageLibrary {
  close(): void;
}

interface Parts {
  readonly store: PageStore;
  readonly passages: PagePassages;
  readonly blobs: BlobStore;
  readonly obtain: LoadPage;
  readonly runPages: RunPages;
}

/** Pages in SQLite, their bytes and texts among the blobs. Several processes may use it at once. */
export function createPageLibrary({ home, records, ...options }: PageLibraryOptions): OpenPageLibrary {
  const database = openPageDatabase(home);
  const store = createPageStore(database);
  const passages = createPagePassages(database);
  const documents = createPageDocuments(store, options.blobs, options.parser);
  const robots = options.robots ?? createRobots({ fetcher: options.fetcher, now: () => new Date() });
  const obtain = createPageLoader({ ...options, robots, documents });
  const local = createLocalRunPages(store, passages, options.blobs);
  const runPages = records === null ? local : createSharedRunPages(local, records);
  const parts = { store, passages, obtain, runPages, blobs: options.blobs };
  return {
    ...preparedBy((run) => runPages.bring(run), createPageIndex(parts)),
    read: (request) => read(request, parts),
    copyAll: (from, to) => runPages.copyAll(from, to),
    close: () => database.close(),
  };
}

async function read(request: PageRequest, parts: Parts): Promise<PageReading> {
  const { url, webCorpusId, domainBlock, metering: terms, signal } = request;
  const address = canonicalAddress(url);
  if (address === null) return refused('is not the address of a web page');
  await parts.runPages.bring(webCorpusId);
  const visit = parts.store.findVisit(webCorpusId, address);
  if (visit !== null) {
    return visit.sourceId === null ? refused(visit.problem ?? '') : toReading(webCorpusId, visit.sourceId, parts);
  }

  const page = await parts.obtain({ address, domainBlock, terms, run: webCorpusId }, signal);
  const answer = page.kind === 'refused' ? page : (exclusionOf(address, page, domainBlock) ?? page);
  if (answer.kind === 'document') return keep(webCorpusId, address, answer, parts);
  await parts.runPages.add(webCorpusId, { address, page: null, problem: answer.reason });
  return answer;
}

/** A page fetched by another run may be on a domain that this run excludes. */
function exclusionOf(address: string, { fetch }: PageDocument, domainBlock: readonly string[]) {
  const excluded = [address, fetch.locator].find((each) => isWithinDomains(each, domainBlock));
  return excluded === undefined ? null : refused(excludedDomain(excluded));
}

async function keep(run: string, address: string, page: PageDocument, parts: Parts): Promise<PageReading> {
  const source = toSource(page);
  const { sourceId } = source;
  const prefix = passagePrefixOf(sourceId, source.contentHash);
  const passages = page.document.passages.map(({ headingPath, ...range }, index): Passage => ({
    ...range,
    passageId: `${prefix}${index}`,
    sourceId,
    // As in folders: the title is shown next to the path everywhere.
    headingPath: headingPath[0] === source.title ? headingPath.slice(1) : headingPath,
  }));
  const { problem, trimmed } = page.document;
  await parts.runPages.add(run, { address, page: { source, passages }, problem: joinProblems([problem, trimmed]) });
  return toReading(run, sourceId, parts);
}

function toSource({ fetch, document }: PageDocument): Source {
  const { locator } = fetch;
  return sourceSchema.parse({
    ...document,
    ...fetch,
    sourceId: pageIdOf(locator),
    sourceTier: sourceTierOf(locator),
    ...(document.problem !== null && { unread: document.problem }),
  });
}

async function toReading(run: string, sourceId: string, { passages, blobs }: Parts): Promise<PageReading> {
  const source = passages.findSource(run, sourceId);
  if (source === null) throw new Error(`The page ${sourceId} is missing in ${run}.`);
  const places = passages.passagesOf(run, sourceId).map((passage) => ({ passage, source }));
  return { kind: 'read', passages: await readStoredPassages(blobs, places) };
}

/** Id of the page at a canonical address; never the id of a file in a folder. */
function pageIdOf(locator: string): string {
  return `page-${sourceIdOf(locator)}`;
}

/** The pages of runs as an index, by `webCorpusIdOf` a run. */
function createPageIndex({ store, passages, blobs }: Pick<Parts, 'store' | 'passages' | 'blobs'>): PassageIndex {
  const stored = (run: string, found: readonly Passage[]): Promise<StoredPassage[]> => {
    const places = found.flatMap((passage) => {
      const source = passages.findSource(run, passage.sourceId);
      return source === null ? [] : [{ passage, source }];
    });
    return readStoredPassages(blobs, places);
  };

  return {
    async search({ corpusId, query, language, topK }) {
      const matches = passages.search(corpusId, query, language, topK);
      const found = await stored(
        corpusId,
        matches.map(({ passage }) => passage),
      );
      const scores = new Map(matches.map(({ passage, score }) => [passage.passageId, score]));
      const hits = found.map((each, index) =>
        toHit(each, { query, rank: index + 1, providerScore: scores.get(each.passage.passageId) ?? 0 }),
      );
      return { hits, notes: [] };
    },
    async readPassages(corpusId, passageIds) {
      const found = passageIds.flatMap((passageId) => passages.findPassage(corpusId, passageId) ?? []);
      return new Map((await stored(corpusId, found)).map((each) => [each.passage.passageId, each]));
    },
    async readPassage(corpusId, passageId) {
      const passage = passages.findPassage(corpusId, passageId);
      const [found] = passage === null ? [] : await stored(corpusId, [passage]);
      if (found === undefined) throw new PassageNotFoundError(passageId);
      return found;
    },
    passagesOf: async (corpusId, locator) => passages.passagesOf(corpusId, pageIdOf(locator)),
    sourcesOf: async (corpusId) => passages.sourcesOf(corpusId),
    sourceStatesOf: async () => new Map(),
    skippedFilesOf: async (corpusId) => store.problemsOf(corpusId),
    wordFrequencies: async (corpusId, words, language) => passages.wordFrequencies(corpusId, words, language),
  };
}

function toHit(
  { passage, source, text }: StoredPassage,
  ranking: Pick<PassageHit, 'query' | 'rank' | 'providerScore'>,
): PassageHit {
  const { title, locator, publishedAt } = source;
  const place = placeInIndex(passage);
  return { provider: 'corpus', ...ranking, title, locator, snippet: snippetOf(text), passage: place, publishedAt };
}

interface PageRequest {
  readonly url: string;
  /** Where the run keeps its pages. */
  readonly webCorpusId: string;
  readonly domainBlock: readonly string[];
  readonly metering: MeteringTerms;
  readonly signal: AbortSignal;
}

export type PageReading =
  | {
      readonly kind: 'read';
      /** In the order of the page. */
      readonly passages: readonly StoredPassage[];
    }
  | RefusedPage;

/**
 * The pages that runs have read. They can be searched and read like the passages of a folder, by `webCorpusIdOf` a run.
 */
export interface PageLibrary extends PassageIndex {
  /** Fetches a page once for a run; afterwards it comes from the store. @throws errors that a retry may cure */
  read(request: PageRequest): Promise<PageReading>;
  /** Copies the pages of one run to another, which keeps those that it has. */
  copyAll(fromWebCorpusId: string, toWebCorpusId: string): Promise<void>;
}
