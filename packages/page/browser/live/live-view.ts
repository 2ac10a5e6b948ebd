import type { Stage } from '@plumbline/contracts/report/progress';
import type { PublicProgress, PublicRun } from '@plumbline/contracts/report/run-view';
import { type JSX, h } from 'preact';
import { useState } from 'preact/hooks';
import { pathOfRun } from '../models/route.ts';
import { hasNoWorker, needOf, stagePathOf } from '../models/run-progress.ts';
import { agoIn, clockIn, durationIn, timeIn, usualIn } from '../models/times.ts';
import { durationsOf, LONGEST_HEADING, shortTitle } from '../models/work.ts';
import { useNow } from '../parts/ago.ts';
import { useApi } from '../parts/api-context.ts';
import { Button } from '../parts/button.ts';
import { AskAgain } from '../parts/composer.ts';
import { Folded } from '../parts/menu.ts';
import { follow } from '../parts/router.ts';
import { useWords } from '../parts/words-context.ts';
import { useWork } from '../parts/work-context.ts';
import { EvidenceHost } from '../read/evidence.ts';
import { Confirmed } from './confirmed.ts';
import { AnswerForm, PlanEditor } from './run-asks.ts';
import { RefusedChanges, RunWaits, SteerRun } from './run-controls.ts';
import { FoundSoFar, RunStory } from './run-story.ts';
import { ExtendRun, RunSpending } from './spending.ts';
import type { WatchedRun } from './watched-run.ts';

/** Whether the browser knows notifications: not in an address that is neither loopback nor encrypted. */
const CAN_NOTIFY = 'Notification' in globalThis;

/** From here on the report is being written. */
const AFTER_RESEARCH: readonly (Stage | null)[] = ['validating', 'synthesizing', 'verifying'];

const ENDS = ['published', 'stopped', 'halted', 'failed', 'cancelled'] as const;

interface LiveViewProps {
  readonly run: PublicRun;
  readonly watched: WatchedRun;
  /** Shows the report, which is there. */
  readonly read: () => void;
}

/** A run under way, or a run that ended without a report. */
export function LiveView({ run, watched, read }: LiveViewProps): JSX.Element {
  const { live } = useWords();
  const { progress, endedAt, hasReport } = run;
  const isOver = endedAt !== null;
  const content = h(
    'div',
    { class: 'column live' },
    h(RunHead, { run, watched }),
    hasReport
      ? h(
          'section',
          { class: 'need ready', role: 'status' },
          h('p', {}, live.reportReady),
          h(Button, { class: 'primary', act: read }, live.readReport),
        )
      : null,
    isOver && !hasReport ? h(RunEnd, { run }) : null,
    h(RefusedChanges, { progress }),
    h(Need, { run }),
    isOver ? null : [h(RunWaits, { key: 'waits', run }), h(RunControls, { key: 'controls', run })],
    h(RunStory, { run, found: watched.found }),
    h(FoundSoFar, { found: watched.found }),
    progress === null ? null : h(RunNotes, { progress }),
    h(ForEngineers, { run }),
  );
  return h(EvidenceHost, {}, content);
}

/** What the run waits for a person to do; another round is another form. */
function Need({ run }: { readonly run: PublicRun }): JSX.Element | null {
  const need = needOf(run);
  if (need === null) return null;
  const { researchId } = run;
  return need.kind === 'plan'
    ? h(PlanEditor, { key: 'plan', researchId, plan: need.plan })
    : h(AnswerForm, { key: `round-${need.pending.round}`, researchId, pending: need.pending });
}

/** The end of a run without a report here: the reason, and what to do; completed stages are kept. */
function RunEnd({ run }: { readonly run: PublicRun }): JSX.Element {
  const { live, ask } = useWords();
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
      : h(
          'p',
          { class: 'quiet' },
          live.afterEnd[end],
          ' ',
          hasFailed ? h(AskAgain, { question, ...(end === 'cancelled' && { label: ask.againSame }) }) : null,
        ),
  );
}

/** What a person can do to a run under way. */
function RunControls({ run }: { readonly run: PublicRun }): JSX.Element {
  const { live } = useWords();
  const api = useApi();
  const { researchId, stage, progress } = run;
  const waits = progress?.waits ?? [];
  const isAtLimit = waits.some(({ kind }) => kind === 'budget');
  return h(
    'section',
    { class: 'controls', 'aria-label': live.controls },
    progress === null ? null : h(SteerRun, { researchId, tasks: progress.tasks }),
    progress === null || isAtLimit ? null : h(ExtendRun, { researchId, limits: progress.limits }),
    // If the run waits, the decision is shown with the wait.
    waits.length > 0 || AFTER_RESEARCH.includes(stage)
      ? null
      : h(Confirmed, { words: live.finish, act: () => api.finishRun(researchId) }),
    h(Confirmed, { words: live.cancel, act: () => api.cancelRun(researchId) }),
    h(Notifying, {}),
  );
}

