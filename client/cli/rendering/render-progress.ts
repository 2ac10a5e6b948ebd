import { counted } from '@plumbline/contracts/common/counted';
import type { Ledger, LedgerEntry } from '@plumbline/contracts/common/metering';
import {
  isFinal,
  type ResearchProgress,
  type RunWait,
  type Stage,
  STAGES,
  type TaskProgress,
} from '@plumbline/contracts/report/progress';
import type { RunView } from '@plumbline/contracts/report/run-view';
import { LIMITS } from '../../configuration/settings.ts';
import { commands } from '../../errors/failures.ts';
import { optionOf } from '../options/setting-options.ts';
import type { Paint } from '../terminal/output.ts';
import { displayWidth, fit, present, renderElapsed, toPlainLine, truncate } from '../terminal/text-layout.ts';

/** Time and amount at the end of what an activity says of itself. */
const HOW_LONG = /, \d+ s$| for \d+ s(?:, \d+ tokens? so far)?$/;

export interface FrameLayout {
  readonly columns: number;
  readonly rows: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Number of the frame, for the spinner. */
  readonly tick: number;
  readonly paint: Paint;
}

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Lines other than tasks: head, stages, corpus, activities, problems. */
const OTHER_LINES = 8;

const MAX_ACTIVITIES = 2;

/** The live view of a run: never wider than the terminal, and at least one line lower. */
export function renderFrame(run: RunView, layout: FrameLayout): string[] {
  const { columns } = layout;
  const progress = run.progress;
  const lines = [headLine(run, layout)];
  if (run.stage !== null) lines.push(...stageLine(run.stage, layout));
  if (progress !== null) {
    lines.push(...corpusLine(progress, columns));
    lines.push(...taskLines(progress.tasks, layout));
  }
  lines.push(...activityLines(run, layout), ...problemLines(run, layout));
  return lines.slice(0, Math.max(1, layout.rows - 1));
}

function headLine(run: RunView, { columns, now, tick, paint }: FrameLayout): string {
  const sign = run.endedAt === null ? (SPINNER[tick % SPINNER.length] ?? '') : '✓';
  const elapsed = renderElapsed((run.endedAt === null ? now : Date.parse(run.endedAt)) - Date.parse(run.startedAt));
  const stage = run.stage ?? 'starting';
  const rest = truncate(` ${elapsed}${countsOf(run.progress)}`, columns - displayWidth(stage) - 3);
  return `${paint('cyan', sign)} ${paint('bold', stage)}${paint('dim', rest)}`;
}

function countsOf(progress: ResearchProgress | null): string {
  if (progress === null) return '';
  const { tasks, usage, telemetry } = progress;
  const rounds = telemetry?.counts.rounds ?? 0;
  const done = tasks.filter(({ step }) => ['done', 'dropped', 'failed'].includes(step)).length;
  const findings = tasks.reduce((sum, task) => sum + task.findings, 0);
  const counts = present(
    tasks.length > 0 && `${done} of ${counted(tasks.length, 'task')}`,
    usage.searches > 0 && counted(usage.searches, 'search', 'searches'),
    usage.pages > 0 && `${counted(usage.pages, 'passage')} read`,
    findings > 0 && counted(findings, 'finding'),
    usage.modelCalls > 0 && counted(usage.modelCalls, 'model call'),
    rounds > 0 && `follow-up round ${rounds}`,
  );
  return counts.map((count) => ` · ${count}`).join('');
}

function stageLine(stage: Stage, { columns, paint }: FrameLayout): string[] {
  if (isFinal(stage)) return [];
  const stages = STAGES.filter((name) => !isFinal(name));
  const text = `  ${stages.map((name) => (name === stage ? `[${name}]` : name)).join(' › ')}`;
  // A cut chain would be useless; the head names the stage anyway.
  if (displayWidth(text) >= columns) return [];
  return [paint('dim', text)];
}

function corpusLine(progress: ResearchProgress, columns: number): string[] {
  return progress.corpus === null ? [] : [truncate(`  ${describeCorpus(progress)}`, columns - 1)];
}

