import type { ResearchResult } from '../contracts/progress.ts';
import { conduct } from './conduct.ts';
import { anchorQuestion } from './stages/anchor-question.ts';
import { clarifyQuestion } from './stages/clarify-question.ts';
import { indexDocuments } from './stages/index-documents.ts';
import { planTasks } from './stages/plan-tasks.ts';
import { publishReport } from './stages/publish-report.ts';
import { recallMemory, withRemembered } from './stages/recall-memory.ts';
import { researchTasks } from './stages/research-tasks.ts';
import { summarizeClarification } from './stages/summarize-clarification.ts';
import { synthesizeReport } from './stages/synthesize-report.ts';
import { validateFindings } from './stages/validate-findings.ts';
import { verifyReport } from './stages/verify-report.ts';

/** One run, from question to report. It survives the kill of any process and goes on where it was. */
export async function deepResearch(input: unknown): Promise<ResearchResult> {
  return conduct(input, async (run) => {
    const corpus = await indexDocuments(run);
    const clarification = await clarifyQuestion(run, corpus);
    const anchor = anchorQuestion(run, clarification);
    const context = await summarizeClarification(run, { anchor, corpus, clarification });
    const memory = await recallMemory(run, anchor);
    const plan = await planTasks(run, anchor, context.summary, memory);
    const outcome = await researchTasks(run, { anchor, corpus, plan });
    const material = withRemembered(await validateFindings(run, { anchor, corpus, context, outcome }), memory);
    const written = await synthesizeReport(run, material);
    const checked = await verifyReport(run, material, written);
    return publishReport(run, clarification.conversation, material, checked);
  });
}
