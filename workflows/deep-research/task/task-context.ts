import type { CorpusReport } from '@plumbline/contracts/evidence/corpus';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { ResearchTask } from '@plumbline/contracts/evidence/research-plan';
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
