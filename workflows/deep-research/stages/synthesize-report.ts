import { counted } from '../../contracts/common/counted.ts';
import type { Claim } from '../../contracts/evidence/claim.ts';
import type { Finding } from '../../contracts/evidence/evidence.ts';
import type { OutlinedSection, ReportCorrection } from '../../contracts/report/report-activities.ts';
import type { ReportDraft, ReportSection } from '../../contracts/report/report.ts';
import type { StoredMaterial, WrittenReport, WrittenSections } from '../../contracts/report/settled-stages.ts';
import type { ReportLength } from '../../contracts/settings/report-settings.ts';
import { referTo } from '../../domain/evidence-index.ts';
import { servedTasks } from '../../domain/finding-selection.ts';
import { allClaims } from '../../domain/report-claims.ts';
import type { ResearchRun } from '../run/research-run.ts';

/** Fewer findings fit on one page. */
const FEWEST_FINDINGS = { standard: 8, full: 4 } as const;

/** Writes the report. */
export async function synthesizeReport(
  run: Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'progress' | 'reasoning'>,
  material: StoredMaterial,
): Promise<WrittenReport> {
  run.progress.enter('synthesizing');
  return writeDraft(run, material, null);
}

/**
 * Writes the sections, and then one report of them; a short report in one go.
 *
 * @param correction what was wrong with a draft of the rules, which has no sections; null for the first draft
 */
export async function writeDraft(
  run: WritingParts,
  material: StoredMaterial,
  correction: ReportCorrection | null,
): Promise<WrittenReport> {
  const { anchor } = material;
  const { state, accounts, reasoning } = run;
  const length = correction === null ? lengthOfSections(run, material) : null;
  const sections = length === null ? null : await writeSections(run, material, length);
  const drawn = withDrawn(material, sections);
  const { findings } = drawn;
  const purpose = correction === null ? 'write the report' : `write the report again: ${correction.kind}`;
  const input = {
    ...reportInput(run, drawn),
    correction,
    ...(sections !== null && { sections: sections.sections }),
  };
  const draft = await reasoning.ask('synthesizeReport', input, `${purpose}, ${counted(findings.length, 'finding')}`);
  const isByRule = accounts.engine !== 'model';
  return {
    draft: state.isFinishing && isByRule ? withUncitedFindings(draft, findings, anchor.language) : draft,
    sections,
  };
}

/**
 * The report by rule, where nothing of a model's holds.
 *
 * @param cause why, for the record
 */
export async function writeByRule(
  run: Pick<ResearchRun, 'request' | 'accounts' | 'reasoning'>,
  material: StoredMaterial,
  cause: string,
): Promise<ReportDraft> {
  const input = { ...reportInput(run, material), correction: null };
  return run.reasoning.askRules('synthesizeReport', input, 'write the report by rule', cause);
}

function reportInput({ request, accounts }: Pick<ResearchRun, 'request' | 'accounts'>, material: StoredMaterial) {
  const { anchor, corpus, clarificationSummary, tasks, taskSummaries, quotes, findings, contradictions } = material;
  return {
    anchor,
    corpusId: corpus.corpusId,
    clarificationSummary,
    taskTexts: tasks.map(({ text }) => text),
    ...referTo(material, findings),
    quotes,
    taskSummaries,
    gaps: accounts.gaps,
    ...(contradictions !== undefined && { contradictions }),
    length: request.settings.length,
  };
}

type WritingParts = Pick<ResearchRun, 'request' | 'state' | 'accounts' | 'reasoning'>;

type SectionLength = Exclude<ReportLength, 'brief'>;

/** How long sections may be; null: one page is enough, or there is no model to write more. */
function lengthOfSections(
  { request, state, accounts }: WritingParts,
  { findings, tasks }: StoredMaterial,
): SectionLength | null {
  const { length } = request.settings;
  if (length === 'brief' || state.isFinishing || accounts.engine !== 'model') return null;
  const served = tasks.filter(({ taskId }) => findings.some((finding) => servedTasks(finding).includes(taskId)));
  return served.length < 2 || findings.length < FEWEST_FINDINGS[length] ? null : length;
}

/**
 * Writes the sections of a report, all at once, each from the findings that serve it.
 *
 * @returns null where the outline has no sections
 */
