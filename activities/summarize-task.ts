import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { SummarizeTaskInput } from '../workflows/contracts/activities.ts';
import type { Finding } from '../workflows/contracts/evidence.ts';
import type { TaskSummary } from '../workflows/contracts/task-summary.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { answerFormOf } from './evidence/answer-form.ts';
import { toReadableFinding } from './evidence/evidence-reading.ts';
import { weighTermsEvenly } from './evidence/weighted-terms.ts';
import { summarizeTaskStep } from './reasoning/steps/summarize-task.ts';

const MAX_SUMMARY_LENGTH = 2_000;
const MAX_KEY_FINDINGS = 3;

/** Sums up one task. A key finding keeps only the citations that stand in the task's findings, and needs one. */
export function createSummarizeTask({ reasoner }: Pick<ActivityDependencies, 'reasoner'>) {
  return async (input: SummarizeTaskInput, signal: AbortSignal): Promise<Reasoned<TaskSummary>> => {
    const { anchor, task, today, engine } = input;
    const ordered = [...input.findings].sort(byStrength);
    const interest = { terms: weighTermsEvenly(task.text, anchor.language), answerForm: answerFormOf(task.text) };
    const findings = ordered.map(toReadableFinding);

    const stepInput = { today, anchor, taskText: task.text, interest, findings };
    const { value, cost } = await reasoner.run(summarizeTaskStep, stepInput, { engine, signal });
    const quotes = new Map(ordered.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
    const keyFindings = value.keyFindings
      .map(({ text, citations }) => ({ text, citations: citations.filter((key) => quotes.has(key)) }))
      .filter(({ citations }) => citations.length > 0)
      .slice(0, MAX_KEY_FINDINGS);
    const cited = new Set(keyFindings.flatMap(({ citations }) => citations));
    const summary: TaskSummary = {
      taskId: task.taskId,
      taskText: task.text,
      summary: value.summary.slice(0, MAX_SUMMARY_LENGTH),
      keyFindings,
      quotes: [...quotes.values()].filter(({ key }) => cited.has(key)),
      sources: [...new Set(ordered.map(({ locator }) => locator))],
      relevanceToQuestion: value.relevance,
      gaps: value.gaps,
    };
    return { value: summary, cost };
  };
}

function byStrength(a: Finding, b: Finding): number {
  return a.contextTier - b.contextTier || b.weight * (b.relevance ?? 0) - a.weight * (a.relevance ?? 0);
}
