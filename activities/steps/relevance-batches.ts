import { hitIdOf, type HitReference, type RelevanceScore } from '../../workflows/contracts/evidence/evidence.ts';
import type { Reasoned, ReasoningCost } from '../../workflows/contracts/research/accounting.ts';
import { batchesOf } from '../../workflows/domain/finding-selection.ts';
import { shortId } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { sumCosts, withDegradation } from '../model/metering/paid-calls.ts';
import type { RelevanceScores } from './relevance-scores.ts';

/** The rule's first entries keep at least its score: a model's scores alone drop none of these. */
export const FIRST_BY_RULE = 5;
/** Two equal scores may be chance. */
const FEWEST_COMPARED = 3;

/** Entries per call; more make weak models skip some. */
const BATCH_SIZE = 20;
const MAX_REASON_LENGTH = 200;
const UNSCORED = 'a score was left out or unreadable; the offline rule scored instead';
const ALL_ALIKE = 'all scores were the same; the offline rule scored instead';

type Judgement = RelevanceScores['scores'][number];

/** How to judge entries. */
export interface Judging<Entry, Input> {
  readonly step: Pick<ReasoningStep<Input, RelevanceScores>, 'name' | 'offline'>;
  readonly toInput: (batch: readonly Entry[]) => Input;
  readonly run: (input: Input) => Promise<Reasoned<RelevanceScores>>;
}

/**
 * Scores entries batch by batch. Engines see short ids (`p1`, `p2`, …). Entries that a model skips are asked for once
 * more. The rule scores what is then still unknown, and any whole batch whose scores are all alike, each reported as a
 * degradation; none of its first entries falls below its score.
 *
 * @param byRule the rule's score of every entry, computed together because the rule compares them
 */
export async function scoreInBatches<Entry extends { readonly id: string }, Input>(
  entries: readonly Entry[],
  byRule: readonly RelevanceScore[],
  judging: Judging<Entry, Input>,
): Promise<Reasoned<readonly RelevanceScore[]>> {
  const ruled = new Map(byRule.map((score) => [score.id, score]));
  const scores: RelevanceScore[] = [];
  const costs: ReasoningCost[] = [];
  for (const batch of batchesOf(entries, BATCH_SIZE)) {
    const { said, cost } = await scoreBatch(batch, judging);
    scores.push(...batch.map(({ id }) => said.get(id) ?? ruled.get(id) ?? { id, score: null, reason: '' }));
    costs.push(cost);
  }
  return { value: notBelowRule(scores, ruled), cost: sumCosts(costs) };
}

/** What a model said of a batch, by id; what is missing is left to the rule. */
interface Said<Score> {
  readonly said: ReadonlyMap<string, Score>;
  readonly cost: ReasoningCost;
}

async function scoreBatch<Entry extends { readonly id: string }, Input>(
  batch: readonly Entry[],
  judging: Judging<Entry, Input>,
): Promise<Said<RelevanceScore>> {
  const first = await ask(batch, judging);
  const left = batch.filter(({ id }) => first.said.get(id)?.score === undefined);
  const isAskedAgain = first.cost.engine === 'model' && left.length > 0;
  const again = isAskedAgain ? [await ask(left, judging)] : [];
  const cost = sumCosts([first, ...again].map((asked) => asked.cost));
  if (first.cost.engine === 'offline') return { said: new Map(), cost };

  const scores = [first, ...again].flatMap(({ said }) => [...said.values()]).flatMap(toScore);
  const degrade = (cause: string, count: number) => withDegradation(cost, { step: judging.step.name, cause, count });
  if (areAllAlike(scores.map(({ score }) => score))) return { said: new Map(), cost: degrade(ALL_ALIKE, batch.length) };
  const said = new Map(scores.map((score) => [score.id, score]));
  const unscored = batch.length - said.size;
  return { said, cost: unscored === 0 ? cost : degrade(UNSCORED, unscored) };
}

async function ask<Entry extends { readonly id: string }, Input>(
  batch: readonly Entry[],
  { toInput, run }: Judging<Entry, Input>,
): Promise<Said<Judgement>> {
  const { value, cost } = await run(toInput(batch.map((entry, index) => ({ ...entry, id: shortId(index) }))));
  if (cost.engine === 'offline') return { said: new Map(), cost };
  const given = new Map(value.scores.map((judgement) => [judgement.id, judgement]));
  const own = batch.flatMap(({ id }, index): [string, Judgement][] => {
    const judgement = given.get(shortId(index));
    return judgement === undefined ? [] : [[id, { ...judgement, id }]];
  });
  return { said: new Map(own), cost };
}

function toScore({ id, score, reason }: Judgement) {
  return typeof score === 'number' ? [{ id, score, reason: reason.slice(0, MAX_REASON_LENGTH) }] : [];
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

/** A passage that has disappeared is unknown, too. */
export function scoreOfMissing(hit: HitReference): RelevanceScore {
  return { id: hitIdOf(hit), score: null, reason: 'the document changed meanwhile' };
}

/** Raises to the rule's score what the rule puts first. */
export function notBelowRule(
  given: readonly RelevanceScore[],
  byRule: ReadonlyMap<string, RelevanceScore>,
): RelevanceScore[] {
  const ruled = given.flatMap(({ id }) => byRule.get(id) ?? []);
  const first = new Set(ruled.sort((a, b) => (b.score ?? 0) - (a.score ?? 0)).slice(0, FIRST_BY_RULE));
  return given.map((said) => {
    const own = byRule.get(said.id);
    return own !== undefined && first.has(own) && (own.score ?? 0) > (said.score ?? 0) ? own : said;
  });
}

/** Whether scores say nothing: a model that scores everything alike has compared nothing. */
export function areAllAlike(scores: readonly number[]): boolean {
  return scores.length >= FEWEST_COMPARED && scores.every((score) => score === scores[0]);
}
