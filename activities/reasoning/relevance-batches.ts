import type { Reasoned, ReasoningCost } from '../../workflows/contracts/accounting.ts';
import type { RelevanceScore, SearchHit } from '../../workflows/contracts/evidence.ts';
import { sumCosts } from './cost.ts';
import type { RelevanceScores } from './steps/score-relevance.ts';

/** Entries that one call judges; more make weak models skip some. */
const BATCH_SIZE = 8;
const MAX_REASON_LENGTH = 200;

/**
 * Scores entries batch by batch. Engines see short ids (`p1`, `p2`, …), which models copy more reliably.
 * An entry that the engine left out gets null: unknown is not irrelevant.
 */
export async function scoreInBatches<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  score: (batch: readonly Entry[]) => Promise<{ readonly value: RelevanceScores; readonly cost: ReasoningCost }>,
): Promise<Reasoned<readonly RelevanceScore[]>> {
  const scores: RelevanceScore[] = [];
  const costs: ReasoningCost[] = [];
  for (let start = 0; start < entries.length; start += BATCH_SIZE) {
    const batch = entries.slice(start, start + BATCH_SIZE);
    const { value, cost } = await score(batch.map((entry, index) => ({ ...entry, id: shortId(index) })));
    const given = new Map(value.scores.map((entry) => [entry.id, entry]));
    for (const [index, { id }] of batch.entries()) {
      const entry = given.get(shortId(index));
      scores.push({ id, score: entry?.score ?? null, reason: entry?.reason.slice(0, MAX_REASON_LENGTH) ?? '' });
    }
    costs.push(cost);
  }
  return { value: scores, cost: sumCosts(costs) };
}

/** A passage that is gone since it was found is unknown as well. */
export function scoreOfGone({ passage }: SearchHit): RelevanceScore {
  return { id: passage.passageId, score: null, reason: 'the document changed meanwhile' };
}

function shortId(index: number): string {
  return `p${index + 1}`;
}
