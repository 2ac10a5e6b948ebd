import type { SourceText } from '@plumbline/contracts/report/report-reading';
import { type ComponentChildren, Fragment, type JSX, h } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { claimWithCitation } from '../models/claim-copy.ts';
import { documentBlocks, isStoredAsMarkdown } from '../models/document-text.ts';
import { type Evidence, hasPages, placeOf, runOf } from '../models/evidence.ts';
import { windowAround } from '../models/text-marks.ts';
import { useApi } from '../parts/api-context.ts';
import { Button, SignButton } from '../parts/button.ts';
import { CopyButton } from '../parts/copy-button.ts';
import { Awaited, type Loaded, useLoaded } from '../parts/loading.ts';
import { Blocks } from '../parts/prose.ts';
import { useWords } from '../parts/words-context.ts';
import { SourceFigure, SourcePdf } from './source-original.ts';

/** Characters before and after the quotation, at first and with every further step. */
const MARGIN = 700;

/** The stored text around a quotation. */
export interface Passage {
  readonly loaded: Loaded<SourceText>;
  readonly again: () => void;
  readonly more: () => void;
}

/** @param margin characters before and after the quotation */
export function usePassage(evidence: Evidence, first = MARGIN): Passage {
  const api = useApi();
  const { by, citation } = evidence;
  const { quote } = citation;
  const [margin, setMargin] = useState(first);
  const { start, end } = windowAround(quote, margin);
  const { sourceId, textHash: hash } = quote;
  const [loaded, again] = useLoaded(`${evidence.id} ${start} ${end}`, () =>
    by.kind === 'document'
      ? api.readDocumentText(by, { start, end })
      : by.kind === 'answer'
        ? api.readAnswerText(by, { number: citation.number, start, end })
        : api.readText(runOf(by), { sourceId, hash, start, end }),
  );
  return { loaded, again, more: () => setMargin(margin * 3) };
}

/** Whether the stored text has the quoted words, to the last character; null while it is read. */
export function isEqualTo({ loaded }: Passage, { quote }: Evidence['citation']): boolean | null {
  if (loaded.state !== 'loaded') return null;
  const { start, text } = loaded.value;
  return text.slice(quote.start - start, quote.end - start) === quote.text;
}

interface TextProps {
  readonly evidence: Evidence;
  readonly passage: Passage;
}

/** The stored text of a source around the quotation, which is marked. */
export function StoredText({ evidence, passage: { loaded, again, more } }: TextProps): JSX.Element {
  const show = (text: SourceText) =>
    h(Fragment, {}, h(SourceFigure, { evidence, text }), h(Marked, { evidence, text, more }));
  return h(Awaited<SourceText>, { loaded, again, show });
}

interface MarkedProps {
  readonly evidence: Evidence;
  readonly text: SourceText;
  readonly more: () => void;
}

function Marked({ evidence, text, more }: MarkedProps): JSX.Element {
  const words = useWords();
  const box = useRef<HTMLDivElement>(null);
  const { citation, source } = evidence;
  const isMarkdown = isStoredAsMarkdown(source?.mediaType ?? null, citation.locator);
  useLayoutEffect(() => {
    const mark = box.current?.querySelector<HTMLElement>('mark');
    // The page itself stays where the reader is.
    if (box.current !== null && mark !== null && mark !== undefined) {
      box.current.scrollTop += mark.getBoundingClientRect().top - box.current.getBoundingClientRect().top - 40;
    }
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
    text.start > 0 ? h(Button, { class: 'plain', act: more }, words.earlier) : null,
    h(
      'div',
      { class: 'stored' },
      h(Blocks, { blocks: documentBlocks(text, citation.quote, citation.deciding ?? null, isMarkdown) }),
    ),
    text.end < text.length ? h(Button, { class: 'plain', act: more }, words.later) : null,
  );
}

interface WholeProps {
  readonly evidence: Evidence;
  readonly layerWords: string | null;
}

/** As much of the text before and after the quotation as is read at once. */
export const WHOLE_MARGIN = 9_000;

/** Opens the document at the quotation, as wide as the window. */
export function WholeDocument(props: WholeProps): JSX.Element {
  const { panel } = useWords();
  const [isOpen, setOpen] = useState(false);
  return h(
    'div',
    {},
    h(Button, { 'aria-haspopup': 'dialog', act: () => setOpen(true) }, panel.whole),
    isOpen ? h(DocumentDialog, { ...props, close: () => setOpen(false) }) : null,
  );
}

interface DialogProps extends WholeProps {
  readonly close: () => void;
  /** What else can be done with it. */
  readonly children?: ComponentChildren;
}

export function DocumentDialog({ evidence, layerWords, close, children }: DialogProps): JSX.Element {
  const words = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const [fault, setFault] = useState(false);
  useEffect(() => dialog.current?.showModal(), []);
  return h(
    'dialog',
    { class: 'whole', ref: dialog, onClose: close, 'aria-labelledby': 'whole-heading' },
    h(
      'div',
      { class: 'panel-head' },
      h('h2', { id: 'whole-heading' }, placeOf(evidence.citation, words)),
      h(SignButton, { icon: 'close', class: 'close', label: words.close, act: () => dialog.current?.close() }),
    ),
    h(
      'div',
      { class: 'whole-content' },
      children,
      hasPages(evidence) && !fault
        ? h(SourcePdf, { evidence, layerWords, onFailure: () => setFault(true) })
        : h(WholeText, { evidence }),
    ),
  );
}

function WholeText({ evidence }: Pick<WholeProps, 'evidence'>): JSX.Element {
  return h(StoredText, { evidence, passage: usePassage(evidence, WHOLE_MARGIN) });
}

/** Puts the claim, or the quotation, with its citation on the clipboard. */
export function CopyClaim({ evidence }: { readonly evidence: Evidence }): JSX.Element {
  const words = useWords();
  const { by, citation, source } = evidence;
  const claim = by.kind === 'claim' ? by.claim.text : null;
  const text = () => claimWithCitation(claim, citation, source, words.page);
  return h('p', {}, h(CopyButton, { text, label: claim === null ? words.panel.copyQuote : words.copy }));
}
