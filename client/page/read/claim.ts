import { h, type JSX } from 'preact';
import type { ReadClaim } from '../../../workflows/contracts/report-reading.ts';
import { useWords } from '../parts/words-context.ts';
import type { ArticleProps } from './article-props.ts';

type ClaimProps = Pick<ArticleProps, 'reading' | 'opened' | 'open'> & { readonly claim: ReadClaim };

/** A claim with the numbers of its citations. */
export function Claim({ reading, claim, opened, open }: ClaimProps): JSX.Element {
  const words = useWords();
  const { number, text, citations, quotedLanguage, isUnverified, isUntrusted, isPassage, kind } = claim;
  const isOpen = opened?.claim === number;
  return h(
    'span',
    { class: isOpen ? 'claim open' : 'claim', id: `claim-${number}` },
    isPassage ? h('span', { class: 'quiet' }, `${placeOf(reading, citations[0])}: `) : null,
    isUntrusted ? h('span', { class: 'warning', title: words.untrusted }, '⚠ ') : null,
    quotedLanguage === null
      ? h('span', {}, text)
      : h('q', { lang: quotedLanguage, title: words.originalWording(quotedLanguage) }, text),
    kind === null ? null : h('span', { class: 'quiet' }, ` (${kind})`),
    isUnverified ? h('abbr', { title: words.unverified }, ' (?)') : null,
    citations.map((citation) =>
      h(
        'button',
        {
          key: citation,
          type: 'button',
          class: 'citation',
          'aria-expanded': isOpen && opened?.citation === citation,
          'aria-label': words.citation(citation, titleOf(reading, citation)),
          onClick: () => open({ claim: number, citation }),
        },
        `${citation}`,
      ),
    ),
  );
}

/** A passage stands by itself, so it says first where it is from. */
function placeOf({ citations }: ArticleProps['reading'], number: number | undefined): string {
  const citation = citations.find((candidate) => candidate.number === number);
  const heading = citation?.headingPath.at(-1) ?? '';
  const parts = [citation?.title ?? '', heading === citation?.title ? '' : heading];
  return parts.filter((part) => part !== '').join(' · ');
}

function titleOf({ citations }: ArticleProps['reading'], number: number): string {
  return citations.find((citation) => citation.number === number)?.title ?? '';
}
