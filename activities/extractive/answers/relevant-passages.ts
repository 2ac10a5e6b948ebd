import { createKnownTexts } from '../../text/near-duplicate.ts';
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
  const units = new Set(shown.map(({ unit }) => unit));
  const known = createKnownTexts([...units]);
  for (const entry of rankEvidence(need, findings)) {
    if (chosen.length === most) break;
    const ofSection = chosen.filter(({ place }) => place === entry.place).length;
    if (ofSection === MOST_OF_A_SECTION || units.has(entry.unit) || known.hasNear(entry.unit, entry.language)) continue;
    chosen.push(entry);
    units.add(entry.unit);
    known.add(entry.unit);
  }
  return chosen;
}
