import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { ReportDraft } from '../workflows/contracts/report.ts';
import type { SynthesizeReportInput } from '../workflows/contracts/report-activities.ts';
import { type DraftStep, type DraftTools, writeDraft } from './drafts/draft-writing.ts';
import { type SynthesizeReportStepInput, synthesizeReportStep } from './reasoning/steps/synthesize-report.ts';

const REPORT: DraftStep<SynthesizeReportStepInput> = {
  step: synthesizeReportStep,
  inputOf: (evidence) => evidence,
  isAskedAgain: true,
};

/** Writes the report's content. */
export function createSynthesizeReport(dependencies: DraftTools) {
  return (input: SynthesizeReportInput, signal: AbortSignal): Promise<Reasoned<ReportDraft>> => {
    const { engine, metering } = input;
    return writeDraft(dependencies, REPORT, input, { engine, metering, signal });
  };
}
