import { patched } from '@temporalio/workflow';
import { counted } from '../../contracts/counted.ts';
import type { ReportDraft, ReportSection } from '../../contracts/report.ts';
import type { OutlinedSection, ReportCorrection, WriteSectionInput } from '../../contracts/report-activities.ts';
import type { ReportLength } from '../../contracts/report-length.ts';
import type { ReportMaterial, WrittenSections } from '../../contracts/stage-results.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** Fewer findings fit on one page. */
const FEWEST_FINDINGS = { standard: 8, full: 4 } as const;

/** What was wrong with a draft, and its sections as they were written; null: it is one page. */
export interface Rewriting {
  readonly correction: ReportCorrection;
  readonly sections: WrittenSections | null;
}

type WritingParts = Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'reasoning'>;

/**
 * Writes the sections of a report, all at once, each from the findings that serve it. After a correction only those with
 * faults are written again.
 *
 * @param again null for the first report
 * @returns null where one page is enough, and where there is no model to write more
 */
export async function writeSections(
  run: WritingParts,
  material: ReportMaterial,
  again: Rewriting | null,
): Promise<WrittenSections | null> {
  const { anchor, corpus, clarificationSummary, tasks, taskSummaries, findings } = material;
  const length = lengthOf(run, material);
  const before = again?.sections ?? null;
  // One page stays one page.
  if (length === null || (again !== null && before === null)) return null;
  const correction = again?.correction ?? null;
  const shared = { anchor, corpusId: corpus.corpusId, taskTexts: tasks.map(({ text }) => text), taskSummaries, length };
  const { reasoning, accounts } = run;
  const outline =
    before?.outline ??
    (await reasoning.ask(
      'outlineReport',
      { ...shared, findings, clarificationSummary, gaps: accounts.gaps },
      `outline the report, ${counted(findings.length, 'finding')}`,
    ));
  if (outline.length === 0) return null;
  const write = (section: OutlinedSection): Promise<ReportSection> => {
    const { heading, purpose, findingIds } = section;
    const input: Omit<WriteSectionInput, 'engine' | 'today' | 'metering' | 'approvedTasks'> = {
      ...shared,
      section: { heading, purpose },
      others: outline.filter((other) => other !== section).map((other) => other.heading),
      findings: findings.filter(({ findingId }) => findingIds.includes(findingId)),
      correction,
    };
    return reasoning.ask('writeSection', input, `section "${heading}", ${counted(input.findings.length, 'finding')}`);
  };
  const sections = await Promise.all(
    outline.map(async (section, index) => keptSection(before?.sections[index], correction) ?? write(section)),
  );
  return { outline, sections };
}

/** Null: it is one page. */
function lengthOf(
  { request, state, accounts }: WritingParts,
  { findings, tasks }: ReportMaterial,
): Exclude<ReportLength, 'brief'> | null {
  // Settings of runs from before there were sections do not say.
  const length = request.settings.length ?? 'brief';
  if (length === 'brief' || state.isFinishing || accounts.engine !== 'model') return null;
  const served = tasks.filter(({ taskId }) => findings.some((finding) => finding.taskId === taskId));
  const isShort = length === 'standard' && served.length < 2;
  if (isShort || findings.length < FEWEST_FINDINGS[length]) return null;
  return patched('report-in-sections') ? length : null;
}

/** A section that the correction finds no fault with. */
function keptSection(section: ReportSection | undefined, correction: ReportCorrection | null): ReportSection | null {
  if (section === undefined || correction === null) return null;
  const faulty = correction.kind === 'language' ? correction.sentences : correction.faults.map(({ claim }) => claim);
  const isFaulty = section.claims.some(({ text }) =>
    faulty.some((fault) => fault.includes(text) || text.includes(fault)),
  );
  return isFaulty || isFaultyHeading(section, faulty) ? null : section;
}

function isFaultyHeading({ heading }: ReportDraft['sections'][number], faulty: readonly string[]): boolean {
  return faulty.some((fault) => heading.includes(fault));
}
