import { isNearDuplicate } from '../../text/near-duplicate.ts';
import { type EvidenceScore, type ReadableFinding, rankEvidence } from './evidence-reading.ts';
import type { TaskNeed } from './task-answers.ts';

/** Most passages of one section: a long section is not the only one that may answer. */
const MOST_OF_A_SECTION = 2;

/**
 * The passages most relevant to a task, each by its best statement, best first: search and statement together decide.
 *
 * @param shown passages that the report shows already
 */
export function relevantPassages(
  { need }: TaskNeed,
  findings: readonly ReadableFinding[],
  most: number,
  shown: readonly EvidenceScore[] = [],
): EvidenceScore[] {
  const chosen: EvidenceScore[] = [];
  for (const entry of rankEvidence(need, findings)) {
    if (chosen.length === most) break;
    const taken = [...shown, ...chosen];
    const isShown = taken.some(
      (other) => other.unit === entry.unit || isNearDuplicate(other.unit, entry.unit, entry.language),
    );
    const ofSection = chosen.filter(({ place }) => place === entry.place).length;
    if (!isShown && ofSection < MOST_OF_A_SECTION) chosen.push(entry);
  }
  return chosen;
}
