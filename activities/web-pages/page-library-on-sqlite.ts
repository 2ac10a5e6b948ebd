import type { Passage, Source } from '../../workflows/contracts/evidence.ts';
import type { DocumentParser } from '../documents/document-parser.ts';
import { passagePrefixOf } from '../index/passage-rows.ts';
import { readStoredPassages } from '../index/stored-passages.ts';
import type { PaidCalls } from '../metering/paid-calls.ts';
import { sourceTierOf } from '../source-quality/source-tier.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { canonicalAddress, isWithinDomains } from './canonical-address.ts';
import { openPageDatabase } from './page-database.ts';
import { createPageDocuments, type PageDocument } from './page-documents.ts';
import type { PageFetcher } from './page-fetching.ts';
import { createPageIndex, pageIdOf } from './page-index.ts';
import type { PageLibrary, PageReading, PageRequest } from './page-library.ts';
import { createPageLoader, excludedDomain, type LoadPage } from './page-loader.ts';
import { createPagePassages, type PagePassages } from './page-passages.ts';
import { createPageStore, type PageStore } from './page-store.ts';
import type { Robots } from './robots.ts';

export interface PageLibraryOptions {
  /** The project's state folder: `<home>/pages.sqlite`, and the bytes of pages among the blobs. */
  readonly home: string;
  readonly blobs: BlobStore;
  readonly fetcher: PageFetcher;
  readonly robots: Robots;
  readonly parser: DocumentParser;
  readonly paidCalls: PaidCalls;
}

/** A library that holds its database open. */
export interface OpenPageLibrary extends PageLibrary {
  close(): void;
}

interface Parts {
  readonly store: PageStore;
  readonly passages: PagePassages;
  readonly blobs: BlobStore;
  readonly obtain: LoadPage;
}

/** Pages in SQLite, their bytes and texts among the blobs. Several processes may use it at once. */
export function createPageLibrary({ home, ...options }: PageLibraryOptions): OpenPageLibrary {
  const database = openPageDatabase(home);
  const store = createPageStore(database);
  const passages = createPagePassages(database);
  const documents = createPageDocuments({ ...options, store });
  const obtain = createPageLoader({ ...options, documents });
  const parts = { store, passages, obtain, blobs: options.blobs };
  return {
    ...createPageIndex(parts),
    read: (request) => read(request, parts),
    copyAll: (from, to) => copyAll(from, to, parts),
    close: () => database.close(),
  };
}

async function read(request: PageRequest, parts: Parts): Promise<PageReading> {
  const { url, webCorpusId, domainBlock, metering: terms, signal } = request;
  const address = canonicalAddress(url);
  if (address === null) return refused('is not the address of a web page');
  const visit = parts.store.findVisit(webCorpusId, address);
  if (visit !== null) {
    return visit.sourceId === null ? refused(visit.problem ?? '') : toReading(webCorpusId, visit.sourceId, parts);
  }

  const page = await parts.obtain({ address, domainBlock, terms, run: webCorpusId }, signal);
  const answer = page.kind === 'refused' ? page : (exclusionOf(address, page, domainBlock) ?? page);
  if (answer.kind === 'document') return keep(webCorpusId, address, answer, parts);
  parts.store.saveVisit(webCorpusId, address, { sourceId: null, problem: answer.reason });
  return answer;
}

async function copyAll(from: string, to: string, { store, passages, blobs }: Parts): Promise<void> {
  for (const source of passages.sourcesOf(from)) {
    const text = await blobs.getText(source.text);
    await passages.add(to, source, passages.passagesOf(from, source.sourceId), text, () => undefined);
  }
  store.copyVisits(from, to);
}

/** A page fetched by another run may be on a domain that this run excludes. */
function exclusionOf(address: string, { fetch }: PageDocument, domainBlock: readonly string[]) {
  const excluded = [address, fetch.locator].find((each) => isWithinDomains(each, domainBlock));
  return excluded === undefined ? null : refused(excludedDomain(excluded));
}

async function keep(run: string, address: string, page: PageDocument, parts: Parts): Promise<PageReading> {
  const source = toSource(page);
  const { sourceId, locator } = source;
  const prefix = passagePrefixOf(sourceId, source.contentHash);
  const passages = page.document.passages.map(({ headingPath, ...range }, index): Passage => ({
    ...range,
    passageId: `${prefix}${index}`,
    sourceId,
    // As in folders: the title is shown next to the path everywhere.
    headingPath: headingPath[0] === source.title ? headingPath.slice(1) : headingPath,
  }));
  await parts.passages.add(run, source, passages, page.text, () => {
    parts.store.saveVisit(run, locator, { sourceId, problem: page.document.problem });
    parts.store.saveVisit(run, address, { sourceId, problem: null });
  });
  return toReading(run, sourceId, parts);
}

function toSource({ fetch, document }: PageDocument): Source {
  const { locator, contentHash, mediaType, retrievedAt } = fetch;
  const { title, language, publishedAt, pageCount, pageLabels, text, textLayer, untrusted, untrustedBeside } = document;
  return {
    sourceId: pageIdOf(locator),
    locator,
    title,
    contentHash,
    mediaType,
    language,
    publishedAt,
    retrievedAt,
    pageCount,
    pageLabels,
    sourceTier: sourceTierOf(locator),
    text,
    textLayer,
    untrusted,
    untrustedBeside,
  };
}

async function toReading(run: string, sourceId: string, { passages, blobs }: Parts): Promise<PageReading> {
  const source = passages.findSource(run, sourceId);
  if (source === null) throw new Error(`The page ${sourceId} is missing in ${run}.`);
  const places = passages.passagesOf(run, sourceId).map((passage) => ({ passage, source }));
  return { kind: 'read', passages: await readStoredPassages(blobs, places) };
}

function refused(reason: string): { readonly kind: 'refused'; readonly reason: string } {
  return { kind: 'refused', reason };
}
