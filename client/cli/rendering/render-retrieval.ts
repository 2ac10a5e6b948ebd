import { MAX_TELEMETRY_ENTRIES, type RetrievalTelemetry } from '../../../workflows/contracts/accounting.ts';
import { counted } from '../../../workflows/contracts/counted.ts';
import { describeReflections } from '../../../workflows/contracts/noted-reflection.ts';
import { renderList } from './render-list.ts';

/** `12 searches, 48 hits found, 3 near-duplicates, …`; counts of zero are left out. */
export function describeRetrieval({ counts }: RetrievalTelemetry): string {
  const { issued, failed, found, duplicates, corrected, rounds, belowThreshold, read } = counts;
  const parts = [
    `${counted(issued, 'search', 'searches')}${failed > 0 ? ` (${failed} failed)` : ''}`,
    `${counted(found, 'hit')} found`,
    duplicates > 0 ? counted(duplicates, 'near-duplicate') : '',
    belowThreshold > 0 ? `${belowThreshold} below the threshold` : '',
    `${read} read`,
    corrected > 0 ? counted(corrected, 'corrected query', 'corrected queries') : '',
    rounds > 0 ? counted(rounds, 'follow-up round') : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

export function describeProviderError({
  provider,
  cause,
  count,
}: RetrievalTelemetry['providerErrors'][number]): string {
  return `${provider}: ${cause}${count > 1 ? ` (${counted(count, 'time')})` : ''}`;
}

/**
 * The recorded decisions of retrieval: queries, scores, the order in which hits were read.
 *
 * @param telemetry null: nothing was recorded
 */
export function renderRetrieval(telemetry: RetrievalTelemetry | null, columns: number): string {
  if (telemetry === null) return 'Retrieval is unknown: nothing was recorded.';
  const { rewrittenQueries, relevanceScores, rerankedResults, providerErrors, qualityNotes } = telemetry;
  const isCut = telemetry.isComplete !== true && relevanceScores.length >= MAX_TELEMETRY_ENTRIES;
  return [
    describeRetrieval(telemetry),
    ...renderList('Queries', rewrittenQueries, columns),
    ...renderList('Scores by document, best first', describeScores(relevanceScores), columns),
    ...renderList('Final order', rerankedResults, columns),
    ...renderList('Noticed', describeReflections(telemetry.reflections), columns),
    ...renderList('Failed providers', providerErrors.map(describeProviderError), columns),
    ...renderList('Notes', qualityNotes, columns),
    ...(isCut ? ['', `These are the first ${MAX_TELEMETRY_ENTRIES} of each list.`] : []),
  ].join('\n');
}

/** `docs/pool.md: 0.91, 0.72, unknown`. */
function describeScores(scores: RetrievalTelemetry['relevanceScores']): string[] {
  const best = scores.toSorted((a, b) => (b.score ?? -1) - (a.score ?? -1));
  return [...Map.groupBy(best, ({ locator }) => locator)].map(
    ([locator, hits]) => `${locator}: ${hits.map(({ score }) => score?.toFixed(2) ?? 'unknown').join(', ')}`,
  );
}
