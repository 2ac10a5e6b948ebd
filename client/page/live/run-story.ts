import { h, type JSX } from 'preact';
import type { PartialReport } from '../../../workflows/contracts/report/partial-report.ts';
import type { Stage, TaskProgress } from '../../../workflows/contracts/report/progress.ts';
import type { ShownRun } from '../api/run-types.ts';
import { sourcesRead } from '../models/found-findings.ts';
import { stagePathOf } from '../models/stage-path.ts';
import { useWords } from '../parts/words-context.ts';

/** Documents of a task that are named at once. */
const NAMED = 6;

interface StoryProps {
  readonly run: ShownRun;
  readonly found: PartialReport | null;
}

/** What a run does, as a list that is ticked off: its stages, and under the research its tasks with what they read. */
export function RunStory({ run, found }: StoryProps): JSX.Element {
  const { live } = useWords();
  const tasks = run.progress?.tasks ?? [];
  const isOver = run.endedAt !== null;
  const taskList = tasks.length === 0 ? null : h(TaskList, { tasks, found });
  return h(
    'section',
    { 'aria-labelledby': 'live-tasks' },
    h('h2', { id: 'live-tasks' }, live.tasks),
    isOver ? taskList : h(StagePath, { stage: run.stage, doing: doingOf(run), taskList }),
  );
}

/** What its activities say that they are doing. */
function doingOf({ activities }: ShownRun): string {
  return activities.find(({ doing }) => doing !== null)?.doing ?? '';
}

interface PathProps {
  readonly stage: Stage | null;
  readonly doing: string;
  readonly taskList: JSX.Element | null;
}

function StagePath({ stage, doing, taskList }: PathProps): JSX.Element {
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
        state === 'present' && doing !== '' ? h('p', { class: 'quiet' }, doing) : null,
        name === 'researching' ? taskList : null,
      ),
    ),
  );
}

function TaskList({ tasks, found }: { readonly tasks: readonly TaskProgress[]; readonly found: PartialReport | null }) {
  return h(
    'ol',
    { class: 'tasks' },
    tasks.map((task) =>
      h(
        'li',
        { key: task.taskId, class: `step-${task.step}` },
        h(TaskLine, { task, sources: sourcesRead(found, task.taskId) }),
      ),
    ),
  );
}

/** `searched 3 times → reading → 5 quotations`, with the documents as they are read. */
function TaskLine({
  task,
  sources,
}: {
  readonly task: TaskProgress;
  readonly sources: readonly string[];
}): JSX.Element {
  const { live } = useWords();
  const { text, reason, step, searches, pages, findings } = task;
  const story = [
    ...(searches === 0 ? [] : [live.story.searched(searches)]),
    ...(pages === 0 ? [] : [live.story.read(pages)]),
    ...(findings === 0 ? [] : [live.story.found(findings)]),
  ];
  const told = step === 'done' && story.length > 0 ? story : [...story, live.steps[step]];
  return h(
    'div',
    {},
    h('p', {}, text),
    h('p', { class: 'quiet' }, [told.join(' → '), ...(reason === undefined ? [] : [reason])].join(' · ')),
    sources.length === 0
      ? null
      : h(
          'ul',
          { class: 'source-chips', 'aria-label': live.story.sources },
          sources.slice(0, NAMED).map((source) => h('li', { key: source }, source)),
          sources.length > NAMED ? h('li', { key: '' }, live.moreFound(sources.length - NAMED)) : null,
        ),
  );
}
