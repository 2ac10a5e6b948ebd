import { isOnTheWeb } from '../../workflows/contracts/reference-activities.ts';
import { codeSpan, escapeMarkdown } from '../../workflows/domain/markdown-text.ts';
import type { ReportContent } from './report-content.ts';
import type { ReportPhrases } from './report-phrases.ts';

/** How many of each kind are named. */
const MAX_EXAMPLES = 2;

/**
 * What the run found and did not use, or could not find: at most one line for each of five kinds, with the most telling
 * examples. The record lists all of them, and so does the page.
 */
export function renderShortfalls(content: ReportContent, phrases: ReportPhrases): string[] {
  return [
    ...driftLine(content, phrases),
    ...droppedLine(content, phrases),
    ...refusedLine(content, phrases),
    ...unresolvedLine(content, phrases),
    ...unreadableLine(content, phrases),
  ];
}

function driftLine({ diagnostics }: ReportContent, phrases: ReportPhrases): string[] {
  const tiers = diagnostics.flatMap((diagnostic) => (diagnostic.code === 'DRIFT' ? [diagnostic] : []));
  return tiers.length === 0 ? [] : [`${codeSpan('DRIFT')}: ${phrases.drift(tiers.map(phrases.tierDrift).join('; '))}`];
}

/** The first are those that were nearest to being kept. */
function droppedLine({ drift }: ReportContent, phrases: ReportPhrases): string[] {
  const count = (drift?.tiers ?? []).reduce((sum, { total, kept }) => sum + total - kept, 0);
  const nearest = byScore(drift?.dropped ?? [], ({ finalRelevance }) => finalRelevance);
  const places = nearest.map(
    ({ locator, headingPath, finalRelevance }) =>
      `${codeSpan([locator, ...headingPath.slice(-1)].join(' › '))}${scoreOf(finalRelevance)}`,
  );
  return count === 0 ? [] : [phrases.droppedFindings(count, examples(places, count, phrases))];
}

/** The same for targets of references. */
function refusedLine({ references }: ReportContent, phrases: ReportPhrases): string[] {
  const { refused, refusedCount } = references;
  const places = byScore(refused, ({ score }) => score).map(
    ({ reference, score }) => `${codeSpan(reference)}${scoreOf(score)}`,
  );
  return refusedCount === 0 ? [] : [phrases.refusedReferences(refusedCount, examples(places, refusedCount, phrases))];
}

/** Links to the web that were simply not followed leave nothing open. */
function unresolvedLine({ references }: ReportContent, phrases: ReportPhrases): string[] {
  const open = references.unresolved.filter((entry) => !isOnTheWeb(entry));
  if (open.length === 0) return [];
  return [phrases.unresolvedReferences(open.length, examples(open.map(codeSpan), open.length, phrases))];
}

function unreadableLine({ skippedFiles, filesSkipped }: ReportContent, phrases: ReportPhrases): string[] {
  if (filesSkipped === 0) return [];
  const entries = skippedFiles.map(({ locator, reason }) => `${codeSpan(locator)} (${escapeMarkdown(reason)})`);
  const say = skippedFiles.some(({ isPartial }) => isPartial) ? phrases.partlyReadFiles : phrases.unreadableFiles;
  return [say(filesSkipped, examples(entries, filesSkipped, phrases))];
}

/** @param total number of all entries, of which `entries` may hold only the first */
function examples(entries: readonly string[], total: number, phrases: ReportPhrases): string {
  const shown = [...new Set(entries)].slice(0, MAX_EXAMPLES);
  const isComplete = new Set(entries).size <= MAX_EXAMPLES && total <= entries.length;
  return [...shown, ...(isComplete ? [] : [phrases.rest])].join('; ');
}

function byScore<Scored>(entries: readonly Scored[], scoreOfEntry: (entry: Scored) => number | null): Scored[] {
  return entries.toSorted((a, b) => (scoreOfEntry(b) ?? -1) - (scoreOfEntry(a) ?? -1));
}

function scoreOf(score: number | null): string {
  return score === null ? '' : ` (${score.toFixed(2)})`;
}
