import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { claimWithCitation } from '../models/claim-copy.ts';
import { type Evidence, hasPages, placeOf } from '../models/evidence.ts';
import { Icon } from '../parts/icon.ts';
import { messageOf } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import { SourcePdf } from './source-pdf.ts';
import { StoredText, usePassage } from './stored-text.ts';

interface WholeProps {
  readonly evidence: Evidence;
  readonly layerWords: string | null;
}

/** As much of the text before and after the quotation as is read at once. */
const MARGIN = 9_000;

/** Opens the document at the quotation, as wide as the window. */
export function WholeDocument(props: WholeProps): JSX.Element {
  const { panel } = useWords();
  const [isOpen, setOpen] = useState(false);
  return h(
    'div',
    {},
    h('button', { type: 'button', 'aria-haspopup': 'dialog', onClick: () => setOpen(true) }, panel.whole),
    isOpen ? h(DocumentDialog, { ...props, close: () => setOpen(false) }) : null,
  );
}

function DocumentDialog({ evidence, layerWords, close }: WholeProps & { readonly close: () => void }): JSX.Element {
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
      h(
        'button',
        { type: 'button', class: 'close', 'aria-label': words.close, onClick: () => dialog.current?.close() },
        '×',
      ),
    ),
    hasPages(evidence) && !fault
      ? h(SourcePdf, { evidence, layerWords, onFailure: () => setFault(true) })
      : h(WholeText, { evidence }),
  );
}

function WholeText({ evidence }: Pick<WholeProps, 'evidence'>): JSX.Element {
  return h(StoredText, { evidence, passage: usePassage(evidence, MARGIN) });
}

/** Puts the claim, or the quotation, with its citation on the clipboard. */
export function CopyClaim({ evidence }: { readonly evidence: Evidence }): JSX.Element {
  const words = useWords();
  const [told, setTold] = useState('');
  const { by, citation, source } = evidence;
  const copy = () => {
    const claim = by.kind === 'claim' ? by.claim.text : null;
    navigator.clipboard.writeText(claimWithCitation(claim, citation, source, words.page)).then(
      () => setTold(words.copied),
      (error: unknown) => setTold(words.failed(messageOf(error))),
    );
  };
  return h(
    'p',
    { class: 'copy' },
    h(
      'button',
      { type: 'button', onClick: copy },
      h(Icon, { name: 'copy' }),
      by.kind === 'claim' ? words.copy : words.panel.copyQuote,
    ),
    h('span', { role: 'status', class: 'quiet' }, ` ${told}`),
  );
}
