import { type LeftOutFinding, leftOutFindingSchema } from '@plumbline/contracts/evidence/drift';
import { type Finding, type Quote, servedTasks, similarityOf } from '@plumbline/contracts/evidence/finding';
import type { TaskSummary } from '@plumbline/contracts/evidence/task-summary';
import type { ReportMaterial } from '@plumbline/contracts/report/settled-stages';
import type { TierCaps } from '@plumbline/contracts/research/research-request';
import { byTrust, isWanted, openTasks, saysTheSame, selectFindings } from './finding-selection.ts';

/** Findings of a task that the caps never silence. */
const FLOOR = 2;
/** Of what the caps leave out, how many a model may still cite: more than it has room for. */
const MOST_IN_RESERVE = 150;

interface EvidenceWanted {
  readonly taskIds: readonly string[];
  readonly summaries: readonly TaskSummary[];
  readonly caps: TierCaps;
  readonly citeThreshold: number;
  /** A passage that several tasks read is one finding. The rules without a model need one for each task. */
  readonly mergesPassages: boolean;
}

/** Findings of tier 1 come first, each tier by final relevance; those in reserve are best first. */
export interface SelectedEvidence extends Pick<ReportMaterial, 'findings' | 'reserve' | 'leftOut'> {
  /** Their citations of merged duplicates point to the quotes that were kept. */
  readonly summaries: readonly TaskSummary[];
}

/** The findings that a report is written from, within the caps, with a floor for every task; and what is left out, and why. */
export function selectEvidence(kept: readonly Finding[], wanted: EvidenceWanted): SelectedEvidence {
  const { taskIds, caps, citeThreshold, mergesPassages } = wanted;
  const citable = kept.filter((finding) => isCitable(finding, citeThreshold));
  const { findings: candidates, replaced } = mergesPassages
    ? mergePassages(citable)
    : { findings: citable, replaced: new Map<string, string>() };
  const open = openTasks(taskIds, kept);
  const capped = selectFindings(candidates, caps, open, Number.MAX_SAFE_INTEGER);
  const findings = withFloor(capped, candidates, taskIds, open);
  const selected = new Set(findings);
  const reserve = candidates.filter((finding) => !selected.has(finding)).sort(byRelevance);
  const known = new Set([...citable, ...candidates].map(({ findingId }) => findingId));
  const candidateIds = new Set(candidates.map(({ findingId }) => findingId));
  const leftOut = [
    ...reserve.map((finding) => toLeftOut(finding, isWanted(finding, open) ? 'cap' : 'background')),
    ...citable
      .filter(({ findingId }) => !candidateIds.has(findingId))
      .map((finding) => toLeftOut(finding, 'same-passage')),
    ...kept.filter(({ findingId }) => !known.has(findingId)).map((finding) => toLeftOut(finding, 'cite-threshold')),
  ];
  const summaries = wanted.summaries.map((summary) => withReplacedKeys(summary, replaced));
  return { findings, reserve: reserve.slice(0, MOST_IN_RESERVE), leftOut, summaries };
}

/** One finding per passage: the strongest, with the quotes of the others added. */
function mergePassages(findings: readonly Finding[]) {
  const replaced = new Map<string, string>();
  const merged = [...Map.groupBy(findings, ({ passageId }) => passageId).values()].flatMap((group) => {
    const [best, ...others] = group.toSorted(byStrength);
    if (best === undefined) return [];
    if (others.length === 0) return [best];
    const quotes: Quote[] = [...best.quotes];
    for (const quote of others.flatMap((other) => other.quotes)) {
      const same = quotes.find((known) => saysTheSame(quote, known));
      if (same === undefined) quotes.push(quote);
      else replaced.set(quote.key, same.key);
    }
    const tasks = others.filter(({ origin }) => origin !== 'clarification').map(({ taskId }) => taskId);
    const alsoServes = [...new Set(tasks)].filter((taskId) => taskId !== best.taskId);
    return [{ ...best, quotes, ...(alsoServes.length > 0 && { alsoServes }) }];
  });
  return { findings: merged, replaced };
}

function withReplacedKeys(summary: TaskSummary, replaced: ReadonlyMap<string, string>): TaskSummary {
  if (replaced.size === 0) return summary;
  const keyFindings = summary.keyFindings.map((claim) => ({
    ...claim,
    citations: [...new Set(claim.citations.map((key) => replaced.get(key) ?? key))],
  }));
  return { ...summary, keyFindings };
}

/** Adds the best findings of a task that the caps left with too few. */
function withFloor(
  capped: readonly Finding[],
  candidates: readonly Finding[],
  taskIds: readonly string[],
  open: readonly string[],
): Finding[] {
  const selected = [...capped];
  for (const taskId of taskIds) {
    const serves = (finding: Finding): boolean => servedTasks(finding).includes(taskId);
    const own = selected.filter(serves).length;
    const next = candidates
      .filter((finding) => serves(finding) && (finding.contextTier < 3 || open.includes(taskId)))
      .filter((finding) => finding.quotes.length > 0 && !selected.includes(finding))
      .toSorted(byStrength);
    selected.push(...next.slice(0, Math.max(0, FLOOR - own)));
  }
  // Sorting is stable: the order within a tier stays.
  return selected.sort((a, b) => byTrust(a, b) || a.contextTier - b.contextTier);
}

/** The tier tells where a finding comes from, not what its reader found in it. */
export function byRelevance(a: Finding, b: Finding): number {
  return byTrust(a, b) || (similarityOf(b) ?? 0) - (similarityOf(a) ?? 0) || a.contextTier - b.contextTier;
}

function byStrength(a: Finding, b: Finding): number {
  return byTrust(a, b) || a.contextTier - b.contextTier || (b.finalRelevance ?? 0) - (a.finalRelevance ?? 0);
}

function toLeftOut(finding: Finding, reason: LeftOutFinding['reason']): LeftOutFinding {
  return leftOutFindingSchema.parse({ ...finding, reason });
}

/**
 * Whether an answer may draw on a finding. What no threshold may take out stays: items of a catalogue, which satisfy every
 * filter, core entries of the memory, what the search put first, and what no model judged.
 *
 * @param citeThreshold 0..1
 */
export function isCitable(finding: Finding, citeThreshold: number): boolean {
  const { sourceType, searchRank, relevance, finalRelevance } = finding;
  if (sourceType === 'catalogue' || sourceType === 'core' || searchRank !== undefined) return true;
  if ((finalRelevance ?? relevance) === null) return true;
  const similarity = similarityOf(finding);
  return similarity === null || similarity >= citeThreshold;
}
