import type { OutlinedSection, OutlineReportInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { withDegradation } from '../../model/metering/paid-calls.ts';
import { readEvidence } from '../../report/writing/draft-evidence.ts';
import type { DraftTools } from '../../report/writing/draft-writing.ts';
import { completeOutline } from '../../report/writing/outline-completion.ts';
import { outlineReportStep } from '../../steps/outline-report.ts';

const UNDIVIDED = 'the outline did not divide the report; there is a section for each task';

/**
 * Divides the details of a report into sections. Whether it has any is decided before: where a model names fewer than two
 * that findings serve, the rule divides it; none where the rule cannot.
 */
export function createOutlineReport({ corpus, blobs, reasoner }: DraftTools) {
  return async (input: OutlineReportInput, signal: AbortSignal): Promise<Reasoned<OutlinedSection[]>> => {
    const { engine, metering, length } = input;
    const reserve = new Set(input.reserve);
    const evidence = await readEvidence(corpus, createStoredTexts(blobs), { ...input, quotes: [], correction: null });
    const stepInput = { ...evidence, length, reserve };
    const { value, cost } = await reasoner.run(outlineReportStep, stepInput, { engine, metering, signal });
    const outline = completeOutline(value, evidence.findings, reserve);
    if (outline.length > 0 || cost.engine === 'offline') return { value: outline, cost };
    const byRule = completeOutline(outlineReportStep.offline(stepInput), evidence.findings, reserve);
    return { value: byRule, cost: withDegradation(cost, { step: outlineReportStep.name, cause: UNDIVIDED, count: 1 }) };
  };
}