/** Asks for nothing until the button is pressed; then tells by the browser when the run asks or ends. */
function Notifying(): JSX.Element | null {
  const { live } = useWords();
  const [permission, setPermission] = useState(CAN_NOTIFY ? Notification.permission : 'denied');
  if (!CAN_NOTIFY) return null;
  const allow = () => void Notification.requestPermission().then(setPermission);
  if (permission === 'default') return h(Button, { act: allow }, live.notify.allow);
  return h('p', { class: 'quiet' }, permission === 'granted' ? live.notify.allowed : live.notify.denied);
}

/** What only those want to know who run the program: spending, fallbacks, ids. */
function ForEngineers({ run }: { readonly run: PublicRun }): JSX.Element {
  const { live } = useWords();
  const { progress, researchId, webUi } = run;
  return h(
    'details',
    { class: 'engineers' },
    h('summary', {}, live.engineers),
    progress === null ? null : h(RunSpending, { progress }),
    h(Folded, {
      summary: live.degradations(progress?.degradations.length ?? 0),
      entries: (progress?.degradations ?? []).map(
        ({ step, cause, count }) => `${step}: ${cause} (${live.times(count)})`,
      ),
    }),
    h('p', { class: 'quiet' }, researchId),
    webUi === null ? null : h('p', {}, h('a', { href: webUi, rel: 'noreferrer' }, live.webUi)),
  );
}

/** Gaps and changes, each folded. */
function RunNotes({ progress }: { readonly progress: PublicProgress }): JSX.Element {
  const { live, language } = useWords();
  const { gaps, steering } = progress;
  const at = (time: string, text: string) => `${timeIn(language, time)}: ${text}`;
  return h(
    'div',
    { class: 'notes' },
    h(Folded, { summary: live.gaps(gaps.length), entries: gaps.map(({ description }) => description) }),
    h(Folded, {
      summary: live.changes(steering.length),
      entries: steering.map((step) => at(step.at, step.effect)),
    }),
  );
}

/** The question, how long it takes, and what is wrong. */
function RunHead({ run, watched }: { readonly run: PublicRun; readonly watched: WatchedRun }): JSX.Element {
  const { question, endedAt, progress } = run;
  const title = shortTitle(question, LONGEST_HEADING);
  return h(
    'header',
    { class: 'run-head' },
    h('h1', { lang: progress?.language ?? undefined }, title),
    title === question ? null : h('p', { class: 'asked' }, question),
    h('p', { class: 'quiet' }, h(Pace, { run })),
    h(ForkedFrom, { progress }),
    h('div', { role: 'status' }, h(Connection, { watched, isOver: endedAt !== null }), h(Worker, { run })),
  );
}

const TICK_MS = 1_000;
/** Earlier runs that tell how long one usually takes. */
const EARLIER = 20;

/** How long the run has taken, and how long one usually takes here. */
function Pace({ run }: { readonly run: PublicRun }): JSX.Element {
  const { live, language } = useWords();
  const { stage, startedAt, endedAt } = run;
  const { loaded } = useWork();
  const now = useNow(endedAt === null ? TICK_MS : null);
  const present = stagePathOf(stage).find(({ state }) => state === 'present');
  const seconds = Math.max(0, (Date.parse(endedAt ?? now.toISOString()) - Date.parse(startedAt)) / 1_000);
  const usual = loaded.state === 'loaded' ? usualIn(language, durationsOf(loaded.value).slice(0, EARLIER)) : null;
  const pace =
    endedAt !== null
      ? [live.ended(agoIn(language, endedAt, now)), live.pace.took(durationIn(language, seconds))]
      : [
          present === undefined ? '' : live.stages[present.stage],
          clockIn(seconds),
          usual === null || needOf(run) !== null ? '' : live.pace.usually(usual),
        ];
  return h('span', {}, pace.filter((part) => part !== '').join(' · '));
}

function Connection({ watched, isOver }: { readonly watched: WatchedRun; readonly isOver: boolean }) {
  const { live } = useWords();
  if (watched.connection !== 'lost' || isOver) return null;
  return h('p', { class: 'notice bad' }, live.lost);
}

function Worker({ run }: { readonly run: PublicRun }): JSX.Element | null {
  const { live, language } = useWords();
  const { failingTask, workerLastSeenAt } = run;
  if (failingTask !== null) {
    return h('p', { class: 'notice bad' }, live.failingTask(failingTask.attempt, failingTask.cause.replace(/\.$/, '')));
  }
  if (!hasNoWorker(run)) return null;
  if (run.from === 'store') return h('p', { class: 'notice' }, live.toldByStore);
  return h(
    'p',
    { class: 'notice' },
    live.noWorker,
    workerLastSeenAt === null ? '' : ` ${live.lastSeen(agoIn(language, workerLastSeenAt))}`,
    ` ${live.bringWorker} `,
    h('code', {}, 'npx plumbline worker'),
  );
}

/** The way to the run that a run was forked from; nothing where it began with its question. */
export function ForkedFrom({ progress }: { readonly progress: PublicProgress | null }): JSX.Element | null {
  const { live } = useWords();
  const origin = progress?.forkedFrom;
  if (origin === undefined) return null;
  const link = h('a', { href: pathOfRun(origin.researchId), onClick: follow }, origin.researchId);
  return h('p', { class: 'quiet' }, `${live.forkedFrom} `, link);
}