/** `46 files, 812 passages, 9 web pages found; 2 files not read, or only in part`; `no folder`: only the web is searched. */
export function describeCorpus({ corpus, telemetry }: ResearchProgress): string {
  const { files, passages, skippedCount } = corpus ?? { files: 0, passages: 0, skippedCount: 0 };
  const pages = telemetry?.webPages ?? 0;
  return present(
    // A folder without files is refused before the run starts.
    files + skippedCount === 0 ? 'no folder' : `${counted(files, 'file')}, ${counted(passages, 'passage')}`,
    pages > 0 && `, ${counted(pages, 'web page')} found`,
    skippedCount > 0 && `; ${counted(skippedCount, 'file')} not read, or only in part`,
  ).join('');
}

function taskLines(tasks: readonly TaskProgress[], layout: FrameLayout): string[] {
  const room = Math.max(1, layout.rows - OTHER_LINES);
  if (tasks.length <= room) return tasks.map((task) => taskLine(task, layout));
  // When not all fit, tasks in progress come first.
  const byPriority = [...tasks].sort((a, b) => priorityOf(b) - priorityOf(a)).slice(0, room);
  const shown = tasks.filter((task) => byPriority.includes(task));
  return [...shown.map((task) => taskLine(task, layout)), `  … and ${counted(tasks.length - room, 'more task')}`];
}

function priorityOf({ step }: TaskProgress): number {
  if (step === 'waiting') return 1;
  return step === 'done' ? 0 : 2;
}

const STEP_SIGNS: Partial<Record<TaskProgress['step'], string>> = {
  waiting: '·',
  done: '✓',
  dropped: '–',
  failed: '✗',
};

function taskLine(task: TaskProgress, { columns, tick, paint }: FrameLayout): string {
  const sign = STEP_SIGNS[task.step] ?? SPINNER[tick % SPINNER.length] ?? '';
  const state = task.step === 'done' || task.findings > 0 ? counted(task.findings, 'finding') : '';
  const step = task.step === 'done' ? '' : task.step;
  const end = [step, state].filter((part) => part !== '').join(', ');
  const width = columns - 7 - displayWidth(end);
  // On a narrow terminal the task's text is cut first, its state last.
  const text = width < 8 ? '' : `${fit(toPlainLine(task.text), width)} `;
  const style = task.step === 'failed' ? 'red' : task.step === 'done' ? 'green' : 'cyan';
  return `  ${paint(style, sign)} ${text}${paint('dim', truncate(end, columns - 6))}`;
}

function activityLines({ activities }: RunView, { columns, paint }: FrameLayout): string[] {
  const lines = describeActivities(activities).slice(0, MAX_ACTIVITIES);
  return lines.map((line) => paint('dim', truncate(`  ${line}`, columns - 1)));
}

function problemLines(run: RunView, { columns, paint, now }: FrameLayout): string[] {
  const { progress } = run;
  const problems = [
    ...(progress?.waits ?? []).map((wait) => describeWait(wait, run.researchId, now)),
    ...run.retries.slice(0, 2).map((retry) => describeRetry(retry, now)),
    ...(run.failingTask === null ? [] : [describeFailingTask(run.failingTask)]),
    ...(hasNoWorker(run) ? [describeMissingWorker(run.workerLastSeenAt, now)] : []),
    ...withoutProviders(progress),
    ...(progress !== null && progress.gaps.length > 0 ? [counted(progress.gaps.length, 'gap')] : []),
  ];
  return problems.map((problem) => paint('yellow', truncate(`  ! ${toPlainLine(problem)}`, columns - 1)));
}

function withoutProviders(progress: ResearchProgress | null): string[] {
  const providers = progress?.telemetry.providerErrors.map(({ provider }) => provider) ?? [];
  return providers.length === 0 ? [] : [`without ${providers.join(', ')}, which failed`];
}

/** What is retried, why and when. */
export function describeRetry(
  { activity, attempt, cause, nextAttemptAt }: RunView['retries'][number],
  now: number,
): string {
  const wait = nextAttemptAt === null ? 0 : Math.ceil((Date.parse(nextAttemptAt) - now) / 1_000);
  const when = wait > 0 ? `attempt ${attempt} in ${wait} s` : `attempt ${attempt} running`;
  return `${activity} failed, ${when}: ${cause}`;
}

