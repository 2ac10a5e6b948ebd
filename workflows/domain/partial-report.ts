import type { Finding } from '../contracts/evidence/evidence.ts';
import type { PartialReport } from '../contracts/report/partial-report.ts';
import type { ResearchProgress } from '../contracts/report/progress.ts';
import type { Gap } from '../contracts/research/accounting.ts';
import { takeWithinBytes } from './finding-selection.ts';

/** Bytes of findings in one answer to a query; well below what a payload may have. */
const MAX_BYTES = 102_400;

/** What a run knows of itself while it is under way. */
type KnownProgress = Pick<ResearchProgress, 'researchId' | 'question' | 'stage' | 'language' | 'tasks'>;

/**
 * What there is so far. Findings of tier 1 come first, within a tier the heaviest.
 *
 * @param now ISO 8601
 */
export function createPartialReport(
  { researchId, question, stage, language, tasks }: KnownProgress,
  findings: readonly Finding[],
  gaps: readonly Gap[],
  now: string,
): PartialReport {
  const served = new Set(findings.filter(({ contextTier }) => contextTier < 3).map(({ taskId }) => taskId));
  const covered = tasks.filter(({ taskId }) => served.has(taskId)).length;
  const ordered = [...findings].sort((a, b) => a.contextTier - b.contextTier || b.weight - a.weight);
  return {
    researchId,
    question,
    stage,
    asOf: now,
    language,
    taskCoverage: tasks.length === 0 ? 0 : Math.round((100 * covered) / tasks.length),
    tasks: tasks.map(({ taskId, text, step }) => ({ taskId, text, isDone: step === 'done' })),
    findings: takeWithinBytes(ordered, MAX_BYTES),
    findingCount: findings.length,
    gaps,
  };
}
