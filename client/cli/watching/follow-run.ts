import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { RunView } from '@plumbline/contracts/report/run-view';
import { MAX_ANSWER_LENGTH, type PendingClarification } from '@plumbline/contracts/research/clarification';
import type { ResearchRequest } from '@plumbline/contracts/research/research-request';
import type { TemporalAccess } from '../../connection/temporal-access.ts';
import { commands, UsageError } from '../../errors/failures.ts';
import type { ResearchClient } from '../../runs/research-client.ts';
import type { StartedRun } from '../../runs/research-start.ts';
import { createRunLook, lookAtStoredEnd } from '../../runs/run-look.ts';
import type { Delivery } from '../../runs/run-messages.ts';
import { viewOfStored } from '../../runs/run-view.ts';
import type { CommandContext } from '../context/command-context.ts';
import type { ExitCode } from '../context/command.ts';
import { createQuestions, GaveUpError, type Questions } from '../context/questions.ts';
import { renderClarification, renderPlanToApprove } from '../rendering/render-status.ts';
import { createPaint } from '../terminal/output.ts';
import { toPlainLine } from '../terminal/text-layout.ts';
import { presentOutcome } from './run-outcome.ts';
import {
  createEventDisplay,
  createLineDisplay,
  createLiveDisplay,
  type Responder,
  type RunDisplay,
  type WatchedRun,
  watchRun,
} from './watch-run.ts';

/** How a person wants to see a run that was just started. */
export interface FollowFlags {
  readonly detach?: boolean;
  readonly quiet?: boolean;
  readonly logDrift?: boolean;
}

/** Follows a run to its end, or says how to come back to it. */
export async function followOrLeave(
  context: CommandContext,
  access: TemporalAccess,
  started: StartedRun,
  { detach, quiet, logDrift }: FollowFlags,
): Promise<ExitCode | void> {
  if (detach !== true) {
    return followRun(context, access, started.researchId, { isQuiet: quiet === true, logsDrift: logDrift === true });
  }
  sayWhereItRuns(context, access, started);
}

function sayWhereItRuns(
  { output }: CommandContext,
  access: TemporalAccess,
  { researchId, attached }: { readonly researchId: string; readonly attached: boolean },
): void {
  const follow = {
    status: commands.status(researchId),
    answer: commands.answer(researchId),
    resume: commands.resume(researchId),
  };
  output.result({ researchId, attached, webUi: access.webUiOf(researchId), commands: follow }, () => [
    attached ? `${researchId} exists already.` : `Started ${researchId}; it runs in the background.`,
    `Status: ${follow.status}`,
    `Watch:  ${follow.resume}`,
    `Answer: ${follow.answer}`,
    `Stop:   ${commands.down()} (Temporal and the worker)`,
  ]);
}

/** Starts or attaches to a run and records it in the store, where it can be found without Temporal. */
export async function beginRun(
  context: CommandContext,
  access: TemporalAccess,
  request: ResearchRequest,
  id: string | undefined,
): Promise<StartedRun> {
  const started = await access.research.start(request, id);
  const { researchId, requestHash, attached } = started;
  if (!attached) {
    const { runs } = await context.tools();
    await runs.recordStart({ researchId, request, requestHash, startedAt: new Date().toISOString() });
  }
  context.output.progress(attached ? `Attached to the existing run ${researchId}` : `Run ${researchId}`);
  const webUi = access.webUiOf(researchId);
  if (webUi !== null) context.output.progress(`Web UI ${webUi}`);
  return started;
}

/** A run to watch. */
function watched(context: CommandContext, access: TemporalAccess, researchId: string): WatchedRun {
  const look = createRunLook(context, access, researchId);
  const over = access.research.result(researchId);
  let hasReport = false;
  void over.then(
    () => (hasReport = true),
    () => undefined,
  );
  return {
    researchId,
    look: async () => (hasReport ? await lookAtStoredEnd(context, access, researchId) : null) ?? (await look()),
    over,
  };
}

export interface FollowOptions {
  readonly isQuiet: boolean;
  /** Lists the findings that validation dropped, at the end. */
  readonly logsDrift?: boolean;
}

/** Watches a run to its end and shows its report. @throws {RunFailedError} when it ends without one */
export async function followRun(
  context: CommandContext,
  access: TemporalAccess,
  researchId: string,
  { isQuiet, logsDrift = false }: FollowOptions,
): Promise<ExitCode | void> {
  const { config, output, signal } = context;
  const display = createDisplay(context, isQuiet);
  const responder =
    config.terminal.canAsk && !output.isJson
      ? createInterviewer(context, access.research, display)
      : createAnnouncer(display);
  try {
    const run = watched(context, access, researchId);
    return await presentOutcome(context, await watchRun(run, { display, responder, signal }), logsDrift);
  } catch (error) {
    if (signal.aborted) sayStopped(context, access, `Resume: ${commands.resume(researchId)}`);
    throw error;
  }
}

function createDisplay({ config, output, streams }: CommandContext, isQuiet: boolean): RunDisplay {
  const { canRedraw, columns, progressColour } = config.terminal;
  if (!canRedraw || isQuiet || output.isJson) return createLineDisplay(output);
  return createLiveDisplay(streams.stderr, columns, createPaint(progressColour));
}

/** @param remedy how to come back */
export function sayStopped({ output }: CommandContext, { endsAfterwards }: TemporalAccess, remedy: string): void {
  const server = endsAfterwards ? ' Stopping the embedded server and its worker (Ctrl-C again: immediately).' : '';
  output.notice(`\nStopped watching; the run is stored.${server}\n${remedy}`);
}

