import { isCancellation } from '@temporalio/workflow';
import { describeCause } from '../../calls/activity-failures.ts';
import { counted } from '../../contracts/counted.ts';
import type { Finding } from '../../contracts/evidence.ts';
import { type FindingLine, MAX_REFLECTED_TASKS, type Reflection } from '../../contracts/reflection.ts';
import type { CoverageGap } from '../../domain/coverage-gaps.ts';
import { isUntrusted } from '../../domain/untrusted-findings.ts';
import type { ResearchRun } from '../run/research-run.ts';
import type { TaskResearch } from '../task/research-task.ts';
import type { ResearchContext } from '../task/task-context.ts';

/** Findings that a reflection sees, the strongest. */
const MOST_FINDINGS = 60;
/** Of what a finding says, in characters: the rest would only fill the history. */
const INFORMATION_LENGTH = 240;

interface ReflectedRound {
  /** The round to come, counted from 1. */
  readonly round: number;
  readonly researched: readonly TaskResearch[];
  /** What the round looks for in any case. */
  readonly open: readonly CoverageGap[];
  /** Tasks that the round has room for beside these. */
  readonly room: number;
}

/**
 * Lets the model look at all findings so far and name what to look for next. It adds to what the rules look for and takes
 * nothing away: without a model, or after its failure, the rules alone decide.
 */
export async function reflect(
  { state, accounts, reasoning }: Pick<ResearchRun, 'state' | 'accounts' | 'reasoning'>,
  { anchor }: ResearchContext,
  { round, researched, open, room }: ReflectedRound,
): Promise<readonly CoverageGap[]> {
  const maxTasks = Math.min(MAX_REFLECTED_TASKS, room);
  const findings = researched.flatMap((task) => task.findings).filter((finding) => !isUntrusted(finding));
  const isAsked = accounts.engine === 'model' && !state.isFinishing && !accounts.isModelExhausted();
  if (!isAsked || maxTasks < 1 || findings.length === 0) return [];
  const input = {
    anchor,
    tasks: researched.map(({ task, summary }) => ({
      taskId: task.taskId,
      text: task.text,
      summary: summary?.summary ?? '',
      gaps: summary?.gaps ?? [],
    })),
    findings: strongest(findings),
    lookedFor: open.map(({ text }) => text),
    maxTasks,
  };
  const summary = `look at ${counted(findings.length, 'finding')} before round ${round}`;
  try {
    const reflection = await reasoning.ask('reflectOnFindings', input, summary);
    note(accounts, round, reflection);
    return reflection.tasks.map((task) => ({ taskId: null, ...task }));
  } catch (error) {
    if (isCancellation(error)) throw error;
    accounts.degrade('reflectOnFindings', describeCause(error));
    return [];
  }
}

function strongest(findings: readonly Finding[]): FindingLine[] {
  return [...findings]
    .sort((a, b) => a.contextTier - b.contextTier || (b.relevance ?? 0) - (a.relevance ?? 0))
    .slice(0, MOST_FINDINGS)
    .map(({ findingId, title, headingPath, extractedInfo, contextTier }) => {
      const information = extractedInfo.slice(0, INFORMATION_LENGTH);
      return { findingId, title, headingPath, information, contextTier };
    });
}

/** Only what says something: the rule that answers for a failed model names nothing. */
function note({ telemetry }: Pick<ResearchRun, 'accounts'>['accounts'], round: number, said: Reflection): void {
  const { gaps, contradictions, leads } = said;
  const tasks = said.tasks.map(({ text }) => text);
  if ([gaps, contradictions, leads, tasks].every(({ length }) => length === 0)) return;
  telemetry.reflections.push({ round, gaps: [...gaps], contradictions: [...contradictions], leads: [...leads], tasks });
}
