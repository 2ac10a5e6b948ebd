import { h, type JSX } from 'preact';
import { useState } from 'preact/hooks';
import { claimWithCitation } from '../models/claim-copy.ts';
import { messageOf } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import type { CitedClaim } from './cited-claim.ts';

/** Puts the claim with its citation on the clipboard. */
export function CopyClaim({ cited }: { readonly cited: CitedClaim }): JSX.Element {
  const words = useWords();
  const [told, setTold] = useState('');
  const { claim, citation, source } = cited;
  const copy = () => {
    navigator.clipboard.writeText(claimWithCitation(claim, citation, source, words.page)).then(
      () => setTold(words.copied),
      (error: unknown) => setTold(words.failed(messageOf(error))),
    );
  };
  return h(
    'p',
    { class: 'copy' },
    h('button', { type: 'button', onClick: copy }, words.copy),
    h('span', { role: 'status', class: 'quiet' }, ` ${told}`),
  );
}
