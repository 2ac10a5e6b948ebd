import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { Stage, TaskProgress } from '@plumbline/contracts/report/progress';
import type { PublicRun } from '@plumbline/contracts/report/run-view';
import { type JSX, h } from 'preact';
import { type Evidence, evidenceOfFinding } from '../models/evidence.ts';
import { evidenceFound, foundByTask, type FoundForTask, sourcesRead, stagePathOf } from '../models/run-progress.ts';
import { Icon, type IconName, SourceIcon } from '../parts/icon.ts';
import { SourceWords } from '../parts/prose.ts';
import { useWords } from '../parts/words-context.ts';
import { SourceButton } from '../read/evidence.ts';

/** Documents of a task that are named at once. */
const NAMED = 6;

interface StoryProps {
  readonly run: PublicRun;
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
function doingOf({ activities }: PublicRun): string {
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
        h('span', { class: 'hidden' }, ` (${live.stageState[state]})`),
        state === 'present' && doing !== '' ? h('p', { class: 'quiet' }, doing) : null,
        name === 'researching' ? taskList : null,
      ),
    ),
  );
}

const STEP_SIGNS: Partial<Record<TaskProgress['step'], IconName>> = { done: 'done', failed: 'close', dropped: 'minus' };

function TaskList({ tasks, found }: { readonly tasks: readonly TaskProgress[]; readonly found: PartialReport | null }) {
  return h(
    'ol',
    { class: 'tasks' },
    tasks.map((task) =>
      h(
        'li',
        { key: task.taskId, class: `step-${task.step}` },
        h(Icon, { name: STEP_SIGNS[task.step] ?? 'empty' }),
        h(TaskLine, { task }),
        found === null ? null : h(SourceChips, { found, sources: sourcesRead(found, task.taskId) }),
      ),
    ),
  );
}

/** `searched 3 times → reading → 5 quotations`. */
function TaskLine({ task }: { readonly task: TaskProgress }): JSX.Element {
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
  );
}

interface ChipsProps {
  readonly found: PartialReport;
  readonly sources: ReadonlyMap<string, readonly Evidence[]>;
}

/** The documents of a task as they are read, each with the way to what it says. */
function SourceChips({ found, sources }: ChipsProps): JSX.Element | null {
  const { live } = useWords();
  if (sources.size === 0) return null;
  const all = () => evidenceFound(found);
  return h(
    'ul',
    { class: 'source-chips', 'aria-label': live.story.sources },
    [...sources]
      .slice(0, NAMED)
      .flatMap(([name, [evidence]]) =>
        evidence === undefined
          ? []
          : h(
              'li',
              { key: name },
              h(
                SourceButton,
                { evidence, all },
                h(SourceIcon, { source: null, locator: evidence.citation.locator }),
                name,
              ),
            ),
      ),
    sources.size > NAMED ? h('li', { key: '' }, live.moreFound(sources.size - NAMED)) : null,
  );
}

/** Findings of a task that are shown at once. */
const SHOWN = 3;

/** What a run has found so far; it grows in front of the reader. */
export function FoundSoFar({ found }: { readonly found: PartialReport | null }): JSX.Element {
  const { live } = useWords();
  const count = found?.findingCount ?? 0;
  return h(
    'section',
    { 'aria-labelledby': 'live-found' },
    h(
      'h2',
      { id: 'live-found' },
      live.found,
      h('span', { class: 'quiet', role: 'status' }, count === 0 ? '' : ` ${live.story.found(count)}`),
    ),
    found === null || count === 0
      ? h('p', { class: 'quiet' }, live.nothingFound)
      : [
          h('p', { key: 'about', class: 'quiet' }, live.notWritten),
          foundByTask(found).map((task) => h(FoundTask, { key: task.taskId, task, found })),
        ],
  );
}

interface FoundProps {
  readonly task: FoundForTask;
  readonly found: PartialReport;
}

function FoundTask({ task, found }: FoundProps): JSX.Element {
  const { live } = useWords();
  const { text, findings } = task;
  const toEntry = (finding: Finding) => h('li', { key: finding.findingId }, h(FoundFinding, { finding, found }));
  const rest = findings.slice(SHOWN);
  return h(
    'div',
    {},
    h('h3', {}, text === '' ? live.otherFindings : text),
    h('ul', { class: 'found' }, findings.slice(0, SHOWN).map(toEntry)),
    rest.length === 0
      ? null
      : h('details', {}, h('summary', {}, live.moreFound(rest.length)), h('ul', { class: 'found' }, rest.map(toEntry))),
  );
}

/** Its quotations, each with the way to its source. */
function FoundFinding({ finding, found }: { readonly finding: Finding } & Pick<FoundProps, 'found'>): JSX.Element {
  const words = useWords();
  const { title, locator, page, headingPath, untrusted } = finding;
  return h(
    'div',
    {},
    untrusted.length > 0 ? h('p', { class: 'warning quiet' }, h(Icon, { name: 'poor' }), words.untrusted) : null,
    evidenceOfFinding(found.researchId, finding).map((evidence) => {
      const { key, text, recognised } = evidence.citation.quote;
      const place = page === null ? (headingPath.at(-1) ?? '') : words.page(page, null, recognised);
      const parts = [title, locator === title ? '' : locator, place].filter((part) => part !== '');
      return h(
        'div',
        { key },
        h('blockquote', {}, h(SourceWords, { text })),
        h(SourceButton, { evidence, all: () => evidenceFound(found) }, [...new Set(parts)].join(' · ')),
      );
    }),
  );
}
