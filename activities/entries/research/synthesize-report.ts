import type { ReportDraft } from '@plumbline/contracts/report/report';
import type { SynthesizeReportInput } from '@plumbline/contracts/report/report-activities';
import type { Reasoned } from '@plumbline/contracts/research/accounting';
import { type DraftStep, type DraftTools, writeDraft } from '../../report/writing/draft-writing.ts';
import { synthesizeReportStep, type SynthesizeReportStepInput } from '../../steps/synthesize-report.ts';

const WHOLE: DraftStep<SynthesizeReportStepInput> = { step: synthesizeReportStep, inputOf: (evidence) => evidence };

/** Writes the report's content. */
export function createSynthesizeReport(dependencies: DraftTools) {
  return (input: SynthesizeReportInput, signal: AbortSignal): Promise<Reasoned<ReportDraft>> => {
    const { engine, metering } = input;
    return writeDraft(dependencies, WHOLE, input, { engine, metering, signal });
  };
}
