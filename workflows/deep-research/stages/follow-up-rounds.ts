import { counted } from '@plumbline/contracts/common/counted';
import { referTo } from '@plumbline/contracts/evidence/evidence-index';
import { type Finding, servedTasks } from '@plumbline/contracts/evidence/finding';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import { MAX_TASKS, type ResearchTask } from '@plumbline/contracts/evidence/research-plan';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { MAX_REFLECTED_TASKS, type OpenGap, type Reflection } from '@plumbline/contracts/research/reflection';
import type { Lead } from '@plumbline/contracts/research/retrieval-activities';
import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import { byRelevance } from '../../domain/evidence-selection.ts';
import { RESEARCH_LIMITS } from '../../domain/research-limits.ts';
import type { ResearchRun } from '../run/research-run.ts';
import { TaskResearch } from '../task/research-task.ts';
import type { ResearchContext, ResearchParts } from '../task/task-context.ts';
import { researchWave } from './concurrent-tasks.ts';

/** Longest text of a task. */
const MAX_TEXT = 1_000;

/** Findings that a reflection sees, the most relevant. */
const MOST_FINDINGS = 60;
const MOST_LEADS = 8;

/** A task of a follow-up round, and the gap that it is to close. */
interface FollowUpTask {
  readonly gap: CoverageGap;
  readonly research: TaskResearch;
}

/**
 * Researches in rounds what has no good evidence yet, and what a look at all findings adds, within the run's limits. The
 * first round without new evidence is the last.
 *
 * @param first where the readers of the planned tasks would have read on, and what the clarification left open
 * @returns the tasks that were added
 */
export async function researchFollowUps(
  run: ResearchParts & Pick<ResearchRun, 'workTime'>,
  context: ResearchContext,
  planned: readonly TaskResearch[],
  first: Pick<Look, 'leads' | 'open'>,
): Promise<readonly TaskResearch[]> {
  const added: FollowUpTask[] = [];
  const look: Look = { ...first };
  const { maxRounds, maxTasks } = run.request.settings;
  for (let round = 1; round <= maxRounds; round++) {
    const room = Math.max(0, Math.min(maxTasks, MAX_TASKS - planned.length - added.length));
    // A model that has searched once more in vain decides itself what else to try.
    const isTried = run.accounts.engine === 'model' && round > 1;
    const open = isTried ? [] : openGaps(run, context, planned, added).slice(0, room);
    const researched = [...planned, ...added.map(({ research }) => research)];
    const reflected = await reflect(run, context, look, { round, researched, open, room: room - open.length });
    const gaps = [...open, ...reflected];
    if (gaps.length === 0) break;
    if (!(await run.budget.waitForBudget([...RESEARCH_LIMITS, 'searches', 'pages'], () => mayGoOn(run)))) break;
    const seen = new Set(findingsOf(researched).map(passageIdOf));
    const tasks = gaps.map((gap, index) => toTask(run, context, gap, `r${round}t${index + 1}`));
    run.accounts.telemetry.counts.rounds += 1;
    look.leads = await researchWave(run, context, {
      tasks: tasks.map(({ research }) => research),
      earlier: researched.map(({ task }) => task),
    });
    added.push(...tasks);
    closeGaps(run, researched, tasks);
    const isNew = tasks.some(({ research }) => research.goodFindings.some((found) => !seen.has(found.passageId)));
    if (!isNew) break;
  }
  return added.map(({ research }) => research);
}

function mayGoOn({ accounts, state }: Pick<ResearchRun, 'accounts' | 'state'>): boolean {
  const isSpent =
    accounts.hasReached('wallTimeSeconds') || accounts.hasReached('searches') || accounts.hasReached('pages');
  return !state.isFinishing && !isSpent && accounts.mayResearch();
}

/** Findings of a follow-up task count for the planned task whose gap it should close. */
function openGaps(
  { accounts }: Pick<ResearchRun, 'accounts'>,
  { anchor }: ResearchContext,
  planned: readonly TaskResearch[],
  added: readonly FollowUpTask[],
): CoverageGap[] {
  const found = added.flatMap(({ gap, research }) =>
    research.served.map((finding) => ({ ...finding, taskId: gap.taskId ?? finding.taskId })),
  );
  const tasks = planned.map(({ task }) => task);
  // Whether an entity is missing a model sees better: the documents may have another word for it.
  const asked = accounts.engine === 'model' ? { ...anchor, keyEntities: [] } : anchor;
  return findCoverageGaps(asked, tasks, [...findingsOf(planned), ...found]);
}

function toTask(run: ResearchParts, context: ResearchContext, gap: CoverageGap, taskId: string): FollowUpTask {
  const task = { taskId, text: gap.text, rationale: gap.rationale };
  return { gap, research: new TaskResearch(run, { ...context, task, isFollowUp: true }) };
}

/** What a task found good evidence for is no gap any more. */
function closeGaps(
  { accounts }: Pick<ResearchRun, 'accounts'>,
  researched: readonly TaskResearch[],
  tasks: readonly FollowUpTask[],
): void {
  const found = tasks.filter(({ research }) => research.goodFindings.length > 0).map(({ gap }) => gap);
  for (const { taskId } of found) if (taskId !== null) accounts.closeGap('nothing-found', taskId);
  const closed = new Set(found.flatMap(({ closes }) => closes ?? []));
  for (const research of researched) {
    if (research.summary === null) continue;
    research.summary = { ...research.summary, gaps: research.summary.gaps.filter((gap) => !closed.has(gap)) };
  }
}

function findingsOf(tasks: readonly TaskResearch[]) {
  const served = tasks.flatMap((task) => task.served);
  return [...new Map(served.map((finding) => [finding.findingId, finding])).values()];
}

