import type { Reasoned, ReasoningCost } from '../../../workflows/contracts/accounting.ts';
import { hitIdOf, type RelevanceScore, type SearchHit } from '../../../workflows/contracts/evidence.ts';
import { sumCosts, withDegradation } from '../engine/cost.ts';
import type { ReasoningStep } from '../engine/step.ts';
import type { RelevanceScores } from './score-relevance.ts';

/** Entries per call; more make weak models skip some. */
const BATCH_SIZE = 20;
const MAX_REASON_LENGTH = 200;
const UNREADABLE = 'a score was no number from 0 to 1; the offline rule scored instead';

type Judgement = RelevanceScores['scores'][number];

/** How to judge entries. */
export interface Judging<Entry, Input> {
  readonly step: Pick<ReasoningStep<Input, RelevanceScores>, 'name' | 'offline'>;
  readonly toInput: (batch: readonly Entry[]) => Input;
  readonly run: (input: Input) => Promise<Reasoned<RelevanceScores>>;
}

/**
 * Scores entries batch by batch. Engines see short ids (`p1`, `p2`, …), which models copy more reliably. An entry that
 * the engine omits gets null: unknown is not irrelevant. An entry with an unreadable score gets the score of the step's
 * offline rule, as a degradation.
 */
export async function scoreInBatches<Entry extends { readonly id: string }, Input>(
  entries: readonly Entry[],
  { step, toInput, run }: Judging<Entry, Input>,
): Promise<Reasoned<readonly RelevanceScore[]>> {
  const scores: RelevanceScore[] = [];
  const costs: ReasoningCost[] = [];
  for (let start = 0; start < entries.length; start += BATCH_SIZE) {
    const batch = entries.slice(start, start + BATCH_SIZE);
    const input = toInput(batch.map((entry, index) => ({ ...entry, id: shortId(index) })));
    const { value, cost } = await run(input);
    const unread = value.scores.filter(({ score }) => score === undefined).length;
    const ruled = byId(unread === 0 ? { scores: [] } : step.offline(input));
    const given = byId(value);
    for (const [index, { id }] of batch.entries()) {
      const said = given.get(shortId(index));
      const judgement = said !== undefined && said.score === undefined ? ruled.get(said.id) : said;
      scores.push({ id, score: judgement?.score ?? null, reason: judgement?.reason.slice(0, MAX_REASON_LENGTH) ?? '' });
    }
    costs.push(unread === 0 ? cost : withDegradation(cost, { step: step.name, cause: UNREADABLE, count: unread }));
  }
  return { value: scores, cost: sumCosts(costs) };
}

/** Scores all entries by the step's offline rule. */
export function scoreByRule<Entry extends { readonly id: string }, Input>(
  entries: readonly Entry[],
  { step, toInput }: Pick<Judging<Entry, Input>, 'step' | 'toInput'>,
): RelevanceScore[] {
  return step.offline(toInput(entries)).scores.map(({ id, score = null, reason }) => ({
    id,
    score,
    reason: reason.slice(0, MAX_REASON_LENGTH),
  }));
}

function byId({ scores }: RelevanceScores): Map<string, Judgement> {
  return new Map(scores.map((entry) => [entry.id, entry]));
}

/** A passage that has disappeared is unknown, too. */
export function scoreOfMissing(hit: SearchHit): RelevanceScore {
  return { id: hitIdOf(hit), score: null, reason: 'the document changed meanwhile' };
}

function shortId(index: number): string {
  return `p${index + 1}`;
}
