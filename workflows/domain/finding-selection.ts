import { bareWords } from '@plumbline/contracts/common/bare-words';
import { type ContextTier, type Finding, type Quote, servedTasks } from '@plumbline/contracts/evidence/finding';
import { isUntrusted } from '@plumbline/contracts/evidence/untrusted-findings';
import type { ResearchSettings, TierCaps } from '@plumbline/contracts/research/research-request';

/** Bytes of findings that one payload may carry; well below the 128 KiB that a payload may have in all. */
export const MAX_FINDING_BYTES = 49_152;

/**
 * The findings that synthesis gets: tier 1 first, each tier by final relevance and within its cap, and tier 3 only
 * while a task is still open. Top search hits are always included and count towards no cap. Whatever exceeds one
 * payload is cut from the end.
 *
 * @param openTaskIds tasks without a finding of tier 1 or 2; what clarification found serves any of them
 */
export function selectFindings(
  findings: readonly Finding[],
  caps: TierCaps,
  openTaskIds: readonly string[],
  maxBytes = MAX_FINDING_BYTES,
): Finding[] {
  const best = (tier: ContextTier, cap: number): Finding[] => {
    const ordered = findings
      .filter((finding) => finding.contextTier === tier && isWanted(finding, openTaskIds))
      .sort((a, b) => byTrust(a, b) || (b.finalRelevance ?? 0) - (a.finalRelevance ?? 0) || b.weight - a.weight);
    const capped = new Set(ordered.filter(({ searchRank }) => searchRank === undefined).slice(0, cap));
    return ordered.filter((finding) => finding.searchRank !== undefined || capped.has(finding));
  };
  const selected = [...best(1, caps.tier1), ...best(2, caps.tier2), ...best(3, caps.tier3)];
  return takeWithinBytes(selected.sort(byTrust), maxBytes);
}

/** Whether a finding may be in a report: background only where a task has nothing better. */
export function isWanted(
  { contextTier, searchRank, origin, taskId }: Finding,
  openTaskIds: readonly string[],
): boolean {
  return (
    contextTier < 3 ||
    searchRank !== undefined ||
    openTaskIds.includes(taskId) ||
    (origin === 'clarification' && openTaskIds.length > 0)
  );
}

/** All findings, tier 1 first, each tier by final relevance. */
export function selectAll(findings: readonly Finding[]): Finding[] {
  return [...findings].sort(
    (a, b) => byTrust(a, b) || a.contextTier - b.contextTier || (b.finalRelevance ?? 0) - (a.finalRelevance ?? 0),
  );
}

/** Passages that address a program come last, regardless of tier. */
export function byTrust(a: Finding, b: Finding): number {
  return Number(isUntrusted(a)) - Number(isUntrusted(b));
}

/** Tasks that no finding of tier 1 or 2 serves. */
export function openTasks(taskIds: readonly string[], findings: readonly Finding[]): string[] {
  const served = new Set(findings.filter(({ contextTier }) => contextTier < 3).flatMap(servedTasks));
  return taskIds.filter((taskId) => !served.has(taskId));
}

/**
 * The quotes that synthesis gets: first those that a reader would repeat, then the first of each finding by weight × final
 * relevance, then the second ones; each span and each wording once. Every task of the plan gets its share, so that the best
 * served part of a question does not crowd out the others.
 */
export function selectQuotes(
  findings: readonly Finding[],
  { maxQuotes, minQuoteLength }: Pick<ResearchSettings, 'maxQuotes' | 'minQuoteLength'>,
): Quote[] {
  const strength = ({ weight, finalRelevance }: Finding): number => weight * (finalRelevance ?? 0);
  const ordered = [...findings]
    .sort((a, b) => byTrust(a, b) || strength(b) - strength(a))
    .flatMap(({ quotes, taskId, origin, relevance }) =>
      quotes
        // A place that no model read is as short as its row or line.
        .filter(({ text }) => relevance === null || text.length >= minQuoteLength)
        .map((quote, place) => ({ quote, taskId, isOfPlan: origin !== 'clarification', place })),
    )
    .sort((a, b) => Number(b.quote.isDecisive ?? 0) - Number(a.quote.isDecisive ?? 0) || a.place - b.place);
  const distinct: typeof ordered = [];
  // As saysTheSame, but the words of each quote are read once.
  const wordings = new Set<string>();
  for (const candidate of ordered) {
    const wording = bareWords(candidate.quote.text);
    if (wordings.has(wording) || distinct.some(({ quote }) => isContained(candidate.quote, quote))) continue;
    wordings.add(wording);
    distinct.push(candidate);
  }
  const tasks = [...new Set(distinct.filter(({ isOfPlan }) => isOfPlan).map(({ taskId }) => taskId))];
  const share = Math.floor(maxQuotes / Math.max(1, tasks.length));
  const guaranteed = tasks.flatMap((task) => distinct.filter(({ taskId }) => taskId === task).slice(0, share));
  const taken = new Set([...new Set([...guaranteed, ...distinct])].slice(0, maxQuotes));
  return distinct.filter((candidate) => taken.has(candidate)).map(({ quote }) => quote);
}

/** Whether one quote contains the other, or both have the same words. */
export function saysTheSame(quote: Quote, other: Quote): boolean {
  return isContained(quote, other) || bareWords(quote.text) === bareWords(other.text);
}

function isContained(inner: Quote, outer: Quote): boolean {
  return inner.textHash === outer.textHash && inner.start >= outer.start && inner.end <= outer.end;
}

/** The longest head of the list that fits; at least one entry, so that no finding can stop a run by its size. */
export function takeWithinBytes(findings: readonly Finding[], maxBytes: number): Finding[] {
  let bytes = 0;
  const end = findings.findIndex((finding, index) => {
    bytes += new TextEncoder().encode(JSON.stringify(finding)).byteLength;
    return bytes > maxBytes && index > 0;
  });
  return end === -1 ? [...findings] : findings.slice(0, end);
}

/** Splits entries into batches of one size, in their order; the last batch may be smaller. */
export function batchesOf<Entry>(entries: readonly Entry[], size: number): (readonly Entry[])[] {
  return Array.from({ length: Math.ceil(entries.length / size) }, (_, index) =>
    entries.slice(index * size, (index + 1) * size),
  );
}
