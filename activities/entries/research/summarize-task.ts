import type { SummarizeTaskInput } from '@plumbline/contracts/activities';
import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { Finding } from '@plumbline/contracts/evidence/finding';
import type { TaskSummary } from '@plumbline/contracts/evidence/task-summary';
import { hasTrusted, isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import { offlinePhrasesFor } from '@plumbline/offline/phrases';
import { readableText } from '@plumbline/text/readable-text';

const MAX_SUMMARY_LENGTH = 2_000;
const MAX_QUOTES = 3;
const MAX_KEY_FINDINGS = 3;
/** Notes that make a summary. */
const NOTES_SUMMED_UP = 8;
/** At this relevance a note answers, and the task is not open. */
const ANSWERS = 0.6;

/** What is said of a task. */
interface SummarizedTask {
  readonly summary: string;
  readonly keyFindings: readonly Claim[];
  /** Null: unknown. */
  readonly relevance: number | null;
  readonly gaps: readonly string[];
}

/** Sums up one task from the notes of the model that read its passages; without notes it lists the places that were found. */
export function createSummarizeTask() {
  return async (input: SummarizeTaskInput): Promise<TaskSummary> => {
    const { task, findings } = input;
    const isTrusted = hasTrusted(findings);
    const ordered = findings.filter((finding) => !isTrusted || !isUntrusted(finding)).sort(byStrength);
    const notes = ordered.filter(({ noted }) => noted === true);
    const said = notes.length > 0 ? summarizeNotes(input, notes) : listPlaces(ordered, input);
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

/** The places that the search found, in the words of the sources; without a judgement of how relevant they are. */
function listPlaces(findings: readonly Finding[], { anchor, task }: SummarizeTaskInput): SummarizedTask {
  const places = findings.flatMap(({ quotes: [quote] }) =>
    quote === undefined ? [] : [{ text: readableText(quote.text), citations: [quote.key] }],
  );
  const gaps = places.length === 0 ? [offlinePhrasesFor(anchor.language).nothingFound(task.text)] : [];
  return { summary: '', keyFindings: places, relevance: null, gaps };
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
