import { createSingleFlight } from '@plumbline/adapters/single-flight';
import { whileWaitingFor } from '@plumbline/adapters/work-in-progress';
import type { MeteringTerms } from '@plumbline/contracts/common/metering';
import { formatOfMediaType } from '@plumbline/documents/formats';
import { NO_TOKENS, type PaidCalls } from '@plumbline/model/calls';
import type { BlobStore } from '@plumbline/storage/blobs';
import { canonicalAddress, isWithinDomains } from './canonical-address.ts';
import type { PageDocument, PageDocuments } from './page-documents.ts';
import type { PageFetcher, RefusedPage } from './page-fetching.ts';
import type { KeptFetch } from './page-store.ts';
import type { Robots } from './robots.ts';

export interface PageLoaderDependencies {
  readonly blobs: Pick<BlobStore, 'putBytes'>;
  readonly documents: PageDocuments;
  readonly fetcher: PageFetcher;
  readonly robots: Robots;
  readonly paidCalls: PaidCalls;
}

export interface PageWanted {
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
