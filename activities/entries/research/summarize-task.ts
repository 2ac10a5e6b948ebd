import type { SummarizeTaskInput } from '../../../workflows/contracts/activities.ts';
import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import type { TaskSummary } from '../../../workflows/contracts/evidence/task-summary.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { foldersOf } from '../../../workflows/domain/corpus-set.ts';
import { hasTrusted, isUntrusted } from '../../../workflows/domain/untrusted-findings.ts';
import { withKeysAsCitations, withoutKeys } from '../../corpus/quotes/citation-keys.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { keyEntitiesIn } from '../../language/question/key-entities.ts';
import { withStatements } from '../../offline-engine/answers/evidence-reading.ts';
import { createForeignLabel } from '../../offline-engine/answers/report-quotes.ts';
import { needOfTask } from '../../offline-engine/passages/information-needs.ts';
import type { InformationNeed } from '../../offline-engine/passages/passage-reading.ts';
import { MAX_FINDINGS, MAX_KEY_FINDINGS, summarizeTaskStep } from '../../steps/summarize-task.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const MAX_SUMMARY_LENGTH = 2_000;
const MAX_QUOTES = 3;

/**
 * Sums up one task. A key finding keeps only citations of the task's findings, and needs at least one; if no key
 * finding has one, the rule's are used.
 */
export function createSummarizeTask(dependencies: Pick<ActivityDependencies, 'corpus' | 'blobs' | 'reasoner'>) {
  const { corpus, blobs, reasoner } = dependencies;
  return async (input: SummarizeTaskInput, signal: AbortSignal): Promise<Reasoned<TaskSummary>> => {
    const { anchor, task, corpusId, today, engine, metering, approvedTasks } = input;
    const isApproved = approvedTasks.some(({ taskId }) => taskId === task.taskId);
    const needIn = (text: string): Promise<InformationNeed> => needOfTask(corpus, foldersOf(corpusId), anchor, text);
    const isTrusted = hasTrusted(input.findings);
    const ordered = input.findings.filter((finding) => !isTrusted || !isUntrusted(finding)).sort(byStrength);
    const findings = await withStatements(ordered.slice(0, MAX_FINDINGS), createStoredTexts(blobs));

    const [need, question] = [await needIn(task.text), await needIn(isApproved ? task.text : anchor.originalQuestion)];
    const keyEntities = isApproved ? keyEntitiesIn(task.text, anchor.language) : anchor.keyEntities;
    const stepInput = { today, anchor, approvedTasks, taskText: task.text, need, question, keyEntities, findings };
    // Injection signals: the model must not add its own words to passages that address it.
    const reasoning = { engine: isTrusted ? engine : ('offline' as const), metering, signal };
    const { value, cost } = await reasoner.run(summarizeTaskStep, stepInput, reasoning);
    const ruled = summarizeTaskStep.offline(stepInput);
    const quotes = new Map(ordered.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
    const own = carried(value.keyFindings, quotes);
    const isByRule = cost.engine === 'offline' || own.length === 0;
    const label = createForeignLabel(isByRule ? findings : [], anchor.language);
    const keyFindings = (isByRule ? carried(ruled.keyFindings, quotes) : own).map(label);
    const said = withoutKeys(value.summary);
    const cited = [...new Set(keyFindings.flatMap(({ citations }) => citations))].slice(0, MAX_QUOTES);
    const summary: TaskSummary = {
      taskId: task.taskId,
      taskText: task.text,
      summary: (said === '' ? ruled.summary : said).slice(0, MAX_SUMMARY_LENGTH),
      keyFindings,
      quotes: cited.flatMap((key) => quotes.get(key) ?? []),
      sources: [...new Set(ordered.map(({ locator }) => locator))],
      relevanceToQuestion: value.relevance ?? ruled.relevance,
      gaps: value.gaps,
    };
    return { value: summary, cost };
  };
}

/** The statements that cite quotes of the task, reduced to these citations. */
function carried(statements: readonly Claim[], quotes: ReadonlyMap<string, unknown>): Claim[] {
  return statements
    .map(withKeysAsCitations)
    .map(({ text, citations }) => ({ text, citations: citations.filter((key) => quotes.has(key)) }))
    .filter(({ citations }) => citations.length > 0)
    .slice(0, MAX_KEY_FINDINGS);
}

function byStrength(a: Finding, b: Finding): number {
  return a.contextTier - b.contextTier || b.weight * (b.relevance ?? 0) - a.weight * (a.relevance ?? 0);
}
