import type { BlobStore } from '../stores/blob-store.ts';
import { canonicalAddress, isWithinDomains } from './canonical-address.ts';
import type { PageDocument, PageDocuments } from './page-documents.ts';
import type { PageFetcher, RefusedPage } from './page-fetching.ts';
import { formatOfMediaType } from './page-media-type.ts';
import { createSingleFlight } from './page-single-flight.ts';
import type { KeptFetch, PageStore } from './page-store.ts';
import type { Robots } from './robots.ts';

export interface PageObtainingDependencies {
  readonly store: PageStore;
  readonly blobs: Pick<BlobStore, 'putBytes'>;
  readonly documents: PageDocuments;
  readonly fetcher: PageFetcher;
  readonly robots: Robots;
  readonly now: () => Date;
  /** How long a fetched page serves other runs. */
  readonly timeToLiveMs: number;
}

/**
 * Gets a page by its canonical address: from the store when any run fetched it lately, else from the web. Several that
 * want the same page at the same time get it from one fetch.
 */
export type ObtainPage = (
  address: string,
  domainBlock: readonly string[],
  signal: AbortSignal,
) => Promise<PageDocument | RefusedPage>;

export function createPageObtaining(dependencies: PageObtainingDependencies): ObtainPage {
  const { store, documents, now, timeToLiveMs } = dependencies;
  const share = createSingleFlight<PageDocument | RefusedPage>();

  const obtain: ObtainPage = async (address, domainBlock, signal) => {
    const notBefore = new Date(now().getTime() - timeToLiveMs).toISOString();
    const kept = store.findFetch(address, notBefore);
    const known = kept === null ? null : await documents.read(kept, signal);
    if (known !== null) return known;

    const fetched = await fetchPage(address, domainBlock, signal, dependencies);
    if ('kind' in fetched) return fetched;
    const read = await documents.read(fetched, signal);
    if (read === null) throw new Error(`The bytes of ${address} are gone right after they were stored.`);
    return read;
  };

  return (address, domainBlock, signal) =>
    share(JSON.stringify([address, ...domainBlock]), signal, (shared) => obtain(address, domainBlock, shared));
}

async function fetchPage(
  address: string,
  domainBlock: readonly string[],
  signal: AbortSignal,
  { fetcher, robots, blobs, store }: PageObtainingDependencies,
): Promise<KeptFetch | RefusedPage> {
  const admit = async (url: URL, askSignal: AbortSignal): Promise<string | null> => {
    if (isWithinDomains(url.href, domainBlock)) return excludedDomain(url.href);
    return (await robots.forbids(url, askSignal))
      ? `the rules of ${url.host} for programs (robots.txt) forbid it`
      : null;
  };
  const accepts = (mediaType: string): boolean => formatOfMediaType(mediaType) !== undefined;
  const fetched = await fetcher.fetch({ url: address, signal, admit, accepts });
  if (fetched.kind === 'refused') return fetched;

  const { url, mediaType, charset, retrievedAt } = fetched;
  const { sha256: contentHash } = await blobs.putBytes(fetched.bytes, mediaType);
  const kept = { locator: canonicalAddress(url) ?? url, contentHash, mediaType, charset, retrievedAt };
  // After its bytes: whatever is killed, a fetch that is on record is complete.
  store.saveFetch(address, kept);
  return kept;
}

/** Why a page of a domain that the person excluded is not read. */
export function excludedDomain(url: string): string {
  return `lies at ${new URL(url).hostname}, which the request excludes`;
}
