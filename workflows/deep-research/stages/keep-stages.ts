import { callActivity } from '../../calls/activity-options.ts';
import type { ForkOrigin } from '../../contracts/fork.ts';
import type { SettledMaterial, SettledStages } from '../../contracts/settled-stages.ts';
import { webCorpusIdOf } from '../../domain/corpus-set.ts';
import type { ResearchRun } from '../run/research-run.ts';

type KeepingParts = Pick<
  ResearchRun,
  'researchId' | 'request' | 'state' | 'accounts' | 'progress' | 'reasoning' | 'stages' | 'findingsByTask'
>;

/** What the run that this one was forked from has settled; nothing where a run begins with its question. */
export async function keepStages(run: KeepingParts): Promise<SettledStages> {
  const origin = run.request.forkedFrom;
  if (origin === undefined) return {};
  run.progress.changed();
  const input = { origin, webCorpusId: webCorpusIdOf(run.researchId) };
  const summary = `keep what ${origin.researchId} settled before ${origin.from}`;
  const kept = withGivenPlan(await callActivity('keepStages', input, summary), origin);
  adopt(run, kept);
  return kept;
}

/** A plan that a person gave is approved. */
function withGivenPlan(kept: SettledStages, { plan }: ForkOrigin): SettledStages {
  if (plan === undefined || kept.plan === undefined) return kept;
  return { ...kept, plan: { ...kept.plan, plan, approvedPlan: plan } };
}

/** The run goes on as if it had settled this itself, on that day: so it asks what was asked before. */
function adopt(
  { state, accounts, progress, reasoning, stages, findingsByTask }: KeepingParts,
  kept: SettledStages,
): void {
  const { question, plan, material } = kept;
  stages.keep(kept);
  if (question !== undefined) {
    progress.establish({ language: question.anchor.language });
    reasoning.dateLike(question.anchor.createdAt);
  }
  if (plan !== undefined) state.update({ approvedPlan: plan.approvedPlan });
  const latest = material ?? plan ?? question;
  if (latest !== undefined) accounts.restore(latest);
  if (material === undefined) return;
  progress.establish({ corpus: material.material.corpus, drift: material.drift });
  state.update({ tasks: material.tasks });
  accounts.restoreRetrieval(material);
  for (const [taskId, findings] of findingsOf(material)) findingsByTask.set(taskId, findings);
}

function findingsOf({ material }: SettledMaterial) {
  return Map.groupBy(material.findings, ({ taskId }) => taskId);
}
