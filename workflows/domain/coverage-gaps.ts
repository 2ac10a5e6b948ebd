import type { Finding } from '../contracts/evidence/evidence.ts';
import type { QueryAnchor } from '../contracts/evidence/query-anchor.ts';
import type { ResearchTask } from '../contracts/evidence/research-plan.ts';

/** Part of the question that has no evidence of tier 1 or 2 yet. */
export interface CoverageGap {
  /** The task whose question is open; null for a key entity that no good evidence mentions. */
  readonly taskId: string | null;
  /** What a further task asks. */
  readonly text: string;
  /** Why, for people. */
  readonly rationale: string;
}

/** Longest text of a task. */
const MAX_TEXT = 1_000;

/** What is still open: tasks without good evidence first, then key entities that no good evidence mentions. */
export function findCoverageGaps(
  anchor: QueryAnchor,
  tasks: readonly ResearchTask[],
  findings: readonly Finding[],
): CoverageGap[] {
  const good = findings.filter(({ contextTier }) => contextTier <= 2);
  const answered = new Set(good.map(({ taskId }) => taskId));
  const mentioned = new Set(good.flatMap(({ mentionedEntities }) => mentionedEntities));
  const openTasks = tasks.filter(({ taskId }) => !answered.has(taskId));
  const openEntities = anchor.keyEntities.filter((entity) => !mentioned.has(entity));
  return [
    ...openTasks.map(({ taskId, text }) => ({ taskId, text, rationale: `no good evidence for ${taskId} yet` })),
    // A task without good evidence looks for its entities anyway.
    ...(openTasks.length === tasks.length ? [] : openEntities).map((entity) => ({
      taskId: null,
      text: `${entity}: ${anchor.originalQuestion}`.slice(0, MAX_TEXT),
      rationale: `no good evidence mentions ${entity} yet`,
    })),
  ];
}
