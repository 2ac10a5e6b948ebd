import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { SynthesizeReportInput } from '../workflows/contracts/activities.ts';
import type { ReportDraft } from '../workflows/contracts/report.ts';
import { describeGap } from '../workflows/domain/gap-phrases.ts';
import type { ActivityDependencies } from './dependencies.ts';
import { evidenceCoverage } from './evidence/evidence-arrangement.ts';
import { toReadableFinding } from './evidence/evidence-reading.ts';
import { interestOfTask } from './evidence/interests.ts';
import { type SynthesizedReport, synthesizeReportStep } from './reasoning/steps/synthesize-report.ts';

/** Writes the report's content. How much of the question it covers is computed from the cited quotes, not claimed. */
export function createSynthesizeReport({ corpus, reasoner }: Pick<ActivityDependencies, 'corpus' | 'reasoner'>) {
  return async (input: SynthesizeReportInput, signal: AbortSignal): Promise<Reasoned<ReportDraft>> => {
    const { anchor, corpusId, clarificationSummary, today, engine } = input;
    const tasks = await Promise.all(
      tasksOf(input).map(async ({ text, summary, gaps }) => {
        const interest = await interestOfTask(corpus, corpusId, anchor, text);
        return { text, summary, gaps, interest };
      }),
    );
    const findings = input.findings.map(toReadableFinding);
    const gaps = input.gaps.map((gap) => describeGap(gap, anchor.language));

    const stepInput = { today, anchor, clarificationSummary, tasks, findings, gaps };
    const { value, cost } = await reasoner.run(synthesizeReportStep, stepInput, { engine, signal });
    const covered = evidenceCoverage(tasks, findings, citedKeys(value));
    return { value: { ...value, queryCoverage: Math.round(covered * 100) }, cost };
  };
}

/** A run that was stopped before its tasks were summed up still has its question. */
function tasksOf({ anchor, taskSummaries }: SynthesizeReportInput) {
  if (taskSummaries.length === 0) return [{ text: anchor.originalQuestion, summary: '', gaps: [] }];
  return taskSummaries.map(({ taskText, summary, gaps }) => ({ text: taskText, summary, gaps }));
}

function citedKeys({ summary, keyFindings, sections }: SynthesizedReport): Set<string> {
  const statements = [...summary, ...keyFindings, ...sections.flatMap((section) => section.statements)];
  return new Set(statements.flatMap(({ citations }) => citations));
}
