import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { messageOf } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import type { CitedClaim } from './cited-claim.ts';
import { SourcePdf } from './source-pdf.ts';
import { StoredText } from './stored-text.ts';

interface DocumentProps {
  readonly cited: CitedClaim;
  /** The quoted words as the PDF itself has them; null: as in the quotation. */
  readonly layerWords: string | null;
}

/** The document at the quoted words: a PDF as its page, all else as text. */
export function SourceDocument({ cited, layerWords }: DocumentProps): JSX.Element {
  const words = useWords();
  const { citation, source } = cited;
  const hasPages = source?.mediaType === 'application/pdf' && citation.page !== null;
  const [asText, setAsText] = useState(!hasPages);
  const [problem, setProblem] = useState('');
  const fail = (error: unknown) => {
    setProblem(words.noOriginal(messageOf(error)));
    setAsText(true);
  };
  return h(
    'div',
    { class: 'document' },
    problem === '' ? null : h('p', { class: 'quiet', role: 'status' }, problem),
    asText ? h(StoredText, { cited }) : h(SourcePdf, { cited, layerWords, onFailure: fail }),
    hasPages && problem === ''
      ? h(
          'button',
          { type: 'button', class: 'plain', onClick: () => setAsText(!asText) },
          asText ? words.asPage : words.asText,
        )
      : null,
  );
}
