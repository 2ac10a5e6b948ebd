import type { AlignmentReview } from '../../../workflows/contracts/alignment.ts';
import { nameSkippedFiles } from '../../../workflows/contracts/corpus.ts';
import { counted } from '../../../workflows/contracts/counted.ts';
import { describeOrigin } from '../../../workflows/contracts/fork-phrases.ts';
import type { ResearchProgress } from '../../../workflows/contracts/progress.ts';
import type { QualityScores } from '../../../workflows/contracts/report.ts';
import type { RunView } from '../../runs/run-view.ts';
import { commands } from '../../wording/cli-commands.ts';
import type { MeasuredRun, RunMeasures } from '../runs/run-measures.ts';
import { renderElapsed } from '../terminal/duration.ts';
import { toPlainLine } from '../terminal/plain-text.ts';
import { wrap } from '../terminal/text-layout.ts';
import { describeActivities } from './render-activities.ts';
import { renderClarification, renderPlanToApprove } from './render-clarification.ts';
import { describeDrift } from './render-drift.ts';
import { renderList } from './render-list.ts';
import {
  describeCorpus,
  describeFailingTask,
  describeMissingWorker,
  describeRetry,
  hasNoWorker,
} from './render-progress.ts';
import { describeProviderError, describeRetrieval } from './render-retrieval.ts';
import { describeLedger, describeWait } from './render-waits.ts';

/** Longest list of skipped files and the like in `status`; `--json` has them all. */
const MAX_LISTED = 10;

const LABEL_WIDTH = 11;

/** All that is known of a run, as text. */
export function renderStatus(
  run: MeasuredRun,
  { columns, now }: { readonly columns: number; readonly now: number },
): string {
  const field = (label: string, text: string) => {
    const lines = wrap(toPlainLine(text), Math.max(20, columns - LABEL_WIDTH - 2));
    return lines.map((line, index) => `  ${(index === 0 ? label : '').padEnd(LABEL_WIDTH)}${line}`);
  };
  return [
    run.researchId,
    ...field('Question', run.question),
    ...field('Stage', describeStage(run, now)),
    ...(run.progress?.forkedFrom === undefined ? [] : field('Forked', describeOrigin(run.progress.forkedFrom))),
    ...sourceNote(run, now).flatMap((note) => field('Note', note)),
    ...describeActivities(run.activities).flatMap((line, index) => field(index === 0 ? 'Now' : '', line)),
    ...(run.progress === null ? [] : progressFields(run.progress, field)),
    ...measureFields(run, field),
    ...(run.failure === null ? [] : field('Failure', run.failure)),
    ...(run.advice === null ? [] : field('What to do', run.advice)),
    ...(run.reportPath === null ? [] : field('Report', run.reportPath)),
    ...(run.webUi === null ? [] : field('Web UI', run.webUi)),
    ...waitingFor(run),
    ...lists(run, now, columns),
  ].join('\n');
}

function describeStage({ stage, startedAt, endedAt }: RunView, now: number): string {
  const elapsed = renderElapsed((endedAt === null ? now : Date.parse(endedAt)) - Date.parse(startedAt));
  return `${stage ?? 'unknown'}, ${endedAt === null ? 'for' : 'after'} ${elapsed} (started ${startedAt})`;
}

function sourceNote(run: RunView, now: number): string[] {
  if (run.from === 'store') {
    const at = run.progress === null ? '' : ` of ${run.progress.updatedAt}`;
    const isOver = run.endedAt !== null;
    return [
      `Temporal is not running; last known state${at}.${isOver ? '' : ` Continue: ${commands.resume(run.researchId)}`}`,
    ];
  }
  if (hasNoWorker(run)) return [describeMissingWorker(run.workerLastSeenAt, now)];
  if (run.workerIsBusy) return ['the worker is busy with what follows; the rest may be some seconds old'];
  return [];
}

type Field = (label: string, text: string) => string[];

