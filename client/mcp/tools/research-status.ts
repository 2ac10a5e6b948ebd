import { setTimeout as delay } from 'node:timers/promises';
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type InputRequiredResult,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { counted } from '@plumbline/contracts/common/counted';
import { isFinal, type TaskProgress } from '@plumbline/contracts/report/progress';
import type { PublicRun } from '@plumbline/contracts/report/run-view';
import type { PendingClarification } from '@plumbline/contracts/research/clarification';
import { z } from 'zod';
import { commands } from '../../errors/failures.ts';
import { findPublicRun } from '../../service/public-run.ts';
import { takenMessage } from '../../service/run-start.ts';
import { statusInput } from '../schemas/runs.ts';
import type { McpContext } from '../served/mcp-context.ts';
import { defineTool, type ToolAnswer, type ToolCall } from '../served/tool-call.ts';

const capabilitiesSchema = z.looseObject({ elicitation: z.looseObject({}).optional() });

const OVER_STEPS: ReadonlySet<TaskProgress['step']> = new Set(['done', 'dropped', 'failed']);

type StatusInput = z.infer<typeof statusInput>;

/** `research_status`: how far a run is, what it needs, and how to give it that. */
export function addResearchStatus(server: McpServer, context: McpContext): void {
  const { declinedForms: declined } = context;
  const mayAsk = ({ researchId, askPerson }: StatusInput, { round }: PendingClarification, call: ToolCall) =>
    askPerson && !declined.has(`${researchId} ${round}`) && canAskPerson(server, call.context);
  const handle = async (input: StatusInput, call: ToolCall): Promise<ToolAnswer | InputRequiredResult> => {
    const { researchId, waitSeconds } = input;
    const waited = await waitForRun(context, researchId, waitSeconds * 1_000, call);
    const pending = waited.run.progress?.pendingClarification ?? null;
    if (pending === null || !mayAsk(input, pending, call)) return toAnswer(waited);
    const form = formOutcome(pending, call.context);
    if (form.action === 'unasked') return showForm(pending);
    if (form.action === 'declined') {
      declined.add(`${researchId} ${pending.round}`);
      return toAnswer(waited);
    }
    await passOn(context, researchId, form.answers, call);
    return toAnswer({ ...(await waitForRun(context, researchId, 0, call)), changed: true });
  };
  defineTool({ server, context }, 'research_status', {
    title: 'Status of research',
    description:
      'Progress of a research run: stage, tasks, open questions, what it waits for, and in nextStep what to do. waitSeconds waits for a change. Cancelling the call does not cancel the run.',
    inputSchema: statusInput,
    annotations: { readOnlyHint: true, openWorldHint: false },
    names: { researchId: 'run' },
    handle,
  });
}

/** A form without any answer says to go on. */
async function passOn(
  context: McpContext,
  researchId: string,
  answers: readonly { readonly questionId: string; readonly text: string }[],
  { signal }: ToolCall,
): Promise<void> {
  const { research } = await context.access(signal);
  if (answers.length === 0) takenMessage(researchId, await research.skip(researchId));
  for (const answer of answers) takenMessage(researchId, await research.answer(researchId, answer));
}

function toAnswer({ run, changed }: WaitedRun): ToolAnswer {
  const data = { ...toData(run), changed };
  const texts = {
    question: run.question,
    tasks: data.tasks.map(({ text, step }) => `${step}: ${text}`),
    ...(data.pendingClarification !== null && { questions: data.pendingClarification.questions }),
    ...(data.planToApprove !== null && { planToApprove: data.planToApprove }),
    ...(data.waits.length > 0 && { waits: data.waits }),
    ...(data.failure !== null && { failure: data.failure }),
  };
  return {
    say: `${run.researchId}: ${describeState(run)}. ${data.nextStep}`,
    quote: JSON.stringify(texts, null, 2),
    data,
  };
}

function toData(run: PublicRun) {
  const { researchId, question, stage, progress, failure, webUi, hasReport } = run;
  const pending = progress?.pendingClarification ?? null;
  return {
    researchId,
    question,
    stage,
    isOver: isOver(run),
    hasReport,
    tasks: (progress?.tasks ?? []).map(({ text, step, findings }) => ({ text, step, findings })),
    pendingClarification:
      pending === null ? null : { round: pending.round, deadline: pending.deadline, questions: openQuestions(pending) },
    planToApprove: progress?.planToApprove ?? null,
    waits: (progress?.waits ?? []).map(({ kind, subject, reason, until }) => ({ kind, subject, reason, until })),
    gaps: progress?.gaps.length ?? 0,
    failure,
    webUi,
    nextStep: nextStepOf(run),
  };
}

interface WaitedRun {
  readonly run: PublicRun;
  /** Something has changed since the call began. */
  readonly changed: boolean;
}

