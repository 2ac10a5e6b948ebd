import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useApi } from '../parts/api-context.ts';
import { useWords } from '../parts/words-context.ts';
import type { DrawnPage, PdfDocument } from './pdf-drawing.ts';
import type { CitedClaim } from './stored-text.ts';

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
    const wanted = page === citation.page ? spellingsOf(cited, layerWords) : [];
    const drawing = new AbortController();
    pdf.draw(page, wanted, place.current, drawing.signal).then(setDrawn, (error: unknown) => {
      if (!drawing.signal.aborted) onFailure(error);
    });
    return () => drawing.abort();
  }, [pdf, page, layerWords]);
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
    h(PageTurner, { page, count: pdf?.pageCount ?? 0, turnTo: setPage }),
  );
}

/** The words to mark: as the PDF has them, else those that decide, else the whole quotation. */
function spellingsOf({ citation }: CitedClaim, layerWords: string | null): string[] {
  const { quote, deciding } = citation;
  const decisive =
    deciding === undefined ? [] : [quote.text.slice(deciding.start - quote.start, deciding.end - quote.start)];
  return [...(layerWords === null ? [] : [layerWords]), ...decisive, quote.text];
}

interface TurnerProps {
  readonly page: number;
  readonly count: number;
  readonly turnTo: (page: number) => void;
}

function PageTurner({ page, count, turnTo }: TurnerProps): JSX.Element | null {
  const words = useWords();
  if (count < 2) return null;
  const button = (label: string, sign: string, target: number) =>
    h(
      'button',
      { type: 'button', 'aria-label': label, disabled: target < 1 || target > count, onClick: () => turnTo(target) },
      sign,
    );
  return h(
    'p',
    { class: 'pages' },
    button(words.previousPage, '‹', page - 1),
    h('span', {}, words.pageOf(page, count)),
    button(words.nextPage, '›', page + 1),
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
      loading.signal.addEventListener('abort', () => opened.close());
      return setPdf(opened);
    };
    load().catch((error: unknown) => {
      if (!loading.signal.aborted) onFailure(error);
    });
    return () => loading.abort();
  }, [citation.quote.sourceId]);
  return pdf;
}
