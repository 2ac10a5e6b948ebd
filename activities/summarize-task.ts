import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { SummarizeTaskInput } from '../workflows/contracts/activities.ts';
import type { Finding } from '../workflows/contracts/evidence.ts';
import type { TaskSummary } from '../workflows/contracts/task-summary.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { createForeignLabel } from './evidence/report-arrangement.ts';
import { createStoredTexts } from './evidence/stored-quotes.ts';
import { withStatements } from './evidence/stored-statements.ts';
import { answerFormOf } from './reading/answer-form.ts';
import { interestOfTask } from './reading/interests.ts';
import type { Interest } from './reading/passage-reading.ts';
import { weighTermsEvenly } from './reading/weighted-terms.ts';
import { MAX_FINDINGS, MAX_KEY_FINDINGS, summarizeTaskStep } from './reasoning/steps/summarize-task.ts';
import { withKeysAsCitations, withoutKeys } from './verification/citation-keys.ts';

/** So few findings reach the report's author themselves, with their quotes: a model's summary would say the same again. */
const FEW_FINDINGS = 12;
const MAX_SUMMARY_LENGTH = 2_000;
const MAX_QUOTES = 3;

/** A task that a run of an older version gives comes without the corpus. */
type RecordedInput = Omit<SummarizeTaskInput, 'corpusId'> & Partial<Pick<SummarizeTaskInput, 'corpusId'>>;

/** Sums up one task. A key finding keeps only the citations that stand in the task's findings, and needs one. */
export function createSummarizeTask(dependencies: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'reasoner'>) {
  const { corpus, blobs, reasoner } = dependencies;
  return async (input: RecordedInput, signal: AbortSignal): Promise<Reasoned<TaskSummary>> => {
    const { anchor, task, corpusId, today, engine, spending } = input;
    const interestIn = (text: string): Promise<Interest> | Interest =>
      corpusId === undefined
        ? { terms: weighTermsEvenly(text, anchor.language), answerForm: answerFormOf(text) }
        : interestOfTask(corpus, corpusId, anchor, text);
    const ordered = [...input.findings].sort(byStrength);
    const findings = await withStatements(ordered.slice(0, MAX_FINDINGS), createStoredTexts(blobs));

    const [interest, question] = [await interestIn(task.text), await interestIn(anchor.originalQuestion)];
    const stepInput = { today, anchor, taskText: task.text, interest, question, findings };
    const reasoning = { engine: ordered.length <= FEW_FINDINGS ? ('offline' as const) : engine, spending, signal };
    const { value, cost } = await reasoner.run(summarizeTaskStep, stepInput, reasoning);
    const quotes = new Map(ordered.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
    const label = createForeignLabel(cost.engine === 'offline' ? findings : [], anchor.language);
    const keyFindings = value.keyFindings
      .map(withKeysAsCitations)
      .map(({ text, citations }) => ({ text, citations: citations.filter((key) => quotes.has(key)) }))
      .filter(({ citations }) => citations.length > 0)
      .slice(0, MAX_KEY_FINDINGS)
      .map(label);
    const cited = [...new Set(keyFindings.flatMap(({ citations }) => citations))].slice(0, MAX_QUOTES);
    const summary: TaskSummary = {
      taskId: task.taskId,
      taskText: task.text,
      summary: withoutKeys(value.summary).slice(0, MAX_SUMMARY_LENGTH),
      keyFindings,
      quotes: cited.flatMap((key) => quotes.get(key) ?? []),
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
