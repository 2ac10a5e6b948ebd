import { createSingleFlight } from '@plumbline/adapters/single-flight';
import { whileWaitingFor } from '@plumbline/adapters/work-in-progress';
import type { MeteringTerms } from '@plumbline/contracts/common/metering';
import { NO_TEXT } from '@plumbline/documents/errors';
import { formatOfMediaType, storedMediaTypeOf } from '@plumbline/documents/formats';
import type { DocumentParser, ParsedFile } from '@plumbline/documents/parser';
import { WEB_SCANS_UNREAD } from '@plumbline/documents/scans';
import { storeOrigins } from '@plumbline/documents/text-layer';
import { NO_TOKENS, type PaidCalls } from '@plumbline/model/calls';
import { INDEX_LAYOUT } from '@plumbline/search/removal';
import { type BlobStore, ifStored } from '@plumbline/storage/blobs';
import { canonicalAddress, isWithinDomains } from './canonical-address.ts';
import { type PageFetcher, refused, type RefusedPage } from './page-fetching.ts';
import type { KeptDocument, KeptFetch, PageStore } from './page-store.ts';
import type { Robots } from './robots.ts';
import { reasonOfEmptyPage, standInReason } from './stand-in.ts';

/** A fetched and parsed page. */
export interface PageDocument {
  readonly kind: 'document';
  readonly fetch: KeptFetch;
  readonly document: KeptDocument;
  /** The stored text of the document. */
  readonly text: string;
}

interface PageDocuments {
  /** Parses the bytes of a fetch, equal bytes only once. Null when they are no longer stored. */
  read(fetch: KeptFetch, signal: AbortSignal): Promise<PageDocument | RefusedPage | null>;
}

interface PageLoaderDependencies {
  readonly blobs: Pick<BlobStore, 'putBytes'>;
  readonly documents: PageDocuments;
  readonly fetcher: PageFetcher;
  readonly robots: Robots;
  readonly paidCalls: PaidCalls;
}

interface PageWanted {
  /** In canonical form. */
  readonly address: string;
  readonly domainBlock: readonly string[];
  readonly terms: MeteringTerms;
  /** The run, when it must not share the fetch with other runs. */
  readonly run: string;
}

/**
 * Loads a page from the store when it was fetched recently, else from the web. Concurrent requests for the same page
 * share one fetch.
 */
export type LoadPage = (wanted: PageWanted, signal: AbortSignal) => Promise<PageDocument | RefusedPage>;

/** Version of the page request and of the stored part of its answer: bump on any change. */
const FETCHES_VERSION = 1;

export function createPageDocuments(store: PageStore, blobs: BlobStore, parser: DocumentParser): PageDocuments {
  return {
    async read(fetch, signal) {
      const { contentHash, locator, mediaType, charset } = fetch;
      const format = formatOfMediaType(mediaType) ?? 'html';
      const reading = [INDEX_LAYOUT, format, charset?.toLowerCase() ?? ''].join(' ');
      const kept = store.findDocument(contentHash, reading);
      const keptText = kept === null ? null : await ifStored(() => blobs.getText(kept.text));
      if (kept !== null && keptText !== null) return { kind: 'document', fetch, document: kept, text: keptText };

      const content = await ifStored(() => blobs.getBytes({ sha256: contentHash }));
      if (content === null) return null;
      const request = {
        content: { bytes: content },
        charset,
        locator,
        format,
        scans: WEB_SCANS_UNREAD,
        knownHash: null,
      };
      const outcome = await parser.parse(request, signal);
      const read = outcome.kind === 'parsed' ? outcome.document.format : format;
      const source = read === 'html' ? sourceOf(content) : null;
      if (outcome.kind === 'unreadable') {
        const empty = source !== null && outcome.reason === NO_TEXT ? reasonOfEmptyPage(source) : null;
        return refused(empty ?? outcome.reason);
      }
      // Only a previously indexed file can be unchanged.
      if (outcome.kind === 'unchanged') return null;

      const standIn = source === null ? null : standInReason(source, outcome.document.text);
      if (standIn !== null) return refused(standIn);
      const document = await keep(outcome, storedMediaTypeOf(outcome.document.format), blobs);
      store.saveDocument(contentHash, reading, document);
      return { kind: 'document', fetch, document, text: outcome.document.text };
    },
  };
}