/**
 * The state of a run: at once where it is over or needs somebody, else after a change, or when the time is up. Aborting
 * the call ends the waiting, not the run.
 */
async function waitForRun(
  context: McpContext,
  researchId: string,
  waitMs: number,
  { signal, progress }: Pick<ToolCall, 'signal' | 'progress'>,
): Promise<WaitedRun> {
  const access = await context.access(signal);
  const look = () => findPublicRun({ access, tools: context.tools }, researchId);
  const until = performance.now() + waitMs;
  const first = await look();
  const before = changeKeyOf(first);
  for (let run = first, told = ''; ; run = await look()) {
    signal.throwIfAborted();
    const changed = changeKeyOf(run) !== before;
    const left = until - performance.now();
    if (changed || isOver(run) || needsSomebody(run) || left <= 0) return { run, changed };
    const state = describeState(run);
    if (state !== told) await progress(state);
    told = state;
    await delay(Math.min(context.settings.pace.lookMs, left), undefined, { signal });
  }
}

function isOver({ stage, endedAt }: PublicRun): boolean {
  return endedAt !== null || (stage !== null && isFinal(stage));
}

/** Whether the run needs somebody: an answer, an approval, a decision at a limit, a key. */
function needsSomebody({ progress }: PublicRun): boolean {
  if (progress === null) return false;
  const { pendingClarification, planToApprove, waits } = progress;
  return pendingClarification !== null || planToApprove !== null || waits.some(({ kind }) => kind !== 'outage');
}

/** What a waiting call looks out for: it changes with every stage, question, wait and finished task. */
function changeKeyOf(run: PublicRun): string {
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
function describeState({ stage, progress }: PublicRun): string {
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
    ? ['It completed no stage: once the cause is fixed, call research_start with the same question and options.']
    : [
        `Its completed stages are kept: once the cause is fixed, a person continues it with "${commands.resume(researchId)}".`,
      ];
}

function waitingStep(kind: 'budget' | 'outage' | 'setup', until: string): string {
  switch (kind) {
    case 'budget':
      return `It has reached a limit: ask the person, then call research_answer with action "extend" and new totals in limits, or with action "finish" to have the report of what was found. Without an answer it finishes at ${until}.`;
    case 'outage':
      return `It waits for a server that is down and tries again at ${until}; research_answer with action "retry" tries now.`;
    case 'setup':
      return 'A key or model name is wrong: tell the person what waits says; once it is fixed, call research_answer with action "retry".';
  }
}

/** Whether the client can show its person a form. */
function canAskPerson(server: McpServer, { mcpReq }: ServerContext): boolean {
  // Newer clients say it with every request, older ones once.
  const envelope: Readonly<Record<string, unknown>> = mcpReq.envelope ?? {};
  const told = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.server.getClientCapabilities();
  const elicitation = capabilitiesSchema.safeParse(told).data?.elicitation;
  return elicitation !== undefined && ('form' in elicitation || !('url' in elicitation));
}

/** What a person did with a form. `answers` are those that are not empty. */
type FormOutcome =
  | { readonly action: 'unasked' }
  | { readonly action: 'declined' }
  | {
      readonly action: 'submitted';
      readonly answers: readonly { readonly questionId: string; readonly text: string }[];
    };

/** What became of the form with these questions, if this call has shown it already. */
function formOutcome(pending: PendingClarification, { mcpReq }: ServerContext): FormOutcome {
  const response = inputResponse(mcpReq.inputResponses, keyOf(pending));
  if (response.kind !== 'elicit') return { action: 'unasked' };
  if (response.action !== 'accept') return { action: 'declined' };
  const given = z.record(z.string(), z.unknown()).parse(response.content ?? {});
  const answers = openQuestions(pending).flatMap(({ questionId }) => {
    const text = given[questionId];
    return typeof text === 'string' && text.trim() !== '' ? [{ questionId, text: text.trim() }] : [];
  });
  return { action: 'submitted', answers };
}

/** Asks the person these questions; the call comes again with what became of the form. */
function showForm(pending: PendingClarification): InputRequiredResult {
  const fields = openQuestions(pending).map(({ questionId, text, reason }) => [
    questionId,
    { type: 'string' as const, title: text, description: reason },
  ]);
  const form = inputRequired.elicit({
    mode: 'form',
    message: 'The research asks back. Leave all fields empty to go on with its assumptions.',
    requestedSchema: { type: 'object', properties: Object.fromEntries(fields) },
  });
  return inputRequired({ inputRequests: { [keyOf(pending)]: form } });
}

function openQuestions({ questions, answeredQuestionIds }: PendingClarification) {
  return questions.filter(({ questionId }) => !answeredQuestionIds.includes(questionId));
}

function keyOf({ round }: PendingClarification): string {
  return `round-${round}`;
}
