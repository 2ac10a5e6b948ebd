import type { Reasoned } from '../workflows/contracts/accounting.ts';
import type { OutlinedSection, OutlineReportInput } from '../workflows/contracts/report-activities.ts';
import { createStoredTexts } from './citations/stored-quotes.ts';
import { readEvidence } from './drafts/draft-evidence.ts';
import type { DraftTools } from './drafts/draft-writing.ts';
import { completeOutline } from './drafts/outline-completion.ts';
import { outlineReportStep } from './reasoning/steps/outline-report.ts';

/** Divides the details of a report into sections; none where one page is enough. */
export function createOutlineReport({ corpus, blobs, reasoner }: DraftTools) {
  return async (input: OutlineReportInput, signal: AbortSignal): Promise<Reasoned<OutlinedSection[]>> => {
    const { engine, metering, length } = input;
    const reserve = new Set(input.reserve);
    const evidence = await readEvidence(corpus, createStoredTexts(blobs), { ...input, quotes: [], correction: null });
    const { value, cost } = await reasoner.run(
      outlineReportStep,
      { ...evidence, length, reserve },
      { engine, metering, signal },
    );
    return { value: completeOutline(value, evidence.findings, reserve), cost };
  };
}
