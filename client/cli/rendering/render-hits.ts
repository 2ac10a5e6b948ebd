import type { SearchHit } from '../../../workflows/contracts/evidence.ts';
import type { WebProvider } from '../../../workflows/contracts/web-search.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { wrap } from '../terminal/text-layout.ts';

/** What one place to search brought back. */
export interface SearchOutcome {
  /** `corpus`: the folders, as one. */
  readonly provider: 'corpus' | WebProvider;
  readonly hits: readonly SearchHit[];
  readonly notes: readonly string[];
  /** Why there are no hits; null when the search worked. */
  readonly problem: string | null;
}

/** Ranked hits of every place that was searched; named where there are several. */
export function renderOutcomes(outcomes: readonly SearchOutcome[], { columns }: { readonly columns: number }): string {
  return outcomes
    .map(({ provider, hits, problem }) => {
      const heading = outcomes.length > 1 ? [`${provider}:`] : [];
      const none = problem === null ? 'Nothing found.' : 'Could not be searched.';
      return [...heading, ...(hits.length === 0 ? [none] : renderHits(hits, columns))].join('\n\n');
    })
    .join('\n\n');
}

function renderHits(hits: readonly SearchHit[], columns: number): string[] {
  return hits.map((hit, index) => {
    const indent = ' '.repeat(5);
    const text = wrap(toPlainLine(hit.snippet), Math.max(20, columns - indent.length));
    // The ranks of several folders stand side by side; the place in the list is what counts.
    return [
      `${`${index + 1}.`.padEnd(4)} ${scoreOf(hit)}${toPlainLine(hit.title)}`,
      `${indent}${toPlainLine(placeOf(hit).join(', '))}`,
      ...text.map((line) => indent + line),
    ].join('\n');
  });
}

/** Providers of the web give ranks only. */
function scoreOf({ passage, providerScore }: SearchHit): string {
  return passage === null ? '' : `${providerScore.toFixed(3)}  `;
}

function placeOf({ locator, passage, publishedAt }: SearchHit): string[] {
  if (passage === null) return [locator, ...(publishedAt === null ? [] : [publishedAt.slice(0, 10)])];
  return [
    locator,
    ...(passage.page === null ? [] : [`page ${passage.page}`]),
    ...(passage.headingPath.length === 0 ? [] : [passage.headingPath.join(' › ')]),
  ];
}
