import { counted } from '../../../workflows/contracts/counted.ts';
import { isFinal, type TaskProgress } from '../../../workflows/contracts/progress.ts';
import type { PublicRun } from '../../http/runs/public-run.ts';
import { commands } from '../../wording/cli-commands.ts';

const OVER_STEPS: ReadonlySet<TaskProgress['step']> = new Set(['done', 'dropped', 'failed']);

export function isOver({ stage, endedAt }: PublicRun): boolean {
  return endedAt !== null || (stage !== null && isFinal(stage));
}

/** Whether the run needs somebody: an answer, an approval, a decision at a limit, a key. */
export function needsSomebody({ progress }: PublicRun): boolean {
  if (progress === null) return false;
  const { pendingClarification, planToApprove, waits } = progress;
  return pendingClarification !== null || planToApprove !== null || waits.some(({ kind }) => kind !== 'outage');
}

/** What a waiting call looks out for: it changes with every stage, question, wait and finished task. */
export function changeKeyOf(run: PublicRun): string {
  const { progress, stage } = run;
  const pending = progress?.pendingClarification;
  return JSON.stringify([
    stage,
    isOver(run),
    pending?.round,
    pending?.answeredQuestionIds.length,
    progress?.planToApprove !== null,
    progress?.waits.map(({ kind, subject }) => [kind, subject]),
    progress?.tasks.filter(({ step }) => OVER_STEPS.has(step)).length,
  ]);
}

/** How far the run is, in our own words alone. */
export function describeState({ stage, progress }: PublicRun): string {
  const tasks = progress?.tasks ?? [];
  if (tasks.length === 0) return stage ?? 'starting';
  const over = tasks.filter(({ step }) => OVER_STEPS.has(step)).length;
  const findings = tasks.reduce((sum, task) => sum + task.findings, 0);
  return `${stage}: ${over} of ${counted(tasks.length, 'task')} done, ${counted(findings, 'finding')}`;
}

/** What to do next, in our own words alone. */
export function nextStepOf(run: PublicRun): string {
  const { progress, failure, hasReport, stage } = run;
  if (isOver(run)) {
    if (hasReport) return 'It is over: call research_report.';
    if (stage === 'published' || stage === 'stopped')
      return 'It is over. Its report is in the store of its worker, and this server has another one: tell the person.';
    if (failure === null) return 'It is over, without a report.';
    return ['It ended without a report; failure says why.', ...afterFailure(run)].join(' ');
  }
  const pending = progress?.pendingClarification ?? null;
  if (pending !== null) {
    return `It waits for answers until ${pending.deadline}: put its questions to the person, then call research_answer with action "answer" and what the person says for each questionId, or with action "skip" to go on with its assumptions.`;
  }
  if ((progress?.planToApprove ?? null) !== null) {
    return 'It waits for an approval: show the person the tasks of planToApprove, then call research_answer with action "approve", and with plan if the person changed it.';
  }
  const waiting = progress?.waits.map(({ kind, until }) => waitingStep(kind, until)) ?? [];
  if (waiting.length > 0) return [...new Set(waiting)].join(' ');
  if (run.from !== 'worker' && !run.workerIsBusy) {
    return 'No worker answers for it at the moment; it goes on when one runs. Look again later.';
  }
  return 'It is under way: call research_status with waitSeconds 50, or come back later; it goes on by itself.';
}

/** Not the advice that people get: it has words of the question. */
function afterFailure({ researchId, advice, progress }: PublicRun): string[] {
  if (advice === null) return [];
  return progress?.resumesFrom === undefined
    ? [
        'Nothing of it was settled: once the cause is put right, call research_start with the same question and options.',
      ]
    : [
        `What it settled is kept: once the cause is put right, a person continues it with "${commands.resume(researchId)}".`,
      ];
}

function waitingStep(kind: 'budget' | 'outage' | 'setup', until: string): string {
  switch (kind) {
    case 'budget':
      return `It has reached a limit: ask the person, then call research_answer with action "extend" and new totals in limits, or with action "finish" to have the report of what was found. Without an answer it finishes at ${until}.`;
    case 'outage':
      return `It waits for a server that is down and tries again at ${until}; research_answer with action "retry" tries now.`;
    case 'setup':
      return 'A key or model name is wrong: tell the person what waits says; when it is put right, call research_answer with action "retry".';
  }
}
