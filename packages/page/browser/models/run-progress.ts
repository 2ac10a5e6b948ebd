import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { PartialReport } from '@plumbline/contracts/report/partial-report';
import type { Stage } from '@plumbline/contracts/report/progress';
import type { PublicRun } from '@plumbline/contracts/report/run-view';
import type { ClarificationQuestion, PendingClarification } from '@plumbline/contracts/research/clarification';
import { type Evidence, evidenceOfFinding, isWebAddress } from './evidence.ts';

/** What a run waits for a person to do. */
type RunNeed =
  | { readonly kind: 'answers'; readonly pending: PendingClarification }
  | { readonly kind: 'plan'; readonly plan: ResearchPlan };

export function needOf({ endedAt, progress }: Pick<PublicRun, 'endedAt' | 'progress'>): RunNeed | null {
  if (endedAt !== null || progress === null) return null;
  const { pendingClarification: pending, planToApprove: plan } = progress;
  if (pending !== null) return { kind: 'answers', pending };
  return plan === null ? null : { kind: 'plan', plan };
}

export function openQuestions({ questions, answeredQuestionIds }: PendingClarification): ClarificationQuestion[] {
  return questions.filter(({ questionId }) => !answeredQuestionIds.includes(questionId));
}

/** A worker that was seen so lately is only busy. */
const LATELY_MS = 60_000;

/** A run without a worker, as far as is known. */
export function hasNoWorker({ endedAt, from, workerIsBusy, workerLastSeenAt }: PublicRun, now = new Date()): boolean {
  const isSeen = workerLastSeenAt !== null && now.getTime() - Date.parse(workerLastSeenAt) < LATELY_MS;
  return endedAt === null && from !== 'worker' && !workerIsBusy && !isSeen;
}

/** Stages that a person sees as a path; a run is in `anchored` for a moment only. */
const PATH_STAGES = [
  'indexing',
  'clarifying',
  'planning',
  'researching',
  'validating',
  'synthesizing',
  'verifying',
] as const satisfies readonly Stage[];
type PathStage = (typeof PATH_STAGES)[number];

interface StageOnPath {
  readonly stage: PathStage;
  readonly state: 'done' | 'present' | 'ahead';
}

/** @param stage null: the run has just begun */
export function stagePathOf(stage: Stage | null): StageOnPath[] {
  const present = placeOf(stage);
  return PATH_STAGES.map((name, index) => ({
    stage: name,
    state: index < present ? 'done' : index === present ? 'present' : 'ahead',
  }));
}

function placeOf(stage: Stage | null): number {
  if (stage === null) return 0;
  if (stage === 'anchored') return PATH_STAGES.indexOf('planning');
  const place = PATH_STAGES.findIndex((name) => name === stage);
  return place < 0 ? PATH_STAGES.length : place;
}

export interface FoundForTask {
  readonly taskId: string;
  /** Empty: of no task of the plan. */
  readonly text: string;
  readonly findings: readonly Finding[];
}

/** Findings by task, in the order of the plan; tasks without any are left out. */
export function foundByTask({ tasks, findings }: Pick<PartialReport, 'tasks' | 'findings'>): FoundForTask[] {
  const byTask = Map.groupBy(findings, ({ taskId }) => taskId);
  const planned = tasks.map(({ taskId, text }) => ({ taskId, text, findings: byTask.get(taskId) ?? [] }));
  const known = new Set(tasks.map(({ taskId }) => taskId));
  const others = findings.filter(({ taskId }) => !known.has(taskId));
  return [...planned, { taskId: '', text: '', findings: others }].filter((task) => task.findings.length > 0);
}

/** All quotations so far, in the order in which they are shown. */
export function evidenceFound(found: PartialReport): Evidence[] {
  const findings = foundByTask(found).flatMap((task) => task.findings);
  return findings.flatMap((finding) => evidenceOfFinding(found.researchId, finding));
}

/** The quotations of a task by the names of their documents, in the order of reading. */
export function sourcesRead({ researchId, findings }: PartialReport, taskId: string): Map<string, Evidence[]> {
  const ofTask = findings.filter((finding) => finding.taskId === taskId);
  const quoted = ofTask.flatMap((finding) => evidenceOfFinding(researchId, finding));
  return Map.groupBy(quoted, ({ citation }) => documentNameOf(citation));
}

/** The name of a file; of a page of the web, its title. */
function documentNameOf({ locator, title }: Evidence['citation']): string {
  return (isWebAddress(locator) ? title : locator.split('/').at(-1)) || title || locator;
}
