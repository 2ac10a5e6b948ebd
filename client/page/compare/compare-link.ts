import { h, type JSX } from 'preact';
import { pathOfComparison } from '../models/route.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';

/** The way from a report to another one beside it. */
export function CompareLink({ researchId }: { readonly researchId: string }): JSX.Element {
  const { compare } = useWords();
  return h('p', { class: 'quiet ways' }, h('a', { href: pathOfComparison(researchId), onClick: follow }, compare.with));
}
