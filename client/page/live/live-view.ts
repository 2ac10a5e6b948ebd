import { h, type JSX } from 'preact';
import type { ShownRun } from '../api/run-types.ts';
import { needOf } from '../models/run-needs.ts';
import { useWords } from '../parts/words-context.ts';
import { AnswerForm } from './answer-form.ts';
import { FoundSoFar } from './found-so-far.ts';
import { Notifying } from './notifying.ts';
import { PlanEditor } from './plan-editor.ts';
import { RunControls } from './run-controls.ts';
import { RunEnd } from './run-end.ts';
import { RunHead } from './run-head.ts';
import { RunNotes } from './run-notes.ts';
import { RunWaits } from './run-waits.ts';
import { RunSpending } from './spending.ts';
import { StagePath } from './stage-path.ts';
import { TaskList } from './task-list.ts';
import type { WatchedRun } from './watched-run.ts';

interface LiveViewProps {
  readonly run: ShownRun;
  readonly watched: WatchedRun;
  /** Shows the report, which is there. */
  readonly read: () => void;
}

/** A run under way, or one that ended without a report. */
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