function progressFields(progress: ResearchProgress, field: Field): string[] {
  const { corpus, tasks, usage, limits, telemetry } = progress;
  const done = tasks.filter(({ step }) => ['done', 'dropped', 'failed'].includes(step)).length;
  const used = [
    share(usage.searches, limits.searches, 'searches'),
    share(usage.pages, limits.pages, 'passages'),
    share(usage.modelCalls, limits.modelCalls, 'model calls'),
    share(usage.modelTokens, limits.modelTokens, 'model tokens'),
    ...describeMoney(usage.money ?? 0, limits.money ?? null),
  ];
  return [
    ...(corpus === null ? [] : field('Corpus', describeCorpus(progress))),
    ...(tasks.length === 0 ? [] : field('Tasks', `${done} of ${tasks.length} done`)),
    ...tasks.map(
      ({ step, text, findings }) => `    ${step.padEnd(12)}${toPlainLine(text)} (${counted(findings, 'finding')})`,
    ),
    ...field('Used', used.join(', ')),
    ...(telemetry === undefined || telemetry.counts.issued === 0
      ? []
      : field('Retrieval', `${describeRetrieval(telemetry)} (--retrieval shows all)`)),
    ...(progress.alignment ? field('Review', describeReview(progress.alignment)) : []),
  ];
}

function describeReview({ outcome, ran, failure }: AlignmentReview): string {
  return [`${outcome} (${ran.join(' + ') || 'nothing ran'})`, ...(failure === null ? [] : [failure])].join(': ');
}

const SCORE_NAMES: Readonly<Record<keyof QualityScores, string>> = {
  queryAdherence: 'query adherence',
  completeness: 'completeness',
  citationSupport: 'citation support',
  quoteExactness: 'quote exactness',
  languagePurity: 'language purity',
};

function measureFields({ scores, drift }: RunMeasures, field: Field): string[] {
  const quality = Object.entries(scores ?? {}).map(
    ([name, percent]) => `${SCORE_NAMES[name as keyof QualityScores]} ${percent} %`,
  );
  return [
    ...(drift === null
      ? []
      : field('Drift', `${describeDrift(drift)}${drift.dropped.length === 0 ? '' : ' (--drift lists them)'}`)),
    ...(quality.length === 0 ? [] : field('Quality', quality.join(', '))),
  ];
}

/** Nothing without prices. */
function describeMoney(used: number, limit: number | null): string[] {
  if (used === 0 && limit === null) return [];
  return [`$${used.toFixed(4)}${limit === null ? '' : ` of $${limit}`}`];
}

/** `2 of 2,000,000 model tokens`. */
function share(used: number, limit: number, noun: string): string {
  return `${used.toLocaleString('en')} of ${limit.toLocaleString('en')} ${noun}`;
}

function waitingFor({ researchId, progress, endedAt, awaitingInput }: RunView): string[] {
  if (endedAt !== null) return [];
  if (progress?.pendingClarification) return ['', renderClarification(researchId, progress.pendingClarification)];
  if (progress?.planToApprove) return ['', renderPlanToApprove(researchId, progress.planToApprove)];
  return awaitingInput && (progress?.waits ?? []).length === 0
    ? ['', `Waiting for an answer: ${commands.answer(researchId)}`]
    : [];
}

function lists({ researchId, progress, retries, failingTask }: RunView, now: number, columns: number): string[] {
  const entries: readonly (readonly [
    title: string,
    entries: readonly string[] | undefined,
    total?: number | undefined,
  ])[] = [
    ['Waiting', progress?.waits.map((wait) => describeWait(wait, researchId, now))],
    ['Retrying', retries.map((retry) => describeRetry(retry, now))],
    ['Failing', failingTask === null ? [] : [describeFailingTask(failingTask)]],
    // Failed providers have a list of their own.
    ['Gaps', progress?.gaps.filter(({ kind }) => kind !== 'provider-failed').map(({ description }) => description)],
    ['Failed providers', progress?.telemetry.providerErrors.map(describeProviderError)],
    ['Retrieval notes', progress?.telemetry.qualityNotes],
    [
      'Skipped files',
      progress?.corpus?.skippedCount
        ? [nameSkippedFiles(progress.corpus.skippedFiles, progress.corpus.skippedCount)]
        : [],
    ],
    [
      'Fallbacks',
      progress?.degradations.map(({ step, cause, count }) => `${step}: ${cause} (${counted(count, 'time')})`),
    ],
    ['Cost', progress?.ledger ? describeLedger(progress.ledger) : []],
    ['Steering', progress?.steering.map(({ at, effect }) => `${at}: ${effect}`)],
    [
      'Refused messages',
      progress?.rejections.map(({ message, reason, at }) => `${message} at ${at}: ${reason}`),
      progress?.rejectionCount,
    ],
  ];
  return entries.flatMap(([title, texts = [], total = texts.length]) =>
    renderList(title, texts, columns, { total, longest: MAX_LISTED }),
  );
}
