import type { PassageReading } from './page-reading.ts';
import type { TaskResearch } from './research-task.ts';

/** A passage with the tasks that found it. */
export interface PassageUnit {
  readonly candidate: PassageReading;
  /** The first keeps its finding. */
  readonly finders: readonly [TaskResearch, ...TaskResearch[]];
  /** No search found it; it is read because its document is read whole. */
  readonly isRest?: true;
}

/** Each passage once, the best of every task first. */
export function unite(tasks: readonly TaskResearch[]): PassageUnit[] {
  const units = new Map<string, PassageUnit>();
  const deepest = Math.max(0, ...tasks.map(({ candidates }) => candidates.length));
  for (let rank = 0; rank < deepest; rank += 1) {
    for (const task of tasks) {
      const candidate = task.isDropped ? undefined : task.candidates[rank];
      if (candidate === undefined) continue;
      const { passageId } = candidate.hit.passage;
      const known = units.get(passageId);
      units.set(passageId, known === undefined ? { candidate, finders: [task] } : joined(known, task, candidate));
    }
  }
  return [...units.values()];
}

function joined({ candidate, finders }: PassageUnit, task: TaskResearch, other: PassageReading): PassageUnit {
  const best = (other.score?.score ?? 0) > (candidate.score?.score ?? 0) ? other : candidate;
  const ranks = [candidate, other].flatMap(({ searchRank }) => searchRank ?? []);
  return {
    candidate: {
      ...best,
      belowThreshold: candidate.belowThreshold && other.belowThreshold,
      ...(ranks.length > 0 && { searchRank: Math.min(...ranks) }),
    },
    finders: [...finders, task],
  };
}
