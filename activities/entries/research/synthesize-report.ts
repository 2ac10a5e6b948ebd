import type { SynthesizeReportInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { ReportDraft } from '../../../workflows/contracts/report/report.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { type DraftStep, type DraftTools, writeDraft } from '../../report/writing/draft-writing.ts';
import { type SummarizeReportStepInput, summarizeReportStep } from '../../steps/summarize-report.ts';
import { type SynthesizeReportStepInput, synthesizeReportStep } from '../../steps/synthesize-report.ts';

const WHOLE: DraftStep<SynthesizeReportStepInput> = {
  step: synthesizeReportStep,
  inputOf: (evidence) => evidence,
  isAskedAgain: true,
};

/** Writes the report's content, or only the parts that precede its sections if those are written. */
export function createSynthesizeReport(dependencies: DraftTools) {
  return (input: SynthesizeReportInput, signal: AbortSignal): Promise<Reasoned<ReportDraft>> => {
    const { engine, metering, sections } = input;
    const call = { engine, metering, signal };
    if (sections === undefined) return writeDraft(dependencies, WHOLE, input, call);
    const summary: DraftStep<SummarizeReportStepInput> = {
      step: summarizeReportStep,
      inputOf: (evidence) => ({ ...evidence, sections }),
      isAskedAgain: true,
    };
    return writeDraft(dependencies, summary, input, call);
  };
}
