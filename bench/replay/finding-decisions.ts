import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { gradeFindings } from '../../activities/entries/research/classify-tiers.ts';
import { withGrades } from '../../workflows/domain/context-tier.ts';
import { selectEvidence } from '../../workflows/domain/evidence-selection.ts';
import { selectAll } from '../../workflows/domain/finding-selection.ts';
import { applyValidation, measureDrift } from '../../workflows/domain/finding-validation.ts';
import { isBanned } from '../../workflows/domain/steering.ts';
import { approvedTasksIn, readFindings, recordedFindings } from './finding-reading.ts';
import type { ReplaySettings } from './replayed-run.ts';

/** `left-out`: kept by validation, but nothing that the report is written from. */
export type FindingState = 'accepted' | 'left-out' | 'dropped' | 'unread';

export interface FindingDecision {
  readonly finding: Finding;
  readonly state: FindingState;
}

export interface FindingDecisions {
  readonly byId: ReadonlyMap<string, FindingDecision>;
  /** Ids of those accepted, in the order in which the report was written from them. */
  readonly accepted: readonly string[];
  /** Of the recorded findings; the run may have had more. */
  readonly tiers: ReturnType<typeof measureDrift>['tiers'];
}

/** Decides on the recorded findings by the rules of a run: reading, grading, validation, selection. */
export async function decideFindings(record: ResearchRecord, settings: ReplaySettings): Promise<FindingDecisions> {
  const { accepted, dropped } = recordedFindings(record);
  const read = readFindings(record, accepted, settings);
  const graded = grade(record, [...read], dropped);
  // A report requested early keeps everything that was found.
  const isStopped = record.outcome === 'stopped';
  const scores = settings.scoring === 'first' ? [] : graded.map(finalScoreOf);
  const validated = applyValidation(graded, scores, isStopped ? 0 : settings.driftThreshold);
  const kept = validated.kept.filter(({ locator }) => !isBanned(record.steering, locator));
  const selected = isStopped ? selectAll(kept) : select(record, kept, settings);
  const ids = new Set(selected.map(({ findingId }) => findingId));
  const decisions: FindingDecision[] = [
    ...accepted.filter((finding) => !read.has(finding)).map((finding) => ({ finding, state: 'unread' as const })),
    ...validated.dropped.map((finding) => ({ finding, state: 'dropped' as const })),
    ...validated.kept.map((finding) => {
      return { finding, state: ids.has(finding.findingId) ? ('accepted' as const) : ('left-out' as const) };
    }),
  ];
  return {
    byId: new Map(decisions.map((decision) => [decision.finding.findingId, decision])),
    accepted: [...ids],
    tiers: measureDrift(validated).tiers,
  };
}

/** What was dropped keeps its tier: its words are not recorded. */
function grade(record: ResearchRecord, read: readonly Finding[], dropped: readonly Finding[]): readonly Finding[] {
  const grades = gradeFindings({
    anchor: record.anchor,
    findings: [...read, ...dropped],
    approvedTasks: approvedTasksIn(record),
  });
  return [...withGrades(read, grades), ...dropped];
}

function finalScoreOf({ findingId, finalRelevance, finalReason }: Finding) {
  return { id: findingId, score: finalRelevance, reason: finalReason };
}

/** As a run selects; and what the report drew all the same. A merged passage stays merged: the others' words are not recorded. */
function select(
  { plan, taskSummaries, leftOut }: ResearchRecord,
  kept: readonly Finding[],
  { citeThreshold, tierCaps }: ReplaySettings,
): readonly Finding[] {
  const drawn = new Set(leftOut.filter(({ isDrawn }) => isDrawn === true).map(({ findingId }) => findingId));
  const { findings } = selectEvidence(
    kept.filter(({ findingId }) => !drawn.has(findingId)),
    {
      taskIds: (plan?.tasks ?? []).map(({ taskId }) => taskId),
      summaries: taskSummaries,
      caps: tierCaps,
      citeThreshold,
      mergesPassages: false,
    },
  );
  return [...findings, ...kept.filter(({ findingId }) => drawn.has(findingId))];
}
