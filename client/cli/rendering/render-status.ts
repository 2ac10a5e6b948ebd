import { counted } from '@plumbline/contracts/common/counted';
import { nameSkippedFiles } from '@plumbline/contracts/evidence/corpus';
import { nameLeftOut } from '@plumbline/contracts/evidence/left-out-phrases';
import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import { describeOrigin } from '@plumbline/contracts/report/fork-phrases';
import type { ResearchProgress } from '@plumbline/contracts/report/progress';
import type { RefusedStatement } from '@plumbline/contracts/report/report';
import type { RunView } from '@plumbline/contracts/report/run-view';
import { describeStatements, type Trust } from '@plumbline/contracts/report/trust';
import { MAX_TELEMETRY_ENTRIES, type RetrievalTelemetry } from '@plumbline/contracts/research/accounting';
import type { PendingClarification } from '@plumbline/contracts/research/clarification';
import { describeReflections } from '@plumbline/contracts/research/noted-reflection';
import type { TaskDecisions } from '@plumbline/contracts/research/task-decisions';
import { commands } from '../../errors/failures.ts';
import { countDrift, isShown, type KnownTelemetry, type MeasuredRun, type RunMeasures } from '../runs/find-run.ts';
import { hang, present, renderElapsed, renderList, toPlainLine } from '../terminal/text-layout.ts';
import { describeDrift } from './render-changes.ts';
import {
  describeActivities,
  describeCorpus,
  describeFailingTask,
  describeLedger,
  describeMissingWorker,
  describeRetry,
  describeWait,
  hasNoWorker,
} from './render-progress.ts';

/** Longest list of files that were not read, and the like, in `status`; `--json` has them all. */
const MAX_LISTED = 10;

const LABEL_WIDTH = 11;

/** Everything known of a run, as text. */
export function renderStatus(
  run: MeasuredRun,
  { columns, now }: { readonly columns: number; readonly now: number },
): string {
  const field = (label: string, text: string) => hang(`  ${label.padEnd(LABEL_WIDTH)}`, text, columns);
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
  if (run.workerIsBusy) return ['the worker is busy with the tasks below; other values may be some seconds old'];
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
  ];
}

/** "34 quotations equal their sources, 31 statements confirmed, 2 unsure, 1 left out". */
export function describeTrust({ equal, ...statements }: Trust): string {
  const quotations = `${counted(equal, 'quotation')} ${equal === 1 ? 'equals its source' : 'equal their sources'}`;
  const { confirmed, unsure, leftOut, notJudged } = statements;
  const isStated = confirmed + unsure + leftOut + notJudged > 0;
  return present(equal > 0 && quotations, isStated && describeStatements(statements)).join(', ');
}

