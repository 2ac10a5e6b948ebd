import type { Exchange } from '../contracts/clarification.ts';
import type { CorpusReport } from '../contracts/corpus.ts';
import type { ResearchResult } from '../contracts/progress.ts';
import type { SettledQuestion, SettledStages } from '../contracts/settled-stages.ts';
import type { ReportMaterial, StoredMaterial } from '../contracts/stage-results.ts';
import { conduct } from './conduct.ts';
import { storeMaterial } from './report/referred-evidence.ts';
import { withDrawn } from './report/section-writing.ts';
import type { ResearchRun } from './run/research-run.ts';
import { anchorQuestion } from './stages/anchor-question.ts';
import { clarifyQuestion } from './stages/clarify-question.ts';
import { indexDocuments } from './stages/index-documents.ts';
import { keepStages } from './stages/keep-stages.ts';
import { planTasks } from './stages/plan-tasks.ts';
import { publishReport } from './stages/publish-report.ts';
import { recallMemory, withRemembered } from './stages/recall-memory.ts';
import { researchTasks } from './stages/research-tasks.ts';
import { summarizeClarification } from './stages/summarize-clarification.ts';
import { synthesizeReport } from './stages/synthesize-report.ts';
import { validateFindings } from './stages/validate-findings.ts';
import { verifyReport } from './stages/verify-report.ts';

/**
 * One run, from question to report. It survives the kill of any process and goes on where it was.
 *
 * @param resumption given where a run of this id has failed: what that one had settled is kept
 */
export async function deepResearch(input: unknown, resumption?: unknown): Promise<ResearchResult> {
  return conduct(input, resumption, async (run) => {
    const kept = await keepStages(run);
    const { conversation, material: gathered } = await gatherMaterial(run, kept);
    const stored = await storeMaterial(run, gathered);
    settleMaterial(run, stored);
    const written = await synthesizeReport(run, stored);
    const material = withDrawn(stored, written.sections);
    const checked = await verifyReport(run, material, written);
    return publishReport(run, conversation, material, checked);
  });
}

interface Gathered {
  readonly conversation: readonly Exchange[];
  readonly material: ReportMaterial;
}

/** Everything before the report is written, but for what a fork keeps of the run that it was made from. */
async function gatherMaterial(run: ResearchRun, kept: SettledStages): Promise<Gathered> {
  if (kept.question !== undefined && kept.material !== undefined) {
    return { conversation: kept.question.conversation, material: kept.material.material };
  }
  const corpus = await indexDocuments(run);
  const { conversation, anchor, context } = kept.question ?? (await settleQuestion(run, corpus));
  const memory = await recallMemory(run, anchor);
  const plan = kept.plan?.plan ?? (await planTasks(run, anchor, context, memory));
  if (kept.plan === undefined) run.stages.settle('plan', { plan, approvedPlan: run.state.current.approvedPlan });
  const outcome = await researchTasks(run, { anchor, corpus, plan });
  const validated = await validateFindings(run, { anchor, corpus, context, outcome });
  return { conversation, material: withRemembered(validated, memory) };
}

async function settleQuestion(
  run: ResearchRun,
  corpus: CorpusReport,
): Promise<Pick<SettledQuestion, 'conversation' | 'anchor' | 'context'>> {
  const clarification = await clarifyQuestion(run, corpus);
  const anchor = anchorQuestion(run, clarification);
  const context = await summarizeClarification(run, { anchor, corpus, clarification });
  const question = { conversation: clarification.conversation, anchor, context };
  run.stages.settle('question', question);
  return question;
}

function settleMaterial({ stages, state, accounts, progress }: ResearchRun, material: StoredMaterial): void {
  const { engine, telemetry } = accounts;
  const { drift } = progress;
  stages.settleMaterial(material, { tasks: state.current.tasks, drift, engine, telemetry });
}
