import { h, type JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Stage, TaskProgress } from '../../../workflows/contracts/report/progress.ts';
import type { RunProgress, ShownRun } from '../api/run-types.ts';
import { pathOfRun } from '../models/route.ts';
import { hasNoWorker, needOf, noticeOf } from '../models/run-needs.ts';
import { stagePathOf } from '../models/stage-path.ts';
import { timeIn } from '../models/times.ts';
import { useApi } from '../parts/api-context.ts';
import { messageOf } from '../parts/loading.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { AskAgain } from '../views/use-draft.ts';
import { AnswerForm } from './answer-form.ts';
import { Confirmed } from './confirmed.ts';
import { FoundSoFar } from './found-so-far.ts';
import { PlanEditor } from './plan-editor.ts';
import { RefusedChanges } from './refused.ts';
import { RunWaits } from './run-waits.ts';
import { ExtendRun, RunSpending } from './spending.ts';
import { SteerRun } from './steer-run.ts';
import type { WatchedRun } from './watched-run.ts';

/** Whether the browser knows notifications: not in an address that is neither loopback nor encrypted. */
const CAN_NOTIFY = 'Notification' in globalThis;

/** From here on the report is being written. */
const AFTER_RESEARCH: readonly (Stage | null)[] = ['validating', 'synthesizing', 'verifying'];

const ENDS = ['published', 'stopped', 'halted', 'failed', 'cancelled'] as const;

interface LiveViewProps {
  readonly run: ShownRun;
  readonly watched: WatchedRun;
  /** Shows the report, which is there. */
  readonly read: () => void;
}

/** A run under way, or a run that ended without a report. */
export function LiveView({ run, watched, read }: LiveViewProps): JSX.Element {
  const { live } = useWords();
  const { progress, webUi, endedAt, hasReport } = run;
  const isOver = endedAt !== null;
  return h(
    'div',
    { class: 'live' },
    h(RunHead, { run, watched }),
    h(
      'div',
      { class: 'live-main' },
      hasReport
        ? h(
            'section',
            { class: 'need ready', role: 'status' },
            h('p', {}, live.reportReady),
            h('button', { type: 'button', class: 'primary', onClick: read }, live.readReport),
          )
        : null,
      isOver && !hasReport ? h(RunEnd, { run }) : null,
      h(RefusedChanges, { progress }),
      h(Need, { run }),
      isOver ? null : h(RunWaits, { run }),
      progress === null ? null : h(TaskList, { tasks: progress.tasks }),
      h(FoundSoFar, { found: watched.found }),
    ),
    h(
      'aside',
      { class: 'live-beside', 'aria-label': live.path },
      isOver ? null : h(StagePath, { stage: run.stage }),
      progress === null ? null : h(RunSpending, { progress }),
      progress === null ? null : h(RunNotes, { progress }),
      isOver ? null : h(RunControls, { run }),
      h(Notifying, { run }),
      webUi === null ? null : h('p', {}, h('a', { href: webUi, rel: 'noreferrer' }, live.webUi)),
    ),
  );
}

/** What the run waits for a person to do; another round is another form. */
function Need({ run }: { readonly run: ShownRun }): JSX.Element | null {
  const need = needOf(run);
  if (need === null) return null;
  const { researchId } = run;
  return need.kind === 'plan'
    ? h(PlanEditor, { key: 'plan', researchId, plan: need.plan })
    : h(AnswerForm, { key: `round-${need.pending.round}`, researchId, pending: need.pending });
}

/** The end of a run without a report here: the reason, and what to do; completed stages are kept. */
function RunEnd({ run }: { readonly run: ShownRun }): JSX.Element {
  const { live } = useWords();
  const { researchId, question, stage, failure, progress } = run;
  const end = ENDS.find((each) => each === stage) ?? 'failed';
  const hasFailed = end !== 'published' && end !== 'stopped';
  return h(
    'section',
    { class: 'need', role: 'status' },
    h('p', {}, h('strong', {}, live.ends[end])),
    failure === null || stage === 'cancelled' ? null : h('p', {}, live.endReason(failure)),
    end !== 'cancelled' && progress?.resumesFrom !== undefined
      ? h('p', {}, live.resumes, ' ', h('code', {}, `npx plumbline resume ${researchId}`))
      : h('p', { class: 'quiet' }, live.afterEnd[end], ' ', hasFailed ? h(AskAgain, { question }) : null),
  );
}

