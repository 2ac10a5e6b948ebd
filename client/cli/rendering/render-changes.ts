import { counted } from '@plumbline/contracts/common/counted';
import type { Drift, DriftCounts, DroppedFinding } from '@plumbline/contracts/evidence/drift';
import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import type { RunView } from '@plumbline/contracts/report/run-view';
import type { Degradation, Gap } from '@plumbline/contracts/research/accounting';
import { countDrift } from '../runs/find-run.ts';
import { present, renderElapsed, toPlainLine, wrap } from '../terminal/text-layout.ts';
import {
  describeActivities,
  describeCorpus,
  describeFailingTask,
  describeMissingWorker,
  describeRetry,
  describeWait,
  hasNoWorker,
} from './render-progress.ts';

/**
 * What changed between two views of a run, one line each, for logs and pipes.
 *
 * @param previous undefined for the first view
 * @param now milliseconds since the epoch
 */
export function renderChanges(previous: RunView | undefined, run: RunView, now: number): string[] {
  const { progress, researchId } = run;
  const before = previous?.progress;
  const failed = ({ cause }: Degradation) => `a model failed, rules go on: ${cause}`;
  const changes = [
    ...stageChange(previous, run),
    ...corpusChange(before, progress),
    ...retrievalChanges(before, progress),
    ...taskChanges(before, progress),
    ...driftChange(before, progress),
    ...newEntries(before?.gaps, progress?.gaps, describeGap),
    ...new Set(newEntries(before?.degradations, progress?.degradations, failed)),
    ...newEntries(before?.waits, progress?.waits, (wait) => `waiting for ${describeWait(wait, researchId, now)}`),
    ...newEntries(before?.steering, progress?.steering, ({ effect }) => `changed: ${effect}`),
    ...newRejections(before, progress),
    ...troubleChanges(previous, run, now),
  ];
  return withTime(changes, run, now);
}

/** The activities in progress, one line each. */
export function renderActivities(run: RunView, now: number): string[] {
  return withTime(describeActivities(run.activities), run, now);
}

function withTime(lines: readonly string[], { startedAt, endedAt }: RunView, now: number): string[] {
  const at = endedAt === null ? now : Date.parse(endedAt);
  const elapsed = renderElapsed(at - Date.parse(startedAt));
  return lines.map((line) => `[${elapsed}] ${toPlainLine(line)}`);
}

function stageChange(previous: RunView | undefined, { stage }: RunView): string[] {
  return stage === null || stage === previous?.stage ? [] : [stage];
}

function corpusChange(previous: ResearchProgress | null | undefined, current: ResearchProgress | null): string[] {
  if (!current?.corpus || previous?.corpus) return [];
  const { corpus } = current;
  const changed = corpus.added + corpus.changed + corpus.removed;
  const isUpToDate = corpus.files > 0 && changed === 0;
  return [`corpus: ${describeCorpus(current)}${isUpToDate ? ' (index up to date)' : ''}`];
}

/** Task ids of a follow-up round begin with its number: `r1t2`. */
function retrievalChanges(previous: ResearchProgress | null | undefined, current: ResearchProgress | null): string[] {
  const before = previous?.telemetry.counts ?? { corrected: 0, rounds: 0 };
  const { corrected, rounds } = current?.telemetry.counts ?? before;
  const tasks = current?.tasks.filter(({ taskId }) => taskId.startsWith(`r${rounds}t`)).length ?? 0;
  const open = tasks === 0 ? '' : `: ${counted(tasks, 'further task')} for open points`;
  const more = corrected - before.corrected;
  return present(
    more > 0 && `too few relevant hits for ${counted(more, 'task')}: searching again with a corrected query`,
    rounds > before.rounds && `follow-up round ${rounds}${open}`,
  );
}

/** Unread pages and failed providers have labels of their own; all else is a gap. */
function describeGap({ kind, description }: Gap): string {
  const label = kind === 'page-unread' ? 'page' : kind === 'provider-failed' ? 'provider' : 'gap';
  return `${label}: ${description}`;
}

