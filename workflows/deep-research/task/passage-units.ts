import { counted } from '@plumbline/contracts/common/counted';
import { callActivity } from '../../calls/activity-options.ts';
import type { PassageReading } from './page-reading.ts';
import type { TaskResearch } from './research-task.ts';
import type { ResearchContext, ResearchParts } from './task-context.ts';

/** Characters of the documents that are read whole, with the hits in them: as many as one call reads. */
const ROOM = 28_000;
/** Hits, and the share of the tasks that found them, which make a document central. */
const FEWEST_HITS = 3;
const FEWEST_TASKS = 0.5;
const MOST_DOCUMENTS = 3;
/** Passages that documents read whole may add. */
const MOST_ADDED = 60;

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

/** A document with what was found of it. */
interface FoundDocument {
  readonly locator: string;
  readonly passageIds: readonly string[];
  readonly finders: ReadonlySet<TaskResearch>;
}

/**
 * The rest of the documents that half of the tasks found several passages of, where a document or the chapters around the hits are
 * short enough: the tasks that found the document read it whole.
 */
export async function restOfCentralDocuments(
  run: ResearchParts,
  { corpus }: ResearchContext,
  units: readonly PassageUnit[],
): Promise<readonly PassageUnit[]> {
  const central = centralAmong(units);
  if (central.length === 0) return [];
  const { hits } = await callActivity(
    'followReferences',
    {
      corpusId: corpus.corpusId,
      findings: [],
      leads: [
        { kind: 'whole', documents: central.map(({ locator, passageIds }) => ({ locator, passageIds })), room: ROOM },
      ],
      visitedPassageIds: [...run.visitedPassages, ...central.flatMap(({ passageIds }) => passageIds)],
      maxReferences: MOST_ADDED,
      followsWeb: false,
    },
    `open ${counted(central.length, 'central document')}`,
  );
  return hits.flatMap((hit): PassageUnit[] => {
    const [first, ...others] = central.find(({ locator }) => locator === hit.locator)?.finders ?? [];
    if (first === undefined) return [];
    return [{ candidate: { hit, score: null, belowThreshold: false }, finders: [first, ...others], isRest: true }];
  });
}

/** The most central first. */
function centralAmong(units: readonly PassageUnit[]): readonly FoundDocument[] {
  const tasks = new Set(units.flatMap(({ finders }) => finders));
  const byLocator = Map.groupBy(units, ({ candidate }) => candidate.hit.locator);
  return [...byLocator]
    .map(([locator, own]) => ({
      locator,
      passageIds: own.map(({ candidate }) => candidate.hit.passage.passageId),
      finders: new Set(own.flatMap(({ finders }) => finders)),
    }))
    .filter(({ passageIds, finders }) => {
      return passageIds.length >= FEWEST_HITS && finders.size >= FEWEST_TASKS * tasks.size;
    })
    .toSorted((a, b) => b.finders.size - a.finders.size || b.passageIds.length - a.passageIds.length)
    .slice(0, MOST_DOCUMENTS);
}
