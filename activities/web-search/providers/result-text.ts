import type { WebResult } from '../search-provider.ts';
import { withoutMarkup } from './plain-text.ts';

/** Longer titles are cut. */
const MAX_TITLE_LENGTH = 300;
/** Long enough for an abstract. */
const MAX_SNIPPET_LENGTH = 2_000;

/** A result as the provider sent it, with markup. */
export interface RawResult {
  readonly url: string | null | undefined;
  readonly title: string | null | undefined;
  readonly snippet: string | null | undefined;
  readonly publishedAt: string | null;
}

/** The first `topK` results that have an address, as plain text. */
export function toWebResults(results: readonly RawResult[], topK: number): WebResult[] {
  return results
    .flatMap(({ url, title, snippet, publishedAt }) => {
      const address = url?.trim() ?? '';
      if (address === '') return [];
      return {
        url: address,
        title: withoutMarkup(title ?? '', MAX_TITLE_LENGTH) || address,
        snippet: withoutMarkup(snippet ?? '', MAX_SNIPPET_LENGTH),
        publishedAt,
      };
    })
    .slice(0, topK);
}
