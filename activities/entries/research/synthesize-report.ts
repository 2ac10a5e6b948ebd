import type { SynthesizeReportInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { ReportDraft } from '../../../workflows/contracts/report/report.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { type DraftStep, type DraftTools, writeDraft } from '../../report/writing/draft-writing.ts';
import { type SynthesizeReportStepInput, synthesizeReportStep } from '../../steps/synthesize-report.ts';

const WHOLE: DraftStep<SynthesizeReportStepInput> = { step: synthesizeReportStep, inputOf: (evidence) => evidence };

/** Writes the report's content. */
export function createSynthesizeReport(dependencies: DraftTools) {
  return (input: SynthesizeReportInput, signal: AbortSignal): Promise<Reasoned<ReportDraft>> => {
    const { engine, metering } = input;
    return writeDraft(dependencies, WHOLE, input, { engine, metering, signal });
  };
}
