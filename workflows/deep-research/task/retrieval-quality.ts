import { counted } from '@plumbline/contracts/common/counted';
import type { RankedHit, RelevanceScore, SearchHit } from '@plumbline/contracts/evidence/search-hit';

/** What is known about the retrieval of one task when it is over. */
export interface RetrievalFacts {
  readonly taskId: string;
  /** In the order in which they were asked. */
  readonly queries: readonly string[];
  /** Everything that was scored. */
  readonly hits: readonly SearchHit[];
  readonly scores: readonly RelevanceScore[];
  /** What reached the threshold, or is named by the question; best first. */
  readonly passed: readonly RankedHit[];
  readonly threshold: number;
  /** How many had passed before the corrected query; null where none was needed. */
  readonly passedBeforeCorrection: number | null;
}

/** What a reader of the report should know about one retrieval, in a few words; null when all is well. */
type QualitySignal = (facts: RetrievalFacts) => string | null;

/** Share of the passed hits from one source above which a task leans on it. */
const DOMINANT_SHARE = 0.8;
/** With fewer hits a dominant source means nothing. */
const FEWEST_FOR_DOMINANCE = 5;

/** All signals. To add one, add a function here; its words appear in the quality notes. */
const SIGNALS: readonly QualitySignal[] = [
  ({ hits }) => (hits.length === 0 ? 'no query found anything' : null),
  ({ scores }) => {
    const unknown = scores.filter(({ score }) => score === null).length;
    return unknown === 0
      ? null
      : `${unknown} of ${counted(scores.length, 'hit')} could not be scored; they rank by fusion only`;
  },
  ({ hits, passed, threshold, passedBeforeCorrection }) =>
    passedBeforeCorrection === null
      ? null
      : `${passedBeforeCorrection} of the first hits reached ${threshold}; with a corrected query ${passed.length} of ${hits.length}`,
  ({ hits, passed }) =>
    hits.length > 0 && passed.length === 0 ? 'no hit reached the threshold; the best were read all the same' : null,
  ({ passed }) => {
    const counts = new Map<string, number>();
    for (const { locator } of passed) counts.set(locator, (counts.get(locator) ?? 0) + 1);
    const [locator, count] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? ['', 0];
    const isDominant = passed.length >= FEWEST_FOR_DOMINANCE && count / passed.length >= DOMINANT_SHARE;
    return isDominant ? `${count} of ${counted(passed.length, 'passage')} from ${locator}` : null;
  },
];

/** Quality notes of one retrieval, each with the task it is about. */
export function readQualitySignals(facts: RetrievalFacts): string[] {
  return SIGNALS.flatMap((signal) => signal(facts) ?? []).map((note) => `${facts.taskId}: ${note}`);
}
