import { pointsInTime } from './answer-form.ts';
import { type EvidenceScore, type ReadableFinding, rankEvidence, withoutNearDuplicates } from './evidence-reading.ts';
import type { Interest } from './passage-reading.ts';
import { bestMatches, coverage, matchedWords, type TermMatches } from './term-coverage.ts';

export interface ArrangedEvidence {
  /** The answer: the best statement for every task that has one, and what completes it. */
  readonly answers: readonly EvidenceScore[];
  readonly keyEvidence: readonly EvidenceScore[];
  readonly byTask: readonly { readonly heading: string; readonly evidence: readonly EvidenceScore[] }[];
  /** Texts of tasks that nothing answers. */
  readonly unanswered: readonly string[];
  /** Words of the tasks that no chosen statement covers. */
  readonly uncovered: readonly string[];
}

interface Part {
  readonly text: string;
  readonly interest: Interest;
}

/** A statement that covers less of the task does not answer it; calibrated on questions with and without an answer. */
const ANSWER_BAR = 0.34;
/** A second statement belongs to the answer when it adds this much coverage. */
const COMPLETION_GAIN = 0.12;
const NEARLY_AS_GOOD = 0.85;
const CLEARLY_BETTER = 1.1;
const COMPLETION_SHARE_OF_BEST = 0.75;
const SHARE_OF_BEST = 0.6;
/** A word with less of the question's weight than this may be missing without a gap in the answer. */
const TELLING_SHARE = 0.1;
const MAX_KEY_EVIDENCE = 6;
const MAX_EVIDENCE_PER_TASK = 4;

/** Chooses and orders quotes for a report: first what answers each task, then what supports it. Nothing when nothing answers. */
export function arrangeEvidence(tasks: readonly Part[], findings: readonly ReadableFinding[]): ArrangedEvidence {
  const ranked = tasks.map((task) => ({ task, evidence: withoutNearDuplicates(rankTask(task, findings)) }));
  const answered = ranked.filter(({ evidence }) => evidence.length > 0);
  const used = new Set<string>();
  const take = (evidence: readonly EvidenceScore[], count: number): EvidenceScore[] => {
    const taken = evidence.filter(({ key }) => !used.has(key)).slice(0, count);
    for (const { key } of taken) used.add(key);
    return taken;
  };

  const answers = answered.flatMap(({ task, evidence }, index) => {
    const others = answered.toSpliced(index, 1).map((other) => other.evidence[0]);
    return take(answerOf(task.interest, leaveToOthers(evidence, others)), 2);
  });
  const isSingle = tasks.length === 1;
  const strongest = answered.flatMap(({ evidence }) => evidence).sort((a, b) => b.score - a.score);
  const keyEvidence = take(withoutNearDuplicates(strongest), isSingle ? MAX_KEY_EVIDENCE : MAX_EVIDENCE_PER_TASK);
  const byTask = isSingle
    ? []
    : answered.map(({ task, evidence }) => ({ heading: task.text, evidence: take(evidence, MAX_EVIDENCE_PER_TASK) }));

  return {
    answers,
    keyEvidence,
    byTask: byTask.filter(({ evidence }) => evidence.length > 0),
    unanswered: ranked.filter(({ evidence }) => evidence.length === 0).map(({ task }) => task.text),
    uncovered: uncoveredWords(
      ranked.map(({ task }) => task),
      [...answers, ...keyEvidence],
      findings,
    ),
  };
}

/** Share of the tasks' weight that the quotes with these keys cover, 0..1. */
export function evidenceCoverage(
  tasks: readonly Part[],
  findings: readonly ReadableFinding[],
  keys: ReadonlySet<string>,
): number {
  const shares = tasks.map(({ interest }) => coverage(interest.terms, citedMatches(interest, findings, keys)));
  return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length;
}

function rankTask({ text, interest }: Part, findings: readonly ReadableFinding[]): EvidenceScore[] {
  const ranked = rankEvidence(interest, findings);
  const moments = interest.answerForm !== 'open' ? pointsInTime(text) : [];
  // A figure for another month or day is no answer to a question that names one.
  const fitting = ranked.filter((entry) => moments.every((moment) => pointsInTime(entry.text).includes(moment)));
  const best = fitting[0]?.score ?? 0;
  if (best < ANSWER_BAR) return [];
  return fitting.filter(({ score }) => score >= best * SHARE_OF_BEST);
}

/** A statement that answers another task clearly better is left to that one when there is nearly as good a one. */
function leaveToOthers(
  evidence: readonly EvidenceScore[],
  bestOfOthers: readonly (EvidenceScore | undefined)[],
): readonly EvidenceScore[] {
  const [best, next] = evidence;
  if (best === undefined || next === undefined || next.score < best.score * NEARLY_AS_GOOD) return evidence;
  const isWanted = bestOfOthers.some((other) => other?.key === best.key && other.score >= best.score * CLEARLY_BETTER);
  return isWanted ? evidence.slice(1) : evidence;
}

function answerOf({ terms }: Interest, evidence: readonly EvidenceScore[]): EvidenceScore[] {
  const [best, ...others] = evidence;
  if (best === undefined) return [];
  const gain = (entry: EvidenceScore) =>
    coverage(terms, bestMatches(best.matches, entry.matches, 1)) - coverage(terms, best.matches);
  const completing = others.find(
    (entry) => entry.score >= best.score * COMPLETION_SHARE_OF_BEST && gain(entry) >= COMPLETION_GAIN,
  );
  return completing === undefined ? [best] : [best, completing];
}

function uncoveredWords(
  tasks: readonly Part[],
  chosen: readonly EvidenceScore[],
  findings: readonly ReadableFinding[],
): string[] {
  const keys = new Set(chosen.map(({ key }) => key));
  const words = tasks.flatMap(({ interest }) => {
    const covered = new Set(matchedWords(interest.terms, citedMatches(interest, findings, keys)));
    const total = interest.terms.reduce((sum, { weight }) => sum + weight, 0);
    const telling = interest.terms.filter(({ weight }) => weight >= total * TELLING_SHARE);
    return telling.map(({ word }) => word).filter((word) => !covered.has(word));
  });
  return [...new Set(words)];
}

function citedMatches(
  interest: Interest,
  findings: readonly ReadableFinding[],
  keys: ReadonlySet<string>,
): TermMatches {
  return rankEvidence(interest, findings)
    .filter(({ key }) => keys.has(key))
    .reduce(
      (all: TermMatches, { matches }) => bestMatches(all, matches, 1),
      interest.terms.map(() => 0),
    );
}
