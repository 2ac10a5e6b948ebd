import { findingIdIn } from '../../../workflows/contracts/evidence/citation-key.ts';
import type { SynthesizeReportInput } from '../../../workflows/contracts/report/report-activities.ts';
import type { ReportDraft, ReportSection } from '../../../workflows/contracts/report/report.ts';
import type { Reasoned, ReasoningCost } from '../../../workflows/contracts/research/accounting.ts';
import type { ReasoningCall } from '../../model/engine/reasoner.ts';
import { sumCosts, withDegradation } from '../../model/metering/paid-calls.ts';
import { editReportStep } from '../../steps/edit-report.ts';
import { summarizeReportStep, type SummarizeReportStepInput } from '../../steps/summarize-report.ts';
import type { SynthesizeReportStepInput } from '../../steps/synthesize-report.ts';
import { type KeyLabels, labelKeys, sectionMarkdown } from './claims-markdown.ts';
import { contradictionsIn } from './draft-evidence.ts';
import { type DraftTools, evidenceFor, withUnknown, writeByRule } from './draft-writing.ts';
import { isUsable, modelDraft } from './model-draft.ts';
import { ruledDraft } from './ruled-draft.ts';
import { readWrittenReport, type WrittenReport } from './written-report.ts';

/** An editor that keeps less of what the sections cite has lost most of the report. */
const FEWEST_KEPT = 0.5;
const LOST = 'the edited report lost most of what its sections cite; they stay as they were written';

/**
 * Makes one report of sections that were written side by side. Where the edited text is not usable, the sections stay as
 * they were written, and the answer before them is asked for alone.
 */
export async function editSections(
  tools: DraftTools,
  material: SynthesizeReportInput,
  sections: readonly ReportSection[],
  call: ReasoningCall,
): Promise<Reasoned<ReportDraft>> {
  const { language } = material.anchor;
  const { input } = await evidenceFor(tools, material);
  const labels = labelKeys(sections);
  const asked = {
    ...input,
    contradictions: contradictionsIn(material.contradictions, { markOf: (key) => labels.markOf([key]).trim() }),
    sections: sections.map((section) => sectionMarkdown(section, labels)),
    length: input.length === 'full' ? ('full' as const) : ('standard' as const),
  };
  const { value: text, cost: ofEdit } = await tools.reasoner.run(editReportStep, asked, call);
  if (text === null) return withSections(tools, asked, { input, sections, labels, ofEdit }, call);
  const written = readWrittenReport(text, language, labels.resolve);
  if (isUsable(written) && keepsMost(written, sections)) {
    return { value: await modelDraft(written, input), cost: withUnknown(ofEdit, editReportStep.name, written) };
  }
  const lost = withDegradation(ofEdit, { step: editReportStep.name, cause: LOST, count: 1 });
  return withSections(tools, asked, { input, sections, labels, ofEdit: lost }, call);
}

interface Unedited {
  readonly input: SynthesizeReportStepInput;
  readonly sections: readonly ReportSection[];
  readonly labels: KeyLabels;
  readonly ofEdit: ReasoningCost;
}

/** The sections as they were written, below an answer of their own. */
async function withSections(
  { reasoner }: DraftTools,
  asked: SummarizeReportStepInput,
  { input, sections, labels, ofEdit }: Unedited,
  call: ReasoningCall,
): Promise<Reasoned<ReportDraft>> {
  const { value, cost: ofSummary } = await reasoner.run(summarizeReportStep, asked, call);
  const cost = sumCosts([ofEdit, ofSummary]);
  if (typeof value !== 'string')
    return { value: { ...(await ruledDraft(value, input)), sections: [...sections] }, cost };
  const { answer, ...opening } = readWrittenReport(value, input.anchor.language, labels.resolve);
  if (!isUsable({ answer, sections: [] })) {
    const ruled = await writeByRule(summarizeReportStep.name, input, cost);
    return { value: { ...ruled.value, sections: [...sections] }, cost: { ...ruled.cost, engine: cost.engine } };
  }
  const draft = await modelDraft({ ...opening, answer, sections }, input);
  return { value: draft, cost: withUnknown(cost, summarizeReportStep.name, opening) };
}

/** Which passages are cited, whatever sentences of them. */
function keepsMost(written: WrittenReport, sections: readonly ReportSection[]): boolean {
  const before = findingsCited(sections);
  const after = findingsCited([{ heading: '', claims: [...written.answer] }, ...written.sections]);
  return [...before].filter((finding) => after.has(finding)).length >= FEWEST_KEPT * before.size;
}

function findingsCited(sections: readonly ReportSection[]): Set<string> {
  const keys = sections.flatMap(({ claims }) => claims.flatMap(({ citations }) => citations));
  return new Set(keys.map(findingIdIn));
}
