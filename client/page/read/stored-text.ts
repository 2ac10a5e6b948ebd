import { h, type JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ReadCitation, ReadClaim, ReadSource } from '../../../workflows/contracts/report/report-reading.ts';
import type { ClaimAttribution, ReportReading, SourceText } from '../api/api-types.ts';
import { markedPieces, type TextPiece, windowAround } from '../models/text-marks.ts';
import { useApi } from '../parts/api-context.ts';
import { Awaited, useLoaded } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';

/** Characters before and after the quotation, at first and with every further step. */
const MARGIN = 1_500;

/** The stored text of a source around the quotation. */
export function StoredText({ cited }: { readonly cited: CitedClaim }): JSX.Element {
  const api = useApi();
  const { quote } = cited.citation;
  const [margin, setMargin] = useState(MARGIN);
  const { start, end } = windowAround(quote, margin);
  const [loaded, again] = useLoaded(`${quote.key} ${margin}`, () =>
    api.readText(cited.reading.researchId, { sourceId: quote.sourceId, hash: quote.textHash, start, end }),
  );
  return h(Awaited<SourceText>, {
    loaded,
    again,
    show: (text) => h(Marked, { cited, text, more: () => setMargin(margin * 2) }),
  });
}

function Marked({
  cited,
  text,
  more,
}: {
  readonly cited: CitedClaim;
  readonly text: SourceText;
  readonly more: () => void;
}): JSX.Element {
  const words = useWords();
  const box = useRef<HTMLDivElement>(null);
  const { citation, source } = cited;
  useLayoutEffect(() => {
    const mark = box.current?.querySelector('mark');
    // The page itself stays where the reader is.
    if (box.current !== null && mark !== null && mark !== undefined) box.current.scrollTop = mark.offsetTop - 60;
  }, [text]);
  return h(
    'div',
    {
      class: 'text-box',
      ref: box,
      tabIndex: 0,
      role: 'region',
      'aria-label': words.textOf(citation.title),
      lang: source?.language,
    },
    text.start > 0 ? h('button', { type: 'button', class: 'plain', onClick: more }, words.earlier) : null,
    h('div', { class: 'stored' }, markedPieces(text, citation.quote, citation.deciding ?? null).map(Piece)),
    text.end < text.length ? h('button', { type: 'button', class: 'plain', onClick: more }, words.later) : null,
  );
}

function Piece({ text, mark }: TextPiece, index: number): JSX.Element {
  if (mark === 'none') return h('span', { key: index }, text);
  return h('mark', { key: index, class: mark }, text);
}

/** What the panel is about; its parts share it. */
export interface CitedClaim {
  readonly reading: ReportReading;
  readonly claim: ReadClaim;
  readonly citation: ReadCitation;
  /** Null: the record does not know it. */
  readonly source: ReadSource | null;
}

export interface CitedClaimProps {
  readonly cited: CitedClaim;
  /** Null while it is being traced, or if that failed. */
  readonly attribution: ClaimAttribution | null;
}