export function describeFailingTask({ attempt, cause }: NonNullable<RunView['failingTask']>): string {
  // If a setting of the worker is the cause, the message says what to do.
  if (cause.includes('PLUMBLINE_')) return `the worker cannot read the run (attempt ${attempt}): ${cause}`;
  return `the workflow code fails (attempt ${attempt}): ${cause}. Start a worker of the version that began the run, or one with a fix`;
}

/** No worker answers for the run, and none works on it. */
export function hasNoWorker({ from, endedAt, workerIsBusy }: RunView): boolean {
  return from === 'server' && endedAt === null && !workerIsBusy;
}

/** A long poll lasts a minute, so a worker that polled since then may be alive and busy. */
const LIVING_WORKER_MS = 70_000;

/** Why no worker answered. */
export function describeMissingWorker(lastSeenAt: string | null, now: number): string {
  const start = `start one: ${commands.worker()}`;
  if (lastSeenAt === null) return `no worker has asked for work yet; ${start}`;
  const seconds = Math.round((now - Date.parse(lastSeenAt)) / 1_000);
  if (seconds * 1_000 > LIVING_WORKER_MS) return `no worker since ${lastSeenAt}; ${start}`;
  return `the worker is busy or restarting (last sign of it ${seconds} s ago)`;
}

/** One line per activity in progress, oldest first; equal ones share a line. */
export function describeActivities(activities: RunView['activities']): string[] {
  const bySubject = Map.groupBy(
    activities.flatMap(({ doing }) => (doing === null ? [] : [toPlainLine(doing)])),
    (doing) => doing.replace(HOW_LONG, ''),
  );
  return [...bySubject.values()].map((same) => `${same[0]}${same.length === 1 ? '' : ` (${same.length} at once)`}`);
}

/** What a run waits for, why, until when, and what to do. */
export function describeWait(wait: RunWait, researchId: string, now: number): string {
  const { kind, subject, reason, until, attempts } = wait;
  const left = renderElapsed(Math.max(0, Date.parse(until) - now));
  const next = kind === 'budget' ? `finishes with what it has in ${left}` : `retries in ${left}`;
  const asked = attempts === 0 ? '' : `, retried ${counted(attempts, 'time')}`;
  return `${subject}: ${reason}; ${next}${asked}; ${remedyFor(wait, researchId)}`;
}

function remedyFor({ kind, subject }: RunWait, researchId: string): string {
  switch (kind) {
    case 'budget':
      return [
        `raise the limit: ${commands.extend(researchId, optionFor(subject))}`,
        `finish with what was found: ${commands.finish(researchId)}`,
        `stop: ${commands.cancel(researchId)}`,
      ].join('; ');
    case 'outage':
      return `retry now: ${commands.retry(researchId)}`;
    case 'setup':
      return `fix it, then retry now: ${commands.retry(researchId)}`;
  }
}

/** The option that raises a limit, with a placeholder for its value. */
function optionFor(limit: string): string {
  const setting = LIMITS.find(({ path }) => path.at(-1) === limit);
  return setting === undefined ? '…' : `${optionOf(setting)} …`;
}

/** What was saved first, as a shortened list ends with the rest, then one line per kind of call. */
export function describeLedger({ entries, reusedFrom }: Ledger): string[] {
  return [
    ...reusedFrom.map(({ researchId, answers }) => `${counted(answers, 'answer')} of ${researchId} reused`),
    ...entries.map(describeEntry),
  ];
}

function describeEntry(entry: LedgerEntry): string {
  const { kind, name, model, requests, lost, reused, promptTokens, completionTokens, money } = entry;
  const facts = present(
    counted(requests, 'request'),
    lost > 0 && `${lost} lost`,
    reused > 0 && `${reused} from the store`,
    promptTokens + completionTokens > 0 && `${promptTokens} + ${completionTokens} tokens`,
    money !== null && money !== 0 && `$${money.toFixed(4)}`,
  );
  return `${kind} ${name}${model === '' ? '' : ` (${model})`}: ${facts.join(', ')}`;
}