function passageIdOf({ passageId }: { readonly passageId: string }): string {
  return passageId;
}

/** What the next look sees beside the findings. */
interface Look {
  leads: readonly Lead[];
  /** Of no task alone, and not yet looked at. */
  open: readonly string[];
}

interface ReflectedRound {
  /** The round to come, counted from 1. */
  readonly round: number;
  readonly researched: readonly TaskResearch[];
  /** What the round looks for in any case. */
  readonly open: readonly CoverageGap[];
  /** How many more tasks the round has room for. */
  readonly room: number;
}

/**
 * Lets the model look at all findings so far, name what is open, and what to look for next. It adds to what the rules look
 * for and takes nothing away: without a model, or after its failure, the rules alone decide. One task that has good evidence
 * needs no look.
 */
async function reflect(
  run: Pick<ResearchRun, 'state' | 'accounts' | 'reasoning' | 'evidence' | 'contradictions'>,
  { anchor, corpus }: ResearchContext,
  look: Look,
  { round, researched, open, room }: ReflectedRound,
): Promise<readonly CoverageGap[]> {
  const { state, accounts, reasoning, evidence, contradictions } = run;
  const maxTasks = Math.min(MAX_REFLECTED_TASKS, room);
  const findings = findingsOf(researched).filter((finding) => !isUntrusted(finding));
  const isAsked = accounts.engine === 'model' && !state.isFinishing && !accounts.isModelExhausted();
  const isOpen = researched.length > 1 || open.length > 0;
  if (!isAsked || !isOpen || maxTasks < 1 || findings.length === 0) return [];
  const shown = findings.toSorted(byRelevance).slice(0, MOST_FINDINGS);
  const input = {
    anchor,
    corpusId: corpus.corpusId,
    tasks: researched.map(({ task: { taskId, text } }) => ({ taskId, text })),
    gaps: openBefore(look, researched),
    leads: [...new Set(look.leads.map(wordsOfLead))].slice(0, MOST_LEADS),
    contradictions: contradictions.map(({ text }) => text),
    ...referTo({ evidence }, shown),
    lookedFor: open.map(({ text }) => text),
    maxTasks,
  };
  const summary = `look at ${counted(findings.length, 'finding')} before round ${round}`;
  try {
    const reflection = await reasoning.ask('reflectOnFindings', input, summary);
    note(accounts, round, reflection);
    replaceGaps(researched, reflection.gaps);
    look.open = [];
    contradictions.push(...reflection.contradictions);
    return reflection.tasks.map((task) => ({ taskId: null, ...task }));
  } catch (error) {
    if (isCancellation(error)) throw error;
    accounts.degrade({ step: 'reflectOnFindings', cause: describeCause(error), count: 1 });
    return [];
  }
}

function openBefore({ open }: Look, researched: readonly TaskResearch[]): OpenGap[] {
  const ofTasks = researched.flatMap(({ task: { taskId }, summary }) =>
    (summary?.gaps ?? []).map((text) => ({ taskId, text })),
  );
  return [...open.map((text) => ({ taskId: null, text })), ...ofTasks];
}

function wordsOfLead(lead: Lead): string {
  if (lead.kind === 'search') return lead.words;
  if (lead.kind === 'section') return lead.heading;
  return lead.kind === 'reference' ? lead.text : '';
}

/** Only what says something: the rule that answers for a failed model names nothing. */
function note({ telemetry }: Pick<ResearchRun, 'accounts'>['accounts'], round: number, said: Reflection): void {
  const gaps = said.gaps.map(({ text }) => text);
  const tasks = said.tasks.map(({ text }) => text);
  if (gaps.length > 0 || tasks.length > 0) telemetry.reflections.push({ round, gaps, tasks });
}

/** What was open before and is not named again is closed. What belongs to no task alone goes to the first. */
function replaceGaps(researched: readonly TaskResearch[], gaps: readonly OpenGap[]): void {
  const [first] = researched.filter(({ summary }) => summary !== null);
  for (const research of researched) {
    if (research.summary === null) continue;
    const own = gaps.filter(({ taskId }) => (taskId ?? first?.task.taskId) === research.task.taskId);
    research.summary = { ...research.summary, gaps: own.map(({ text }) => text) };
  }
}

/** Part of the question that has no evidence of tier 1 or 2 yet. */
interface CoverageGap {
  /** The task whose question is open; null for a key entity that no good evidence mentions. */
  readonly taskId: string | null;
  /** What a further task asks. */
  readonly text: string;
  /** Why, for people. */
  readonly rationale: string;
  /** Words of an open gap that evidence would close. */
  readonly closes?: string;
}

/** What is still open: tasks without good evidence first, then key entities that no good evidence mentions. */
export function findCoverageGaps(
  anchor: QueryAnchor,
  tasks: readonly ResearchTask[],
  findings: readonly Finding[],
): CoverageGap[] {
  const good = findings.filter(({ contextTier }) => contextTier <= 2);
  const answered = new Set(good.flatMap(servedTasks));
  const mentioned = new Set(good.flatMap(({ mentionedEntities }) => mentionedEntities));
  const openTasks = tasks.filter(({ taskId }) => !answered.has(taskId));
  const openEntities = anchor.keyEntities.filter((entity) => !mentioned.has(entity));
  return [
    ...openTasks.map(({ taskId, text }) => ({ taskId, text, rationale: `no good evidence for ${taskId} yet` })),
    // A task without good evidence looks for its entities anyway.
    ...(openTasks.length === tasks.length ? [] : openEntities).map((entity) => ({
      taskId: null,
      text: `${entity}: ${anchor.originalQuestion}`.slice(0, MAX_TEXT),
      rationale: `no good evidence mentions ${entity} yet`,
    })),
  ];
}
