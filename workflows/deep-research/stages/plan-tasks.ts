import type { RecalledMemory } from '@plumbline/contracts/answers/memory-activities';
import type { QueryAnchor } from '@plumbline/contracts/evidence/query-anchor';
import type { ResearchPlan } from '@plumbline/contracts/evidence/research-plan';
import type { ClarificationContext, ReportMaterial } from '@plumbline/contracts/report/settled-stages';
import { callActivity } from '../../calls/activity-options.ts';
import type { ResearchRun } from '../run/research-run.ts';

type PlanningParts = Pick<ResearchRun, 'request' | 'state' | 'progress' | 'waits' | 'reasoning'>;

/**
 * Makes the plan and, when the request asks for it, lets a person approve or edit it.
 *
 * @param drafted by the model that judged the question; used where nothing more is known and no person looks at it
 */
export async function planTasks(
  run: PlanningParts,
  { anchor, corpusId }: { readonly anchor: QueryAnchor; readonly corpusId: string },
  { summary, places }: ClarificationContext,
  memory: RecalledMemory | null = null,
  drafted?: ResearchPlan,
): Promise<ResearchPlan> {
  run.progress.enter('planning');
  const { maxTasks, approvePlan } = run.request.settings;
  const remembered = memory?.entries.map(({ text }) => text) ?? [];
  const isFit = remembered.length === 0 && !approvePlan;
  if (drafted !== undefined && drafted.tasks.length <= maxTasks && isFit) return drafted;
  const input = { anchor, corpusId, clarificationSummary: summary, maxTasks, memory: remembered, places };
  const plan = await run.reasoning.ask('planResearch', input, `plan: "${anchor.originalQuestion}"`);
  return approvePlan && !run.state.isFinishing ? waitForApproval(run, plan) : plan;
}

/** If no approval arrives in time, the plan is used as it is. */
async function waitForApproval({ request, state, waits }: PlanningParts, plan: ResearchPlan): Promise<ResearchPlan> {
  state.update({ planToApprove: plan });
  const isApproved = (): boolean => state.current.approvedPlan !== null;
  const timeoutMs = request.settings.clarificationTimeoutSeconds * 1_000;
  await waits.forPeople(isApproved, timeoutMs, 'waiting for approval of the plan');
  state.update({ planToApprove: null });
  return state.current.approvedPlan ?? plan;
}

/** What the user of the run had remembered; null for a run without a user. */
export async function recallMemory(
  { request }: Pick<ResearchRun, 'request'>,
  { originalQuestion, refinements }: QueryAnchor,
): Promise<RecalledMemory | null> {
  const { userId, settings } = request;
  if (userId === undefined) return null;
  const text = [originalQuestion, ...refinements].join(' ');
  return callActivity('recallMemory', { userId, text, threshold: settings.citeThreshold }, 'read the memory');
}

/** What is remembered joins the evidence; it was not researched, so it is not validated either. */
export function withRemembered(material: ReportMaterial, memory: RecalledMemory | null): ReportMaterial {
  if (memory === null || memory.findings.length === 0) return material;
  const { findings, quotes } = material;
  return {
    ...material,
    findings: [...memory.findings, ...findings],
    quotes: [...memory.findings.flatMap((finding) => finding.quotes), ...quotes],
  };
}
