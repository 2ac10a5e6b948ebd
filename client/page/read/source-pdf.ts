import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApi } from '../parts/api-context.ts';
import { useWords } from '../parts/words-context.ts';
import type { CitedClaim } from './cited-claim.ts';
import type { DrawnPage, PdfDocument } from './pdf-drawing.ts';

interface PdfProps {
  readonly cited: CitedClaim;
  readonly layerWords: string | null;
  readonly onFailure: (error: unknown) => void;
}

/** The page of a PDF as its picture, the quoted words marked. */
export function SourcePdf({ cited, layerWords, onFailure }: PdfProps): JSX.Element {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const { citation } = cited;
  const [page, setPage] = useState(citation.page ?? 1);
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const pdf = useDocument(cited, onFailure);
  useEffect(() => {
    if (pdf === null || place.current === null) return undefined;
    const wanted = page === citation.page ? [layerWords, citation.quote.text].filter((text) => text !== null) : [];
    const drawing = new AbortController();
    pdf.draw(page, wanted, place.current, drawing.signal).then(setDrawn, (error: unknown) => {
      if (!drawing.signal.aborted) onFailure(error);
    });
    return () => drawing.abort();
  }, [pdf, page, layerWords]);
  const count = pdf?.pageCount ?? 0;
  const isUnmarked = drawn !== null && drawn.page === citation.page && drawn.marks === 0;
  return h(
    'div',
    { class: 'pdf' },
    h('div', {
      class: 'pdf-page',
      ref: place,
      tabIndex: 0,
      role: 'region',
      'aria-label': words.textOf(citation.title),
    }),
    pdf === null ? h('p', { class: 'quiet', role: 'status' }, words.loading) : null,
    isUnmarked ? h('p', { class: 'quiet', role: 'status' }, words.notMarked) : null,
    count < 2
      ? null
      : h(
          'p',
          { class: 'pages' },
          h(
            'button',
            { type: 'button', 'aria-label': words.previousPage, disabled: page <= 1, onClick: () => setPage(page - 1) },
            '‹',
          ),
          h('span', {}, words.pageOf(page, count)),
          h(
            'button',
            { type: 'button', 'aria-label': words.nextPage, disabled: page >= count, onClick: () => setPage(page + 1) },
            '›',
          ),
        ),
  );
}

/** Null while it is loading. */
function useDocument({ reading, citation }: CitedClaim, onFailure: PdfProps['onFailure']): PdfDocument | null {
  const api = useApi();
  const [pdf, setPdf] = useState<PdfDocument | null>(null);
  useEffect(() => {
    const loading = new AbortController();
    const load = async () => {
      const bytes = await api.readOriginal(reading.researchId, citation.quote.sourceId);
      // Half a megabyte that only readers of PDFs need.
      const { openPdf } = await import('./pdf-drawing.ts');
      const opened = await openPdf(bytes);
      if (loading.signal.aborted) return opened.close();
      loading.signal.addEventListener('abort', opened.close);
      return setPdf(opened);
    };
    load().catch((error: unknown) => {
      if (!loading.signal.aborted) onFailure(error);
    });
    return () => loading.abort();
  }, [citation.quote.sourceId]);
  return pdf;
}
