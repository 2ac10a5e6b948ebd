import { createHash } from 'node:crypto';
import { decodeText } from '../../corpus/documents/text-decoding.ts';
import type { PageFetcher } from '../../corpus/web-pages/page-fetching.ts';
import { type CatalogueSource, type ReadRows, sourceIdOf } from './catalogue-source.ts';
import { readJsonRows } from './json-rows.ts';

/**
 * An endpoint that answers `GET <url>?vertical=hotel` with `{"items": [{…}, …]}`.
 *
 * @param fetcher bounds size and time, and decides which hosts may be asked
 */
export function createHttpSource(url: string, fetcher: PageFetcher): CatalogueSource {
  return {
    ownVerticals: async () => ({ definitions: [], notes: [] }),
    async find({ name }, signal) {
      const address = new URL(url);
      address.searchParams.set('vertical', name);
      const answer = await fetcher.fetch({ url: address.href, signal });
      if (answer.kind === 'refused') return { items: [], notes: [`${url} ${answer.reason}; it gave no items`] };
      const { bytes, charset } = answer;
      const items = {
        locator: url,
        sourceId: sourceIdOf(url),
        fingerprint: createHash('sha256').update(bytes).digest('hex'),
        read: async () => readAnswer(bytes, charset, url),
      };
      return { items: [items], notes: [] };
    },
  };
}

function readAnswer(bytes: Uint8Array, charset: string | null, url: string): ReadRows {
  try {
    return readJsonRows(decodeText(bytes, charset), url);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { rows: [], notes: [`${url}: cannot be read: ${error.message}`] };
  }
}
