import type { SummarizeTaskInput } from '../../../workflows/contracts/activities.ts';
import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import type { Finding } from '../../../workflows/contracts/evidence/evidence.ts';
import type { TaskSummary } from '../../../workflows/contracts/evidence/task-summary.ts';
import { foldersOf } from '../../../workflows/domain/corpus-set.ts';
import { hasTrusted, isUntrusted } from '../../../workflows/domain/untrusted-findings.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { keyEntitiesIn } from '../../language/question/key-entities.ts';
import { withStatements } from '../../offline-engine/answers/evidence-reading.ts';
import { createForeignLabel } from '../../offline-engine/answers/report-quotes.ts';
import { needOfTask } from '../../offline-engine/passages/information-needs.ts';
import type { InformationNeed } from '../../offline-engine/passages/passage-reading.ts';
import { MAX_KEY_FINDINGS, RULED_FINDINGS, summarizeByRule, type SummarizedTask } from '../../steps/summarize-task.ts';
import { offlinePhrasesFor } from '../../wording/offline-phrases.ts';
import type { ActivityDependencies } from '../dependencies.ts';

const MAX_SUMMARY_LENGTH = 2_000;
const MAX_QUOTES = 3;
/** Notes that make a summary. */
const NOTES_SUMMED_UP = 8;
/** At this relevance a note answers, and the task is not open. */
const ANSWERS = 0.6;

/** Sums up one task: from the notes of the model that read its passages, or from the words that rules chose. */
export function createSummarizeTask({ corpus, blobs }: Pick<ActivityDependencies, 'corpus' | 'blobs'>) {
  return async (input: SummarizeTaskInput): Promise<TaskSummary> => {
    const { task, findings } = input;
    const isTrusted = hasTrusted(findings);
    const ordered = findings.filter((finding) => !isTrusted || !isUntrusted(finding)).sort(byStrength);
    const notes = ordered.filter(({ noted }) => noted === true);
    const said =
      notes.length > 0 ? summarizeNotes(input, notes) : await summarizeRuled({ corpus, blobs }, input, ordered);
    const quotes = new Map(ordered.flatMap((finding) => finding.quotes.map((quote) => [quote.key, quote])));
    const keyFindings = carried(said.keyFindings, quotes);
    const cited = [...new Set(keyFindings.flatMap(({ citations }) => citations))].slice(0, MAX_QUOTES);
    return {
      taskId: task.taskId,
      taskText: task.text,
      summary: said.summary.slice(0, MAX_SUMMARY_LENGTH),
      keyFindings,
      quotes: cited.flatMap((key) => quotes.get(key) ?? []),
      sources: [...new Set(ordered.map(({ locator }) => locator))],
      relevanceToQuestion: said.relevance,
      gaps: [...said.gaps],
    };
  };
}

/** The best notes in their own words. A note of an untrusted passage may repeat what that passage orders. */
function summarizeNotes({ anchor, task }: SummarizeTaskInput, notes: readonly Finding[]): SummarizedTask {
  const told = notes.filter((finding) => !isUntrusted(finding) && finding.extractedInfo !== '');
  const relevance = Math.max(0, ...notes.map((finding) => finding.relevance ?? 0));
  return {
    summary: told
      .slice(0, NOTES_SUMMED_UP)
      .map(({ extractedInfo }) => extractedInfo)
      .join(' '),
    keyFindings: told.map(({ extractedInfo, quotes }) => ({
      text: extractedInfo,
      citations: quotes.slice(0, MAX_QUOTES).map(({ key }) => key),
    })),
    relevance,
    gaps: relevance < ANSWERS ? [offlinePhrasesFor(anchor.language).taskUnanswered(task.text)] : [],
  };
}

async function summarizeRuled(
  { corpus, blobs }: Pick<ActivityDependencies, 'corpus' | 'blobs'>,
  { anchor, task, corpusId, approvedTasks }: SummarizeTaskInput,
  ordered: readonly Finding[],
): Promise<SummarizedTask> {
  const isApproved = approvedTasks.some(({ taskId }) => taskId === task.taskId);
  const needIn = (text: string): Promise<InformationNeed> => needOfTask(corpus, foldersOf(corpusId), anchor, text);
  const findings = await withStatements(ordered.slice(0, RULED_FINDINGS), createStoredTexts(blobs));
  const [need, question] = [await needIn(task.text), await needIn(isApproved ? task.text : anchor.originalQuestion)];
  const keyEntities = isApproved ? keyEntitiesIn(task.text, anchor.language) : anchor.keyEntities;
  const ruled = summarizeByRule({ anchor, taskText: task.text, need, question, keyEntities, findings });
  return { ...ruled, keyFindings: ruled.keyFindings.map(createForeignLabel(findings, anchor.language)) };
}

/** The statements that cite quotes of the task, reduced to these citations. */
function carried(statements: readonly Claim[], quotes: ReadonlyMap<string, unknown>): Claim[] {
  return statements
    .map((claim) => ({ ...claim, citations: claim.citations.filter((key) => quotes.has(key)) }))
    .filter(({ citations }) => citations.length > 0)
    .slice(0, MAX_KEY_FINDINGS);
}

function byStrength(a: Finding, b: Finding): number {
  return a.contextTier - b.contextTier || b.weight * (b.relevance ?? 0) - a.weight * (a.relevance ?? 0);
}