function measureFields({ drift, trust }: RunMeasures, field: Field): string[] {
  return [
    ...(drift === null
      ? []
      : field('Drift', `${describeDrift(drift)}${countDrift(drift).dropped === 0 ? '' : ' (--drift lists them)'}`)),
    ...(trust === null ? [] : field('Trust', describeTrust(trust))),
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

function lists(
  { researchId, progress, retries, failingTask, refused }: MeasuredRun,
  now: number,
  columns: number,
): string[] {
  const entries: readonly (readonly [title: string, texts: readonly string[] | undefined, total?: number])[] = [
    ['Waiting', progress?.waits.map((wait) => describeWait(wait, researchId, now))],
    ['Retrying', retries.map((retry) => describeRetry(retry, now))],
    ['Failing', failingTask === null ? [] : [describeFailingTask(failingTask)]],
    // Failed providers have a list of their own.
    ['Gaps', progress?.gaps.filter(({ kind }) => kind !== 'provider-failed').map(({ description }) => description)],
    ['Failed providers', progress?.telemetry.providerErrors.map(describeProviderError)],
    [
      'Not read, or only in part',
      progress?.corpus?.skippedCount
        ? [nameSkippedFiles(progress.corpus.skippedFiles, progress.corpus.skippedCount)]
        : [],
    ],
    ['Left out', progress?.corpus?.leftOut === undefined ? [] : [nameLeftOut(progress.corpus.leftOut)]],
    [
      'Fallbacks',
      progress?.degradations.map(({ step, cause, count }) => `${step}: ${cause} (${counted(count, 'time')})`),
    ],
    ['Refused statements', refused.map(describeRefused)],
    ['Cost', progress?.ledger ? describeLedger(progress.ledger) : []],
    ['Steering', progress?.steering.map(({ at, effect }) => `${at}: ${effect}`)],
    [
      'Refused messages',
      progress?.rejections.map(({ message, reason, at }) => `${message} at ${at}: ${reason}`),
      progress?.rejectionCount ?? 0,
    ],
  ];
  return entries.flatMap(([title, texts = [], total = texts.length]) =>
    renderList(title, texts, columns, { total, longest: MAX_LISTED }),
  );
}

function describeRefused({ text, reason, outcome, replacement }: RefusedStatement): string {
  const became = replacement === undefined ? outcome.replace('-', ' ') : `${outcome}: ${replacement}`;
  return `${text} (${reason}; ${became})`;
}

/** The pending questions and the commands that answer them. */
export function renderClarification(researchId: string, pending: PendingClarification): string {
  const open = pending.questions.filter(({ questionId }) => !pending.answeredQuestionIds.includes(questionId));
  const lines = [`Waiting for an answer until ${pending.deadline} (round ${pending.round}):`];
  for (const { questionId, text, reason } of open) {
    lines.push(`  ${questionId}  ${toPlainLine(text)}`);
    if (reason !== '') lines.push(`      why: ${toPlainLine(reason)}`);
  }
  lines.push(`Answer:           ${commands.answer(researchId)}`);
  const first = open[0];
  if (open.length > 1 && first !== undefined) {
    lines.push(`Answer only one:  ${commands.answerQuestion(researchId, first.questionId)}`);
  }
  lines.push(`Skip:             ${commands.skip(researchId)}`);
  return lines.join('\n');
}

/** The pending plan and the commands that approve it. */
export function renderPlanToApprove(researchId: string, plan: ResearchPlan): string {
  return [
    'Waiting for approval of the plan:',
    ...plan.tasks.map(({ text }, index) => `  ${index + 1}. ${toPlainLine(text)}`),
    `Approve: ${commands.approve(researchId)}`,
    `Change:  ${commands.approve(researchId)} --print > plan.json, edit it, then ${commands.approve(researchId)} --plan plan.json`,
  ].join('\n');
}

/** `12 searches, 48 hits found, 3 near-duplicates, …`; counts of zero are left out. */
export function describeRetrieval({ counts }: Pick<RetrievalTelemetry, 'counts'>): string {
  const { issued, failed, found, duplicates, corrected, rounds, belowThreshold, read } = counts;
  return present(
    `${counted(issued, 'search', 'searches')}${failed > 0 ? ` (${failed} failed)` : ''}`,
    `${counted(found, 'hit')} found`,
    duplicates > 0 && counted(duplicates, 'near-duplicate'),
    belowThreshold > 0 && `${belowThreshold} below the threshold`,
    `${read} read`,
    corrected > 0 && counted(corrected, 'corrected query', 'corrected queries'),
    rounds > 0 && counted(rounds, 'follow-up round'),
  ).join(', ');
}

export function describeProviderError(error: RetrievalTelemetry['providerErrors'][number]): string {
  const times = error.count > 1 ? ` (${counted(error.count, 'time')})` : '';
  return `${error.provider}: ${error.cause}${times}`;
}

/**
 * The searches: queries, scores, the order in which hits were read.
 *
 * @param telemetry null: nothing was recorded
 */
export function renderRetrieval(telemetry: KnownTelemetry | null, columns: number): string {
  if (telemetry === null) return 'Retrieval is unknown: nothing was recorded.';
  const { rewrittenQueries, tasks = [], providerErrors, qualityNotes } = telemetry;
  const read = tasks.flatMap(({ hits }) => hits.flatMap(({ order, place }) => (order === null ? [] : place)));
  const longest = Math.max(rewrittenQueries.length, qualityNotes.length);
  const isCut = isShown(telemetry) && longest >= MAX_TELEMETRY_ENTRIES;
  return [
    describeRetrieval(telemetry),
    ...renderList('Queries', rewrittenQueries, columns),
    ...renderList('Scores by document, best first', describeScores(tasks), columns),
    ...renderList('Final order', read, columns),
    ...renderList('Noticed', describeReflections(telemetry.reflections), columns),
    ...renderList('Failed providers', providerErrors.map(describeProviderError), columns),
    ...renderList('Notes', qualityNotes, columns),
    ...(isCut ? ['', `Of queries and notes, these are the first ${MAX_TELEMETRY_ENTRIES}.`] : []),
  ].join('\n');
}

/** `docs/pool.md: 0.91, 0.72, unknown`. */
function describeScores(tasks: readonly TaskDecisions[]): string[] {
  const best = tasks.flatMap(({ hits }) => hits).sort((a, b) => (b.score ?? -1) - (a.score ?? -1));
  return [...Map.groupBy(best, ({ locator }) => locator)].map(
    ([locator, hits]) => `${locator}: ${hits.map(({ score }) => score?.toFixed(2) ?? 'unknown').join(', ')}`,
  );
}
