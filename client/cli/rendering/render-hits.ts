import type { WebProvider } from '../../../workflows/contracts/common/web-search.ts';
import type { SearchHit } from '../../../workflows/contracts/evidence/evidence.ts';
import { shownPage } from '../../../workflows/contracts/evidence/shown-page.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { wrap } from '../terminal/text-layout.ts';

/** The result of one searched source. */
export interface SearchOutcome {
  /** `corpus`: the folders, as one. */
  readonly provider: 'corpus' | WebProvider;
  readonly hits: readonly SearchHit[];
  readonly notes: readonly string[];
  /** Why the search failed; null when it succeeded. */
  readonly problem: string | null;
}

/** Ranked hits of every searched source, with headings if there are several. */
export function renderOutcomes(outcomes: readonly SearchOutcome[], { columns }: { readonly columns: number }): string {
  return outcomes
    .map(({ provider, hits, problem }) => {
      const heading = outcomes.length > 1 ? [`${provider}:`] : [];
      const none = problem === null ? 'Nothing found.' : 'Search failed.';
      return [...heading, ...(hits.length === 0 ? [none] : renderHits(hits, columns))].join('\n\n');
    })
    .join('\n\n');
}

function renderHits(hits: readonly SearchHit[], columns: number): string[] {
  return hits.map((hit, index) => {
    const indent = ' '.repeat(5);
    const text = wrap(toPlainLine(hit.snippet), Math.max(20, columns - indent.length));
    // Several folders are merged, so the position in the list counts, not the rank.
    return [
      `${`${index + 1}.`.padEnd(4)} ${scoreOf(hit)}${toPlainLine(hit.title)}`,
      `${indent}${toPlainLine(placeOf(hit).join(', '))}`,
      ...text.map((line) => indent + line),
    ].join('\n');
  });
}

/** Web providers give ranks only. */
function scoreOf({ passage, providerScore }: SearchHit): string {
  return passage === null ? '' : `${providerScore.toFixed(3)}  `;
}

function placeOf({ locator, passage, publishedAt }: SearchHit): string[] {
  if (passage === null) return [locator, ...(publishedAt === null ? [] : [publishedAt.slice(0, 10)])];
  return [
    locator,
    ...(passage.page === null ? [] : [shownPage(passage.page, passage.recognised)]),
    ...(passage.headingPath.length === 0 ? [] : [passage.headingPath.join(' › ')]),
  ];
}
