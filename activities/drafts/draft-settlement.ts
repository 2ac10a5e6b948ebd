import type { Reasoned } from '../../workflows/contracts/accounting.ts';
import type { Claim } from '../../workflows/contracts/claim.ts';
import type { SynthesizeReportInput } from '../../workflows/contracts/report-activities.ts';
import type { MissingSubject } from '../../workflows/contracts/report.ts';
import type { StoredTexts } from '../citations/stored-quotes.ts';
import { createDraftChecks } from '../claims/draft-checks.ts';
import { createForeignLabel, isForeignFinding, type SourcedFinding } from '../extractive/answers/report-quotes.ts';
import { missingInPassages, missingSubjectOf } from '../extractive/answers/subject-coverage.ts';
import type { InformationNeed } from '../extractive/passages/passage-reading.ts';
import { withDegradation } from '../reasoning/engine/cost.ts';
import { settleReport } from '../reasoning/steps/rule-answer.ts';
import {
  type SynthesizedReport,
  type SynthesizeReportStepInput,
  synthesizeReportStep,
} from '../reasoning/steps/synthesize-report.ts';
import { isForeign } from '../text/language.ts';

/** What a draft was written from. */
export interface WrittenFrom {
  /** Of the step. */
  readonly name: string;
  readonly isAskedAgain: boolean;
  readonly evidence: SynthesizeReportStepInput;
  readonly material: SynthesizeReportInput;
  readonly texts: StoredTexts;
}

/** What an engine wrote beside what the offline rule says, which is written in any case. */
export async function settleDraft(
  { value, cost }: Reasoned<SynthesizedReport>,
  { name, isAskedAgain, evidence, material, texts }: WrittenFrom,
): Promise<Reasoned<SynthesizedReport>> {
  const { tasks, findings, correction } = evidence;
  const { findings: given, anchor } = material;
  const { language } = anchor;
  if (cost.engine === 'offline') return { value: labelForeign(value, findings, language), cost };
  const issued = given.flatMap(({ quotes }) => quotes);
  const checked = { anchor, findings: given, engine: 'model' as const };
  const settled = await settleReport({
    written: value,
    ruled: labelForeign(await synthesizeReportStep.offline(evidence), findings, language),
    language,
    checks: await createDraftChecks(checked, new Set(issued.map(({ key }) => key)), texts),
    quotes: new Map(issued.map(({ key, text }) => [key, text])),
    restsOnForeign: restsOnForeign(value, findings, language),
    isInWrongLanguage: isAskedAgain && correction === null && isForeign(textsOf(value).join('\n'), language),
    missingIn: (report) => missingIn(report, tasks, findings, language),
  });
  const { report, isByRule, cause } = settled;
  const used = isByRule ? { ...cost, engine: 'offline' as const } : cost;
  return {
    value: report,
    cost: cause === null ? used : withDegradation(used, { step: name, cause, count: 1 }),
  };
}

/** What decides the question but is not mentioned by the answer, or without one by any passage. */
export function missingIn(
  { summary, keyFindings }: SynthesizedReport,
  tasks: readonly { readonly need: InformationNeed }[],
  findings: readonly SourcedFinding[],
  language: string,
): MissingSubject | null {
  // Words cannot be compared across languages.
  if (restsOnForeign({ summary, keyFindings }, findings, language)) return null;
  const needs = tasks.map(({ need }) => need);
  if (summary.length === 0) return missingInPassages(needs, findings);
  return missingSubjectOf(needs, new Set(summary.flatMap(({ citations }) => citations)), findings);
}

function restsOnForeign(
  { summary, keyFindings }: Pick<SynthesizedReport, 'summary' | 'keyFindings'>,
  findings: readonly SourcedFinding[],
  language: string,
): boolean {
  const cited = new Set((summary.length > 0 ? summary : keyFindings).flatMap(({ citations }) => citations));
  return findings.some(
    (finding) => finding.quotes.some(({ key }) => cited.has(key)) && isForeignFinding(finding, language),
  );
}

export function textsOf(report: SynthesizedReport): string[] {
  return claimsOf(report).map(({ text }) => text);
}

/** What rests on evidence: all but limitations. */
export function claimsOf({ summary, overview, keyFindings, sections, conflicts }: SynthesizedReport): Claim[] {
  return [summary, overview, keyFindings, ...sections.map((section) => section.claims), ...conflicts].flat();
}

/** The report with each claim that rests on evidence replaced. */
export function mapClaims(report: SynthesizedReport, replace: (claim: Claim) => Claim): SynthesizedReport {
  return {
    ...report,
    summary: report.summary.map(replace),
    overview: report.overview.map(replace),
    keyFindings: report.keyFindings.map(replace),
    sections: report.sections.map(({ heading, claims }) => ({ heading, claims: claims.map(replace) })),
    conflicts: report.conflicts.map((conflict) => conflict.map(replace)),
  };
}

function labelForeign(report: SynthesizedReport, findings: readonly SourcedFinding[], language: string) {
  return mapClaims(report, createForeignLabel(findings, language));
}
