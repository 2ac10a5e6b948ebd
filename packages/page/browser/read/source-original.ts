import type { SourceText } from '@plumbline/contracts/report/report-reading';
import { Fragment, type JSX, h } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ApiClient } from '../api/api-client.ts';
import { type Evidence, runOf } from '../models/evidence.ts';
import { figureAt } from '../models/text-marks.ts';
import { useApi } from '../parts/api-context.ts';
import { SignButton } from '../parts/button.ts';
import type { IconName } from '../parts/icon.ts';
import { useLoaded } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import type { DrawnPage, PdfDocument } from './pdf-drawing.ts';

interface PdfProps {
  readonly evidence: Evidence;
  readonly layerWords: string | null;
  readonly onFailure: (error: unknown) => void;
}

/** The page of a PDF as its picture, the quoted words marked. */
export function SourcePdf({ evidence, layerWords, onFailure }: PdfProps): JSX.Element {
  const words = useWords();
  const place = useRef<HTMLDivElement>(null);
  const { citation } = evidence;
  const [page, setPage] = useState(citation.page ?? 1);
  const [zoom, setZoom] = useState(1);
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const pdf = useDocument(evidence, onFailure);
  useEffect(() => {
    if (pdf === null || place.current === null) return undefined;
    const wanted = page === citation.page ? spellingsOf(evidence, layerWords) : [];
    const drawing = new AbortController();
    pdf.draw(page, wanted, { place: place.current, zoom }, drawing.signal).then(setDrawn, (error: unknown) => {
      if (!drawing.signal.aborted) onFailure(error);
    });
    return () => drawing.abort();
  }, [pdf, page, layerWords, zoom]);
  const isUnmarked = drawn !== null && citation.quote.text !== '' && drawn.page === citation.page && drawn.marks === 0;
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
    h(
      'p',
      { class: 'pages' },
      h(PageTurner, { page, count: pdf?.pageCount ?? 0, turnTo: setPage }),
      h(Zoom, { zoom, setZoom }),
    ),
  );
}

/** The words to mark: as the PDF has them, else those that decide, else the whole quotation. */
function spellingsOf({ citation }: Evidence, layerWords: string | null): string[] {
  const { quote, deciding } = citation;
  const decisive =
    deciding === undefined ? [] : [quote.text.slice(deciding.start - quote.start, deciding.end - quote.start)];
  return [...(layerWords === null ? [] : [layerWords]), ...decisive, quote.text].filter((words) => words !== '');
}

interface StepProps {
  readonly label: string;
  readonly icon: IconName;
  /** Null: there is nothing more in this direction. */
  readonly act: (() => void) | null;
}

export function StepButton({ act, ...sign }: StepProps): JSX.Element {
  return h(SignButton, { ...sign, disabled: act === null, act: () => act?.() });
}

interface TurnerProps {
  readonly page: number;
  readonly count: number;
  readonly turnTo: (page: number) => void;
}

function PageTurner({ page, count, turnTo }: TurnerProps): JSX.Element | null {
  const words = useWords();
  if (count < 2) return null;
  return h(
    Fragment,
    {},
    h(StepButton, { label: words.previousPage, icon: 'left', act: page > 1 ? () => turnTo(page - 1) : null }),
    h('span', {}, words.pageOf(page, count)),
    h(StepButton, { label: words.nextPage, icon: 'right', act: page < count ? () => turnTo(page + 1) : null }),
  );
}

const ZOOMS = [1, 1.5, 2, 3];

interface ZoomProps {
  readonly zoom: number;
  readonly setZoom: (zoom: number) => void;
}

/** Larger and smaller, from the width of its place on. */
function Zoom({ zoom, setZoom }: ZoomProps): JSX.Element {
  const { panel } = useWords();
  const step = ZOOMS.indexOf(zoom);
  const to = (target: number | undefined) => (target === undefined ? null : () => setZoom(target));
  return h(
    Fragment,
    {},
    h(StepButton, { label: panel.smaller, icon: 'minus', act: to(ZOOMS[step - 1]) }),
    h('span', { role: 'status' }, `${zoom * 100} %`),
    h(StepButton, { label: panel.larger, icon: 'add', act: to(ZOOMS[step + 1]) }),
  );
}

/** Null while it is loading. */
function useDocument(evidence: Evidence, onFailure: PdfProps['onFailure']): PdfDocument | null {
  const api = useApi();
  const [pdf, setPdf] = useState<PdfDocument | null>(null);
  useEffect(() => {
    const loading = new AbortController();
    const load = async () => {
      const bytes = await readOriginal(api, evidence);
      // Half a megabyte that only readers of PDFs need.
      const { openPdf } = await import('./pdf-drawing.ts');
      const opened = await openPdf(bytes);
      if (loading.signal.aborted) {
        opened.close();
        return;
      }
      loading.signal.addEventListener('abort', () => opened.close());
      setPdf(opened);
    };
    load().catch((error: unknown) => {
      if (!loading.signal.aborted) onFailure(error);
    });
    return () => loading.abort();
  }, [evidence.citation.quote.sourceId]);
  return pdf;
}

/** The bytes of the document that a citation is from. @param figure where one begins in its text: the bytes of its picture */
export function readOriginal(api: ApiClient, { by, citation }: Evidence, figure?: number): Promise<ArrayBuffer> {
  if (by.kind === 'document') return api.readDocumentOriginal(by, figure);
  if (by.kind === 'answer') return api.readAnswerOriginal(by, citation.number, figure);
  return api.readOriginal(runOf(by), citation.quote.sourceId, citation.quote.textHash, figure);
}

type FigureProps = Pick<PdfProps, 'evidence'> & Record<'text', SourceText>;

/** The picture in which the quoted words were read; nothing where it is no longer kept. */
export function SourceFigure({ evidence, text }: FigureProps): JSX.Element | null {
  const api = useApi();
  const { place, label } = figureAt(text, evidence.citation.quote) ?? {};
  const [loaded] = useLoaded(`${evidence.id} ${place}`, async () =>
    place === undefined ? null : new Blob([await readOriginal(api, evidence, place)]),
  );
  const picture = loaded.state === 'loaded' ? loaded.value : null;
  const address = useMemo(() => picture && URL.createObjectURL(picture), [picture]);
  useEffect(() => () => URL.revokeObjectURL(address ?? ''), [address]);
  if (address === null) return null;
  return h('figure', {}, h('img', { src: address, alt: '' }), h('figcaption', { class: 'quiet' }, label));
}
