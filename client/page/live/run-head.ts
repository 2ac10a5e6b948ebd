import { h, type JSX } from 'preact';
import type { ShownRun } from '../api/run-types.ts';
import { hasNoWorker } from '../models/run-needs.ts';
import { stagePathOf } from '../models/stage-path.ts';
import { timeIn } from '../models/times.ts';
import { messageOf } from '../parts/loading.ts';
import { useWords } from '../parts/words-context.ts';
import { ForkedFrom } from './forked-from.ts';
import type { WatchedRun } from './watched-run.ts';

/** The question, when the run was last heard of, and what is wrong. */
export function RunHead({ run, watched }: { readonly run: ShownRun; readonly watched: WatchedRun }): JSX.Element {
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
