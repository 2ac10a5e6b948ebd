import type { DroppedFinding } from '@plumbline/contracts/evidence/drift';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ApprovedTask } from '@plumbline/contracts/evidence/research-plan';
import type { ResearchRecord } from '@plumbline/contracts/report/report';
import { isNamedBy, namedReferencesIn } from '@plumbline/quotes/references';
import { BEST_BELOW, selectHit } from '@plumbline/ranking/hit-decisions';
import { isWebAddress } from '@plumbline/web/addresses';
import { sourceWeigher } from '@plumbline/web/source-quality';
import { approvedTasksOf } from '../../workflows/domain/approved-tasks.ts';
import type { ReplaySettings } from './replayed-run.ts';

/** Tasks of the recorded plan that a person approved. */
export function approvedTasksIn({ plan, request, steering }: ResearchRecord): ApprovedTask[] {
  const tasks = plan?.tasks ?? [];
  return approvedTasksOf({ approvedPlan: request.settings.approvePlan ? plan : null, steering, tasks });
}

/** True when a person set another threshold during the run: which hits came after is not recorded. */
export function isThresholdSteered({ steering }: ResearchRecord): boolean {
  return steering.some(({ steer }) => steer.action === 'set-threshold');
}

/**
 * Findings whose passages are read with these settings. Hits of a task without findings are not recorded by task: the
 * best hits below the threshold count as read if no finding of their task is above it.
 */
export function readFindings(
  record: ResearchRecord,
  findings: readonly Finding[],
  { relevanceThreshold }: Pick<ReplaySettings, 'relevanceThreshold'>,
): ReadonlySet<Finding> {
  const selections = selectionsOf(record, findings, relevanceThreshold);
  const isReached = (taskId: string): boolean =>
    findings.some((other) => other.taskId === taskId && ['named', 'passed'].includes(selections.get(other) ?? ''));
  const bestBelow = bestBelowOf(
    record,
    findings.filter((finding) => selections.get(finding) === 'below' && !isReached(finding.taskId)),
  );
  const isRead = (finding: Finding): boolean => {
    if (finding.origin === 'reference') return true;
    return selections.get(finding) !== 'below' || bestBelow.has(finding);
  };
  return new Set(findings.filter(isRead));
}

/** On which side of a threshold the hits of searched findings are; the threshold of a steered run does not count. */
export function selectionsOf(record: ResearchRecord, findings: readonly Finding[], threshold: number) {
  if (isThresholdSteered(record)) return new Map<Finding, ReturnType<typeof selectHit>>();
  const approved = approvedTasksIn(record);
  return new Map(
    findings
      .filter(({ origin }) => origin === 'search')
      .map((finding) => {
        const own = approved.filter(({ taskId }) => taskId === finding.taskId);
        const references = [...record.anchor.namedReferences, ...own.flatMap(({ text }) => namedReferencesIn(text))];
        const standing = {
          isNamed: references.some((reference) => isNamedBy(reference, finding)),
          isBeyondWords: finding.hitScore === null,
          isLeading: finding.searchRank !== undefined,
        };
        return [finding, selectHit(finding.hitScore, standing, threshold)] as const;
      }),
  );
}

/** The best hits of each task, by score and the tier of their sources; passages of one page are one hit. */
function bestBelowOf(record: ResearchRecord, below: readonly Finding[]): ReadonlySet<Finding> {
  const { request, sources } = record;
  const weigh = sourceWeigher(request.settings.sourceWeighting);
  const tiers = new Map(sources.map(({ sourceId, sourceTier }) => [sourceId, sourceTier]));
  const valueOf = ({ hitScore, sourceId }: Finding) => (hitScore ?? -1) * weigh(tiers.get(sourceId) ?? null);
  const byTask = Map.groupBy(below, ({ taskId }) => taskId);
  return new Set(
    [...byTask.values()].flatMap((findings) => {
      const ordered = findings.toSorted((a, b) => valueOf(b) - valueOf(a));
      const hits = [...new Set(ordered.map(hitOf))].slice(0, BEST_BELOW);
      return ordered.filter((finding) => hits.includes(hitOf(finding)));
    }),
  );
}

function hitOf({ locator, passageId }: Finding): string {
  return isWebAddress(locator) ? locator : passageId;
}

/** Findings of a record, as validation got them. */
interface RecordedFindings {
  /** Those that the report was written from, in their order, without what the memory held: that was not researched. */
  readonly accepted: readonly Finding[];
  /** Those that validation dropped. Their texts are not recorded. */
  readonly dropped: readonly Finding[];
}

export function recordedFindings({ findings, drift }: ResearchRecord): RecordedFindings {
  const accepted = findings.filter(({ sourceType }) => sourceType === undefined);
  return { accepted, dropped: (drift?.dropped ?? []).map(toFinding) };
}

function toFinding({ reason, excerpt, ...dropped }: DroppedFinding): Finding {
  return {
    ...dropped,
    passageId: '',
    sourceId: '',
    title: '',
    page: null,
    extractedInfo: excerpt,
    quotes: [],
    passageSpan: { textHash: '', start: 0, end: 0 },
    hitScore: null,
    relevanceReason: '',
    belowThreshold: false,
    mentionedEntities: [],
    weight: 0,
    depth: 0,
    finalReason: reason,
    untrusted: [],
  };
}
