import { h, type JSX } from 'preact';
import type { ReadClaim } from '../../../workflows/contracts/report-reading.ts';
import { useWords } from '../parts/words-context.ts';
import type { PageWords } from '../words/page-words.ts';
import type { CitedClaimProps } from './cited-claim.ts';

/** The claim, and what checking found for this very claim and citation. */
export function ClaimCheck({ cited, attribution }: CitedClaimProps): JSX.Element {
  const words = useWords();
  const { claim, reading } = cited;
  const stored = attribution?.stored ?? null;
  const isHolding = stored?.isEqual === true && attribution?.fault === null;
  const result =
    attribution === null
      ? words.checking
      : isHolding
        ? words.equal
        : words.different(attribution.fault ?? words.unknown);
  const compared = comparedBy(claim, words);
  return h(
    'div',
    { class: 'check' },
    h('p', {}, h('span', { class: 'quiet' }, `${words.forClaim}: `), h('span', { lang: reading.language }, claim.text)),
    h(
      'div',
      { role: 'status' },
      h(
        'ul',
        {},
        h('li', { class: attribution === null ? '' : isHolding ? 'holds' : 'fails' }, result),
        h('li', { class: claim.isUnverified ? 'doubt' : 'holds' }, compared),
      ),
    ),
  );
}

function comparedBy({ isPassage, isUnverified, isEntailed }: ReadClaim, words: PageWords): string {
  if (isPassage) return words.verbatim;
  if (isUnverified) return words.wordsNotCompared;
  return isEntailed ? words.judgedByMeaning : words.wordsCompared;
}
