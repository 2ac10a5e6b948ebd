import { h, type JSX } from 'preact';
import { useWords } from '../parts/words-context.ts';
import type { PageWords } from '../words/page-words.ts';
import type { CitedClaimProps } from './cited-claim.ts';

/** Grades, dates and standing of a source. */
export function SourceFacts(props: CitedClaimProps): JSX.Element {
  const words = useWords();
  const facts = factsOf(props, words).filter(([, value]) => value !== '');
  return h(
    'dl',
    { class: 'facts' },
    facts.map(([name, value]) => h('div', { key: name }, h('dt', {}, name), h('dd', {}, value))),
  );
}

function factsOf({ cited, attribution }: CitedClaimProps, words: PageWords): (readonly [string, string])[] {
  const { citation, source } = cited;
  const { facts } = words;
  const finding = attribution?.finding ?? null;
  const tier = source?.sourceTier ?? null;
  const state = source?.atPublication?.state ?? null;
  return [
    [facts.document, citation.locator],
    [facts.place, citation.headingPath.join(' › ')],
    [facts.page, citation.page === null ? '' : words.page(citation.page, citation.pageLabel)],
    [
      facts.tier,
      [
        finding === null ? '' : `${finding.contextTier} (${words.tier(finding.contextTier)})`,
        tier === null ? '' : words.sourceTier[tier],
      ]
        .filter(Boolean)
        .join(', '),
    ],
    [facts.weight, finding === null ? '' : finding.weight.toFixed(2)],
    [facts.relevance, finding === null ? '' : relevanceOf(finding.relevance, finding.finalRelevance, words)],
    [facts.published, (source?.publishedAt ?? '').slice(0, 10)],
    [facts.read, (source?.retrievedAt ?? '').slice(0, 10)],
    [facts.standing, state === null ? '' : words.standing[state]],
    ['⚠', (source?.untrusted ?? []).length === 0 ? '' : words.untrusted],
  ];
}

function relevanceOf(first: number | null, last: number | null, words: PageWords): string {
  const text = first === null ? words.unknown : first.toFixed(2);
  return words.relevance(text, last === null || last === first ? null : last.toFixed(2));
}
