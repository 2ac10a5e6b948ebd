import { NO_TEXT } from '@plumbline/documents/errors';
import { formatOfMediaType, storedMediaTypeOf } from '@plumbline/documents/formats';
import type { DocumentParser, ParsedFile } from '@plumbline/documents/parser';
import { WEB_SCANS_UNREAD } from '@plumbline/documents/scans';
import { storeTextLayer } from '@plumbline/documents/text-layer';
import { INDEX_LAYOUT } from '@plumbline/search/removal';
import { type BlobStore, ifStored } from '@plumbline/storage/blobs';
import type { RefusedPage } from './page-fetching.ts';
import type { KeptDocument, KeptFetch, PageStore } from './page-store.ts';
import { reasonOfEmptyPage, standInReason } from './stand-in.ts';

/** A fetched and parsed page. */
export interface PageDocument {
  readonly kind: 'document';
  readonly fetch: KeptFetch;
  readonly document: KeptDocument;
  /** The stored text of the document. */
  readonly text: string;
}

export interface PageDocuments {
  /** Parses the bytes of a fetch, equal bytes only once. Null when they are no longer stored. */
  read(fetch: KeptFetch, signal: AbortSignal): Promise<PageDocument | RefusedPage | null>;
}

export interface PageDocumentsDependencies {
  readonly store: PageStore;
  readonly blobs: BlobStore;
  readonly parser: DocumentParser;
}

export function createPageDocuments({ store, blobs, parser }: PageDocumentsDependencies): PageDocuments {
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
        return { kind: 'refused', reason: empty ?? outcome.reason };
      }
      // Only a previously indexed file can be unchanged.
      if (outcome.kind === 'unchanged') return null;

      const standIn = source === null ? null : standInReason(source, outcome.document.text);
      if (standIn !== null) return { kind: 'refused', reason: standIn };
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
    textLayer: textLayer === null ? null : await storeTextLayer(blobs, textLayer),
    problem,
    ...(trimmed !== undefined && { trimmed }),
    untrusted: [...document.untrusted],
    untrustedBeside: [...document.untrustedBeside],
    passages: passages.map((passage) => ({ ...passage, headingPath: [...passage.headingPath] })),
  };
}
