import type { MeteringTerms } from '../../workflows/contracts/metering.ts';
import type { PassageIndex, StoredPassage } from '../index/corpus-index.ts';

export interface PageRequest {
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
  /** The page is permanently unreadable; the reason is for users. */
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * The pages that runs have read. They can be searched and read like the passages of a folder, by `webCorpusIdOf` a run.
 */
export interface PageLibrary extends PassageIndex {
  /** Fetches a page once for a run; afterwards it comes from the store. @throws errors that a retry may cure */
  read(request: PageRequest): Promise<PageReading>;
  /** Copies the pages of one run to another, which keeps those that it has. */
  copyAll(fromWebCorpusId: string, toWebCorpusId: string): Promise<void>;
}
