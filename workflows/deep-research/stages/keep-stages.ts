import { webCorpusIdOf } from '@plumbline/contracts/evidence/corpus-set';
import { noteStored } from '@plumbline/contracts/evidence/evidence-index';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { KeepStagesInput, KeptStages, SettledStages } from '@plumbline/contracts/report/settled-stages';
import type { ForkOrigin } from '@plumbline/contracts/research/fork';
import { callActivity } from '../../calls/activity-options.ts';
import type { ResearchRun } from '../run/research-run.ts';

type KeepingParts = Pick<
  ResearchRun,
  | 'researchId'
  | 'request'
  | 'resumption'
  | 'state'
  | 'accounts'
  | 'workTime'
  | 'progress'
  | 'reasoning'
  | 'stages'
  | 'findingsByTask'
  | 'evidence'
>;

/** What the run that this one was forked from has settled, or this one before it failed; nothing where a run begins. */
export async function keepStages(run: KeepingParts): Promise<SettledStages> {
  const { researchId, resumption, request } = run;
  const origin = resumption === undefined ? request.forkedFrom : { researchId, from: resumption.from };
  if (origin === undefined) return {};
  if (origin.from === 'synthesis') run.state.update({ settled: 'material' });
  run.progress.changed();
  const stages = await load(run, origin);
  const kept = resumption === undefined ? withGivenPlan(stages, request.forkedFrom) : stages;
  adopt(run, kept);
  if (resumption !== undefined) goOn(run, kept);
  return kept;
}

/** In as many calls as the payloads of the findings require. */
async function load({ researchId, evidence }: KeepingParts, origin: Pick<ForkOrigin, 'researchId' | 'from' | 'plan'>) {
  const what = origin.researchId === researchId ? 'it had' : origin.researchId;
  const summary = `keep what ${what} settled before ${origin.from}`;
  const input: KeepStagesInput = { origin, webCorpusId: webCorpusIdOf(researchId) };
  const { batch, ...first } = await callActivity('keepStages', input, summary);
  if (batch === undefined || first.material === undefined) return first;
  const findings: Finding[] = [];
  for (let current: KeptStages['batch'] = batch; current !== undefined;) {
    findings.push(...current.findings);
    noteStored(evidence, current.stored, current.findings);
    if (current.next === null) break;
    current = (await callActivity('keepStages', { ...input, findingsFrom: current.next }, summary)).batch;
  }
  const { material } = first.material;
  const whole = { ...material, findings: findings.slice(0, batch.selected), reserve: findings.slice(batch.selected) };
  return { ...first, material: { ...first.material, material: whole } };
}

/** A plan that a person gave is approved. */
function withGivenPlan(kept: SettledStages, origin: ForkOrigin | undefined): SettledStages {
  if (origin?.plan === undefined || kept.plan === undefined) return kept;
  return { ...kept, plan: { ...kept.plan, plan: origin.plan, approvedPlan: origin.plan } };
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
  const latest = latestOf(kept);
  if (latest !== undefined) accounts.restore(latest);
  if (material === undefined) return;
  progress.establish({ corpus: material.material.corpus, drift: material.drift });
  state.update({ tasks: material.tasks });
  accounts.restoreRetrieval(material);
  const byTask = Map.groupBy(material.material.findings, ({ taskId }) => taskId);
  for (const [taskId, findings] of byTask) findingsByTask.set(taskId, findings);
}

/** The run that failed and this one are the same to a person: what was used is the run's. */
function goOn({ state, accounts, workTime }: KeepingParts, kept: SettledStages): void {
  const finishRequested = kept.material?.gaps.some(({ kind }) => kind === 'finished-early') ?? false;
  state.update({ finishRequested });
  const latest = latestOf(kept);
  if (latest === undefined) return;
  accounts.restoreUsage(latest.usage);
  workTime.addEarlier(latest.workedSeconds);
}

function latestOf({ question, plan, material }: SettledStages) {
  return material ?? plan ?? question;
}
