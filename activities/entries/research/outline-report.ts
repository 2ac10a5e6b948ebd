import type { OutlinedSection, OutlineReportInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { Reasoned } from '../../../workflows/contracts/research/accounting.ts';
import { createStoredTexts } from '../../corpus/quotes/stored-quotes.ts';
import { withDegradation } from '../../model/metering/paid-calls.ts';
import { readEvidence } from '../../report/writing/draft-evidence.ts';
import type { DraftTools } from '../../report/writing/draft-writing.ts';
import { type OutlinedReport, outlineReportStep } from '../../steps/outline-report.ts';

const UNDIVIDED = 'the outline named no findings; there is a section for each task';
/** A report of one section is one page. */
const FEWEST_SECTIONS = 2;
/** An outline is made from notes. */
const NO_PASSAGES = { length: 0, passages: 0 };

/**
 * Divides a report into sections. Whether it has any is decided before. What a model leaves out stays out; where it names
 * no findings, the rule divides the report.
 *
 * @returns empty where the report is one page
 */
export function createOutlineReport({ corpus, blobs, reasoner }: DraftTools) {
  return async (input: OutlineReportInput, signal: AbortSignal): Promise<Reasoned<OutlinedSection[]>> => {
    const { engine, metering, length } = input;
    const material = { ...input, quotes: [], correction: null };
    const evidence = await readEvidence(corpus, createStoredTexts(blobs), material, NO_PASSAGES);
    const stepInput = { ...evidence.input, length, reserve: new Set(input.reserve) };
    const known = new Set(input.findings.map(({ findingId }) => findingId));
    const { value, cost } = await reasoner.run(outlineReportStep, stepInput, { engine, metering, signal });
    const outline = sectionsOf(value, known);
    if (outline.length > 0 || cost.engine === 'offline') return { value: divided(outline), cost };
    const byRule = divided(sectionsOf(outlineReportStep.offline(stepInput), known));
    return { value: byRule, cost: withDegradation(cost, { step: outlineReportStep.name, cause: UNDIVIDED, count: 1 }) };
  };
}

/** Those with findings that exist. */
function sectionsOf({ sections }: OutlinedReport, known: ReadonlySet<string>): OutlinedSection[] {
  return sections
    .map(({ heading, purpose, form, findings: ids }) => ({
      heading,
      purpose,
      form,
      findingIds: [...new Set(ids)].filter((id) => known.has(id)),
    }))
    .filter(({ heading, findingIds }) => heading !== '' && findingIds.length > 0);
}

function divided(outline: OutlinedSection[]): OutlinedSection[] {
  return outline.length < FEWEST_SECTIONS ? [] : outline;
}