/** Tags are ASCII in every encoding of pages but UTF-16. */
function sourceOf(content: Uint8Array): string {
  return Buffer.from(content).toString('latin1');
}

/** Stores the text and its text layer. */
async function keep({ document, passages }: ParsedFile, mediaType: string, blobs: BlobStore): Promise<KeptDocument> {
  const { textLayer, title, language, publishedAt, pages, pageLabels, problem, trimmed } = document;
  return {
    title,
    language,
    publishedAt,
    pageCount: pages?.length ?? null,
    pageLabels: pageLabels === null ? null : [...pageLabels],
    text: await blobs.putText(document.text, mediaType),
    ...(await storeOrigins(blobs, { textLayer })),
    problem,
    ...(trimmed !== undefined && { trimmed }),
    untrusted: [...document.untrusted],
    untrustedBeside: [...document.untrustedBeside],
    passages: passages.map((passage) => ({ ...passage, headingPath: [...passage.headingPath] })),
  };
}

export function createPageLoader(dependencies: PageLoaderDependencies): LoadPage {
  const { documents, paidCalls } = dependencies;
  const share = createSingleFlight<PageDocument | RefusedPage>();

  const obtain: LoadPage = async (wanted, signal) => {
    const { address, terms } = wanted;
    const call = {
      kind: 'page',
      name: new URL(address).host,
      version: FETCHES_VERSION,
      model: '',
      input: { address },
      expected: NO_TOKENS,
      terms,
      signal,
      // Another run may be admitted or exclude other domains, and missing bytes must be fetched again.
      isUsable: async (answer: KeptFetch | RefusedPage, isOwn: boolean) =>
        'kind' in answer ? isOwn : (await documents.read(answer, signal)) !== null,
    } as const;
    const { answer } = await paidCalls.make(call, async (sendSignal) => ({
      answer: await fetchPage(wanted, sendSignal, dependencies),
      usage: NO_TOKENS,
    }));
    if ('kind' in answer) return answer;
    const read = await documents.read(answer, signal);
    if (read === null) throw new Error(`The bytes of ${address} are missing right after they were stored.`);
    return read;
  };

  return (wanted, signal) => {
    const sharers = wanted.terms.reuse === 'own-run' ? wanted.run : '';
    const key = JSON.stringify([sharers, wanted.address, ...wanted.domainBlock]);
    return whileWaitingFor(`the page at ${new URL(wanted.address).host}`, () =>
      share(key, signal, (shared) => obtain(wanted, shared)),
    );
  };
}

async function fetchPage(
  { address, domainBlock }: PageWanted,
  signal: AbortSignal,
  { fetcher, robots, blobs }: PageLoaderDependencies,
): Promise<KeptFetch | RefusedPage> {
  const admit = async (url: URL, askSignal: AbortSignal): Promise<string | null> => {
    if (isWithinDomains(url.href, domainBlock)) return excludedDomain(url.href);
    return (await robots.forbids(url, askSignal)) ? `the robots.txt of ${url.host} forbids it` : null;
  };
  const accepts = (mediaType: string): boolean => formatOfMediaType(mediaType) !== undefined;
  const fetched = await fetcher.fetch({ url: address, signal, admit, accepts });
  if (fetched.kind === 'refused') return fetched;

  const { url, mediaType, charset, retrievedAt } = fetched;
  // Stored before the fetch is recorded, so that a recorded fetch is complete even after a kill.
  const { sha256: contentHash } = await blobs.putBytes(fetched.bytes, mediaType);
  return { locator: canonicalAddress(url) ?? url, contentHash, mediaType, charset, retrievedAt };
}

/** Why a page of an excluded domain is not read. */
export function excludedDomain(url: string): string {
  return `is on ${new URL(url).hostname}, which the request excludes`;
}