/** The stages of a run: done, present, to come. */
function StagePath({ stage }: { readonly stage: Stage | null }): JSX.Element {
  const { live } = useWords();
  return h(
    'ol',
    { class: 'stages', 'aria-label': live.path },
    stagePathOf(stage).map(({ stage: name, state }) =>
      h(
        'li',
        { key: name, class: state, 'aria-current': state === 'present' ? 'step' : undefined },
        live.stages[name],
        h('span', { class: 'unseen' }, ` (${live.stageState[state]})`),
      ),
    ),
  );
}

/** The tasks of a run, each with its step and counts. */
function TaskList({ tasks }: { readonly tasks: readonly TaskProgress[] }): JSX.Element {
  const { live } = useWords();
  return h(
    'section',
    { 'aria-labelledby': 'live-tasks' },
    h('h2', { id: 'live-tasks' }, live.tasks),
    tasks.length === 0 ? h('p', { class: 'quiet' }, live.noTasks) : h('ol', { class: 'tasks' }, tasks.map(Task)),
  );
}

function Task(task: TaskProgress): JSX.Element {
  return h('li', { key: task.taskId, class: `step-${task.step}` }, h(TaskLine, { task }));
}

function TaskLine({ task }: { readonly task: TaskProgress }): JSX.Element {
  const { live } = useWords();
  const { text, reason, step, searches, pages, findings } = task;
  const counts = step === 'waiting' ? [] : [live.counts(searches, pages, findings)];
  const told = [live.steps[step], ...counts, ...(reason === undefined ? [] : [reason])];
  return h('div', {}, h('p', {}, text), h('p', { class: 'quiet' }, told.join(' · ')));
}

/** What a person can do to a run under way. */
function RunControls({ run }: { readonly run: ShownRun }): JSX.Element {
  const { live } = useWords();
  const api = useApi();
  const { researchId, stage, progress } = run;
  // If the run waits at a limit, the decision is shown with the wait.
  const isAtLimit = (progress?.waits ?? []).some(({ kind }) => kind === 'budget');
  return h(
    'section',
    { class: 'controls', 'aria-labelledby': 'live-controls' },
    h('h2', { id: 'live-controls' }, live.controls),
    progress === null ? null : h(SteerRun, { researchId, tasks: progress.tasks }),
    progress === null || isAtLimit ? null : h(ExtendRun, { researchId, limits: progress.limits }),
    isAtLimit || AFTER_RESEARCH.includes(stage)
      ? null
      : h(Confirmed, { words: live.finish, act: () => api.finishRun(researchId) }),
    h(Confirmed, { words: live.cancel, act: () => api.cancelRun(researchId) }),
  );
}

/** Asks for nothing until the button is pressed; then tells by the browser when the run asks or ends. */
function Notifying({ run }: { readonly run: ShownRun }): JSX.Element | null {
  const { live } = useWords();
  const [permission, setPermission] = useState(CAN_NOTIFY ? Notification.permission : 'denied');
  useNotices(run);
  if (!CAN_NOTIFY || run.endedAt !== null) return null;
  const allow = () => void Notification.requestPermission().then(setPermission);
  if (permission === 'default') return h('button', { type: 'button', onClick: allow }, live.notify.allow);
  return h('p', { class: 'quiet' }, permission === 'granted' ? live.notify.allowed : live.notify.denied);
}

function useNotices(run: ShownRun): void {
  const { live } = useWords();
  const before = useRef(run);
  useEffect(() => {
    const notice = noticeOf(before.current, run);
    before.current = run;
    // A focused page already shows it.
    if (notice === null || !CAN_NOTIFY || Notification.permission !== 'granted' || document.hasFocus()) return;
    const shown = new Notification(live.notify[notice], { body: run.question, tag: run.researchId });
    shown.addEventListener('click', () => focus());
  }, [run]);
}