function taskChanges(previous: ResearchProgress | null | undefined, current: ResearchProgress | null): string[] {
  const steps = new Map(previous?.tasks.map(({ taskId, step }) => [taskId, step]));
  return (current?.tasks ?? [])
    .filter(({ taskId, step }) => step !== 'waiting' && steps.get(taskId) !== step)
    .map((task) => {
      const findings = task.step === 'done' ? `, ${counted(task.findings, 'finding')}` : '';
      return `${task.taskId} ${task.step}${findings}: ${task.text}`;
    });
}

function driftChange(previous: ResearchProgress | null | undefined, current: ResearchProgress | null): string[] {
  return current?.drift && !previous?.drift ? [`validation: ${describeDrift(current.drift)}`] : [];
}

function newEntries<Entry>(
  previous: readonly Entry[] | undefined,
  current: readonly Entry[] | undefined,
  describe: (entry: Entry) => string,
): string[] {
  const known = new Set(previous?.map(describe));
  return (current ?? []).map(describe).filter((line) => !known.has(line));
}

function newRejections(previous: ResearchProgress | null | undefined, current: ResearchProgress | null): string[] {
  const fresh = (current?.rejectionCount ?? 0) - (previous?.rejectionCount ?? 0);
  if (current === null || fresh <= 0) return [];
  return current.rejections.slice(-fresh).map(({ message, reason }) => `refused ${message}: ${reason}`);
}

function troubleChanges(previous: RunView | undefined, run: RunView, now: number): string[] {
  const known = new Set(previous?.retries.map(({ activity, attempt }) => `${activity} ${attempt}`));
  const retries = run.retries.filter(({ activity, attempt }) => !known.has(`${activity} ${attempt}`));
  const lines = retries.map((retry) => describeRetry(retry, now));
  if (run.failingTask !== null && run.failingTask.cause !== previous?.failingTask?.cause) {
    lines.push(describeFailingTask(run.failingTask));
  }
  const hadNoWorker = previous !== undefined && hasNoWorker(previous);
  if (hasNoWorker(run) && !hadNoWorker) lines.push(describeMissingWorker(run.workerLastSeenAt, now));
  return lines;
}

/** `3 of 20 findings dropped`. */
export function describeDrift(drift: DriftCounts): string {
  const { total, dropped } = countDrift(drift);
  return `${dropped} of ${counted(total, 'finding')} dropped`;
}

/**
 * The findings that validation dropped before the report was written.
 *
 * @param drift null: validation has not run
 */
export function renderDrift(drift: Drift | null, columns: number): string {
  if (drift === null) return 'Drift is unknown: validation has not run.';
  const tiers = drift.tiers.map(({ tier, total, kept }) => `tier ${tier}: ${total - kept} of ${total}`);
  const hidden = countHidden(drift);
  return [
    `${describeDrift(drift)}${tiers.length === 0 ? '' : ` (${tiers.join(', ')})`}`,
    ...drift.dropped.flatMap((finding) => renderDropped(finding, columns)),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
  ].join('\n');
}

/** Dropped findings that are only counted. */
export function countHidden(drift: Drift): number {
  return countDrift(drift).dropped - drift.dropped.length;
}

function renderDropped(finding: DroppedFinding, columns: number): string[] {
  const { findingId, contextTier, origin, relevance, finalRelevance, locator, headingPath, reason, excerpt } = finding;
  const scores = `relevance ${scoreText(relevance)} -> ${scoreText(finalRelevance)}`;
  const details = [[locator, ...headingPath].join(' › '), reason === '' ? '' : `why: ${reason}`, `"${excerpt}"`];
  return [
    `  - ${toPlainLine(findingId)}: tier ${contextTier}, ${origin}, ${scores}`,
    ...details
      .filter((detail) => detail !== '')
      .flatMap((detail) => wrap(toPlainLine(detail), Math.max(20, columns - 6)).map((line) => `    ${line}`)),
  ];
}

function scoreText(score: number | null): string {
  return score === null ? 'unknown' : score.toFixed(2);
}
