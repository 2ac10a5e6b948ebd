import type { Finding } from '../evidence/finding.ts';
import type { ResearchProgress } from './progress.ts';

/** What a run has found so far. Its quotes were located in the stored sources when they were extracted. */
export interface PartialReport extends Pick<ResearchProgress, 'researchId' | 'question' | 'stage' | 'gaps'> {
  /** ISO 8601. */
  readonly asOf: string;
  /** ISO 639-1; null before the question was assessed. */
  readonly language: string | null;
  /** Share of the plan's tasks with a finding of tier 1 or 2, whole percent; 0 before there is a plan. */
  readonly taskCoverage: number;
  readonly tasks: readonly { readonly taskId: string; readonly text: string; readonly isDone: boolean }[];
  /** Best first; as many as fit into 100 KiB, `findingCount` counts all. */
  readonly findings: readonly Finding[];
  readonly findingCount: number;
}