/** Gaps, fallbacks and changes, each folded. */
function RunNotes({ progress }: { readonly progress: RunProgress }): JSX.Element {
  const { live, language } = useWords();
  const { gaps, degradations, steering } = progress;
  const at = (time: string, text: string) => `${timeIn(language, time)}: ${text}`;
  return h(
    'div',
    { class: 'notes' },
    h(Folded, { summary: live.gaps(gaps.length), entries: gaps.map(({ description }) => description) }),
    h(Folded, {
      summary: live.degradations(degradations.length),
      entries: degradations.map(({ step, cause, count }) => `${step}: ${cause} (${live.times(count)})`),
    }),
    h(Folded, {
      summary: live.changes(steering.length),
      entries: steering.map((step) => at(step.at, step.effect)),
    }),
  );
}

function Folded({ summary, entries }: { readonly summary: string; readonly entries: readonly string[] }) {
  if (entries.length === 0) return null;
  return h(
    'details',
    {},
    h('summary', {}, summary),
    h(
      'ul',
      {},
      entries.map((entry, index) => h('li', { key: index }, entry)),
    ),
  );
}

/** The question, when the run was last heard of, and what is wrong. */
function RunHead({ run, watched }: { readonly run: ShownRun; readonly watched: WatchedRun }): JSX.Element {
  const { live, language } = useWords();
  const { question, stage, startedAt, endedAt, researchId } = run;
  const present = stagePathOf(stage).find(({ state }) => state === 'present');
  const heard = watched.heardAt === null ? '' : live.heard(timeIn(language, watched.heardAt.toISOString()));
  const about = [
    present === undefined ? '' : live.stages[present.stage],
    live.started(timeIn(language, startedAt)),
    endedAt === null ? heard : live.ended(timeIn(language, endedAt)),
    researchId,
  ];
  return h(
    'header',
    { class: 'run-head' },
    h('h1', { lang: run.progress?.language ?? undefined }, question),
    h('p', { class: 'quiet' }, about.filter((part) => part !== '').join(' · ')),
    h(ForkedFrom, { progress: run.progress }),
    h('div', { role: 'status' }, h(Connection, { watched, isOver: endedAt !== null }), h(Worker, { run })),
  );
}

function Connection({ watched, isOver }: { readonly watched: WatchedRun; readonly isOver: boolean }) {
  const { live } = useWords();
  if (watched.connection !== 'lost' || isOver) return null;
  const cause = watched.lostBy === null ? '' : ` (${messageOf(watched.lostBy)})`;
  return h('p', { class: 'notice bad' }, live.lost, h('span', { class: 'quiet' }, cause));
}

function Worker({ run }: { readonly run: ShownRun }): JSX.Element | null {
  const { live, language } = useWords();
  const { failingTask, workerLastSeenAt } = run;
  if (failingTask !== null) {
    return h('p', { class: 'notice bad' }, live.failingTask(failingTask.attempt, failingTask.cause));
  }
  if (!hasNoWorker(run)) return null;
  if (run.from === 'store') return h('p', { class: 'notice' }, live.toldByStore);
  return h(
    'p',
    { class: 'notice' },
    live.noWorker,
    workerLastSeenAt === null ? '' : ` ${live.lastSeen(timeIn(language, workerLastSeenAt))}`,
    ` ${live.bringWorker} `,
    h('code', {}, 'npx plumbline worker'),
  );
}

/** The way to the run that a run was forked from; nothing where it began with its question. */
export function ForkedFrom({ progress }: { readonly progress: RunProgress | null }): JSX.Element | null {
  const { live } = useWords();
  const origin = progress?.forkedFrom;
  if (origin === undefined) return null;
  const link = h('a', { href: pathOfRun(origin.researchId), onClick: follow }, origin.researchId);
  return h('p', { class: 'quiet' }, `${live.forkedFrom} `, link);
}