async function writeSections(
  { accounts, reasoning }: WritingParts,
  material: StoredMaterial,
  length: SectionLength,
): Promise<WrittenSections | null> {
  const { taskSummaries, findings, reserve } = material;
  const drawable = [...findings, ...reserve];
  const shared = sectionInput(material, length);
  const outline = await reasoning.ask(
    'outlineReport',
    {
      ...shared,
      taskSummaries,
      ...referTo(material, drawable),
      reserve: reserve.map(({ findingId }) => findingId),
      clarificationSummary: material.clarificationSummary,
      gaps: accounts.gaps,
    },
    `outline the report, ${counted(findings.length, 'finding')}`,
  );
  if (outline.length === 0) return null;
  const write = async (section: OutlinedSection): Promise<ReportSection> => {
    const serving = section.findingIds.flatMap((id) => drawable.find(({ findingId }) => findingId === id) ?? []);
    const gaps = gapsOf(serving, taskSummaries);
    return reasoning.ask(
      'writeSection',
      { ...shared, gaps, ...placeOf(section, outline), ...referTo(material, serving) },
      `section "${section.heading}", ${counted(serving.length, 'finding')}`,
    );
  };
  return { outline, sections: await Promise.all(outline.map(write)) };
}

/** What stays open of the tasks that a section's findings serve. */
function gapsOf(findings: readonly Finding[], taskSummaries: StoredMaterial['taskSummaries']): string[] {
  const served = new Set(findings.flatMap(servedTasks));
  return taskSummaries.filter(({ taskId }) => served.has(taskId)).flatMap(({ gaps }) => gaps);
}

/** A section without its findings, and the others of the report. */
function placeOf(outlined: OutlinedSection, outline: readonly OutlinedSection[]) {
  const { findingIds: _, ...section } = outlined;
  const others = outline.filter(({ heading }) => heading !== section.heading);
  return { section, others: others.map(({ heading, purpose }) => ({ heading, purpose })) };
}

/** What outline and sections share. Of each task, a section needs the name alone. */
function sectionInput({ anchor, corpus, tasks, taskSummaries, contradictions }: StoredMaterial, length: SectionLength) {
  return {
    anchor,
    corpusId: corpus.corpusId,
    taskTexts: tasks.map(({ text }) => text),
    taskSummaries: taskSummaries.map(({ taskId, taskText }) => ({ taskId, taskText })),
    length,
    ...(contradictions !== undefined && { contradictions }),
  };
}

/** The material with what the outline draws from the reserve. */
export function withDrawn(material: StoredMaterial, sections: WrittenSections | null): StoredMaterial {
  const { findings, reserve, leftOut } = material;
  const named = new Set(sections?.outline.flatMap(({ findingIds }) => findingIds));
  const isNamed = ({ findingId }: { readonly findingId: string }): boolean => named.has(findingId);
  const drawn = reserve.filter(isNamed);
  if (drawn.length === 0) return material;
  const ids = new Set(drawn.map(({ findingId }) => findingId));
  return {
    ...material,
    findings: [...findings, ...drawn],
    reserve: reserve.filter((finding) => !isNamed(finding)),
    leftOut: leftOut.map((one) => (ids.has(one.findingId) ? { ...one, isDrawn: true } : one)),
  };
}

/**
 * A draft plus a section with the findings that no claim cites, each in its source's own words: if research was
 * finished early, the report contains everything that was found.
 */
export function withUncitedFindings(draft: ReportDraft, findings: readonly Finding[], language: string): ReportDraft {
  const cited = new Set(allClaims(draft).flatMap(({ citations }) => citations));
  const claims = findings
    .filter(({ quotes }) => quotes.length > 0 && quotes.every(({ key }) => !cited.has(key)))
    .flatMap(({ quotes: [quote] }): Claim[] =>
      quote === undefined ? [] : [{ text: quoted(quote.text, language), citations: [quote.key] }],
    );
  if (claims.length === 0) return draft;
  const heading =
    language === 'de' ? 'Weitere Befunde bis zum vorzeitigen Ende' : 'Further findings up to the early end';
  return { ...draft, sections: [...draft.sections, { heading, claims }] };
}

function quoted(text: string, language: string): string {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return language === 'de' ? `„${words}“` : `“${words}”`;
}
