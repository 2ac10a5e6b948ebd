import type { SynthesizeReportInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { ReportDraft } from '../../../workflows/contracts/report/report.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { type DraftStep, type DraftTools, writeDraft } from '../../report/writing/draft-writing.ts';
import { editSections } from '../../report/writing/section-editing.ts';
import { type SynthesizeReportStepInput, synthesizeReportStep } from '../../steps/synthesize-report.ts';

const WHOLE: DraftStep<SynthesizeReportStepInput> = { step: synthesizeReportStep, inputOf: (evidence) => evidence };

/** Writes the report's content in one go, or makes one report of the sections that are written already. */
export function createSynthesizeReport(dependencies: DraftTools) {
  return (input: SynthesizeReportInput, signal: AbortSignal): Promise<Reasoned<ReportDraft>> => {
    const { engine, metering, sections } = input;
    const call = { engine, metering, signal };
    return sections === undefined
      ? writeDraft(dependencies, WHOLE, input, call)
      : editSections(dependencies, input, sections, call);
  };
}
