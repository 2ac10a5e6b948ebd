import type { CorpusReport } from '../../contracts/evidence/corpus.ts';
import type { QueryAnchor } from '../../contracts/evidence/query-anchor.ts';
import type { ResearchTask } from '../../contracts/evidence/research-plan.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** The parts of a run that research needs. */
export type ResearchParts = Pick<
  ResearchRun,
  | 'researchId'
  | 'request'
  | 'state'
  | 'accounts'
  | 'progress'
  | 'budget'
  | 'servers'
  | 'reasoning'
  | 'visitedPassages'
  | 'findingsByTask'
  | 'contradictions'
  | 'evidence'
>;

/** What all tasks of a run have in common. */
export interface ResearchContext {
  readonly anchor: QueryAnchor;
  readonly corpus: CorpusReport;
}

/** What one task is researched for. */
export interface TaskContext extends ResearchContext {
  readonly task: ResearchTask;
  /** A task of a follow-up round leaves alone the passages that were read before, for any task. */
  readonly isFollowUp: boolean;
  /**
   * What this task has read, and what any task had read before it began. Concurrent tasks do not see each other: what
   * one reads must not depend on which is faster.
   */
  readonly visitedPassages: Set<string>;
}

/** What a task is made from. */
export type TaskAssignment = Omit<TaskContext, 'visitedPassages'>;
