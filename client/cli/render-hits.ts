import type { SearchHit } from '../../workflows/contracts/evidence.ts';
import { toPlainLine } from './plain-text.ts';
import { wrap } from './text-layout.ts';

/** Ranked passages with their scores, for `search`. */
export function renderHits(hits: readonly SearchHit[], { columns }: { readonly columns: number }): string {
  if (hits.length === 0) return 'Nothing found.';
  return hits.map((hit) => renderHit(hit, columns)).join('\n\n');
}

function renderHit({ rank, providerScore, title, locator, snippet, passage }: SearchHit, columns: number): string {
  const place = [
    locator,
    ...(passage.page === null ? [] : [`page ${passage.page}`]),
    ...(passage.headingPath.length === 0 ? [] : [passage.headingPath.join(' › ')]),
  ];
  const indent = ' '.repeat(5);
  const text = wrap(toPlainLine(snippet), Math.max(20, columns - indent.length));
  return [
    `${`${rank}.`.padEnd(4)} ${providerScore.toFixed(3)}  ${toPlainLine(title)}`,
    `${indent}${toPlainLine(place.join(', '))}`,
    ...text.map((line) => indent + line),
  ].join('\n');
}