/** {@link followRun}, or the stored report of a run that Temporal no longer has. */
export async function followOrShow(
  context: CommandContext,
  access: TemporalAccess,
  researchId: string,
  options: FollowOptions,
): Promise<ExitCode | void> {
  try {
    return await followRun(context, access, researchId, options);
  } catch (error) {
    const stored = error instanceof UsageError ? await (await context.tools()).runs.read(researchId) : null;
    if (stored === null || !stored.hasReport) throw error;
    return presentOutcome(context, viewOfStored(stored));
  }
}

/** Watches a run to its end without asking or showing the report. */
export async function watchOnly(context: CommandContext, access: TemporalAccess, researchId: string): Promise<void> {
  const display = context.output.isJson ? createEventDisplay(context.output) : createDisplay(context, false);
  await watchRun(watched(context, access, researchId), {
    display,
    responder: createAnnouncer(display),
    signal: context.signal,
  });
}

/** Name of what the run waits for; each round has its own. */
function waitingFor({ endedAt, progress }: RunView): string | null {
  if (endedAt !== null || progress === null) return null;
  if (progress.pendingClarification !== null) return `round ${progress.pendingClarification.round}`;
  return progress.planToApprove === null ? null : 'plan';
}

/** Prints each thing that the run waits for once, with the commands that answer it. */
export function createAnnouncer(display: RunDisplay): Responder {
  let announced: string | null = null;
  return {
    consider(run) {
      const wanted = waitingFor(run);
      if (wanted !== null && wanted !== announced) display.note(describeWait(run));
      announced = wanted;
    },
    async close() {},
  };
}

function describeWait({ researchId, progress }: RunView): string {
  if (progress?.pendingClarification) return renderClarification(researchId, progress.pendingClarification);
  return progress?.planToApprove ? renderPlanToApprove(researchId, progress.planToApprove) : '';
}

/** Asks at the terminal and sends the answers. A question that was answered elsewhere or has timed out disappears. */
function createInterviewer(context: CommandContext, research: ResearchClient, display: RunDisplay): Responder {
  let asking: { readonly wanted: string; readonly controller: AbortController; readonly done: Promise<void> } | null =
    null;

  async function interview(run: RunView, signal: AbortSignal): Promise<void> {
    display.pause();
    try {
      const questions = await createQuestions({ ...context, signal }, '');
      for (const refusal of await askPerson(research, run, questions)) {
        display.note(`refused: ${toPlainLine(refusal)}`);
      }
    } catch (error) {
      // Ctrl-C in a question, or an answer from elsewhere.
      if (error instanceof GaveUpError) return signal.aborted ? undefined : context.interrupt();
      // The run keeps waiting; the next look asks again if the server can be reached.
      display.note(`the answer could not be sent: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      display.resume();
    }
  }

  return {
    consider(run) {
      const wanted = waitingFor(run);
      if (asking?.wanted === wanted) return;
      asking?.controller.abort();
      if (wanted === null) {
        asking = null;
        return;
      }
      const controller = new AbortController();
      asking = { wanted, controller, done: interview(run, controller.signal) };
    },
    async close() {
      asking?.controller.abort();
      await asking?.done;
    },
  };
}

/** @returns reasons of refusals */
async function askPerson(
  research: ResearchClient,
  { researchId, progress }: RunView,
  questions: Questions,
): Promise<Delivery['refusals']> {
  if (progress?.pendingClarification) {
    const answers = await askForAnswers(progress.pendingClarification, questions);
    const deliveries: Delivery[] = [];
    for (const answer of answers.given) deliveries.push(await research.answer(researchId, answer));
    if (answers.skippedSome) deliveries.push(await research.skip(researchId));
    return deliveries.flatMap(({ refusals }) => refusals);
  }
  if (!progress?.planToApprove) return [];
  const plan = await askForPlan(progress.planToApprove, questions);
  return (await research.approvePlan(researchId, plan)).refusals;
}

interface Answers {
  readonly given: readonly { readonly text: string; readonly questionId: string }[];
  /** True when an answer was left empty: the rest of the round is skipped. */
  readonly skippedSome: boolean;
}

/** Asks the open questions of a round one by one; an empty answer leaves a question open. */
async function askForAnswers(pending: PendingClarification, { text }: Questions): Promise<Answers> {
  const open = pending.questions.filter(({ questionId }) => !pending.answeredQuestionIds.includes(questionId));
  const given: { text: string; questionId: string }[] = [];
  for (const { questionId, text: question, reason } of open) {
    const answer = await text({
      message: [toPlainLine(question), ...(reason === '' ? [] : [`   ${toPlainLine(reason)}`])].join('\n'),
      placeholder: 'Press Enter to continue without an answer',
      validate: (value) =>
        (value ?? '').length > MAX_ANSWER_LENGTH ? `At most ${MAX_ANSWER_LENGTH} characters.` : undefined,
    });
    const trimmed = (answer ?? '').trim();
    if (trimmed !== '') given.push({ text: trimmed, questionId });
  }
  return { given, skippedSome: given.length < open.length };
}

/** Shows the plan; deselected tasks are not researched. */
async function askForPlan(plan: ResearchPlan, { multiselect }: Questions): Promise<ResearchPlan> {
  const chosen = await multiselect({
    message: 'Research this plan? Space deselects a task, Enter starts.',
    options: plan.tasks.map(({ taskId, text }) => ({ value: taskId, label: toPlainLine(text) })),
    initialValues: plan.tasks.map(({ taskId }) => taskId),
    required: true,
  });
  return { tasks: plan.tasks.filter(({ taskId }) => chosen.includes(taskId)) };
}
