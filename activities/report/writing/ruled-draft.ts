import type { Claim } from '../../../workflows/contracts/evidence/claim.ts';
import { questionLanguageOf } from '../../../workflows/contracts/evidence/query-anchor.ts';
import type { MissingSubject, ReportDraft } from '../../../workflows/contracts/report/report.ts';
import { completeness } from '../../../workflows/domain/report-quality.ts';
import { coverageOf, isNamedIn, type WantedPart } from '../../offline-engine/answers/evidence-completeness.ts';
import {
  createForeignLabel,
  isForeignFinding,
  selectReportQuotes,
} from '../../offline-engine/answers/report-quotes.ts';
import { missingInPassages, missingSubjectOf } from '../../offline-engine/answers/subject-coverage.ts';
import type { SynthesizedReport, SynthesizeReportStepInput } from '../../steps/synthesize-report.ts';
import { contradict } from '../../verification/statements/compare-statements.ts';
import { offlinePhrasesFor } from '../../wording/offline-phrases.ts';

/** The draft of what the rule states: labelled where it quotes another language, with what it leaves open. */
export async function ruledDraft(report: SynthesizedReport, evidence: SynthesizeReportStepInput): Promise<ReportDraft> {
  const { anchor, tasks, findings, missingWorks: absent = [] } = evidence;
  const labelled = mapClaims(report, createForeignLabel(findings, anchor.language));
  const isAnswered = labelled.summary.length > 0;
  const wanted = await coverageOf({ anchor, tasks, findings, understood: [] });
  const parts = isAnswered
    ? wanted
    : wanted.map((part) => ({ ...part, isCovered: part.isCovered && part.kind !== 'task' }));
  const missing = missingIn(labelled, evidence);
  const { certainties } = await selectReportQuotes(tasks, findings, questionLanguageOf(anchor), contradict);
  return {
    ...labelled,
    limitations: isAnswered ? withMissing(labelled.limitations, missing, anchor.language) : labelled.limitations,
    missingSubject: isAnswered ? null : withWorks(missing, absent),
    certainties: [...certainties],
    queryCoverage: isAnswered ? completeness(parts) : 0,
    remainingGaps: withUncovered(labelled.remainingGaps, parts, anchor.language),
  };
}

export function withWorks(missing: MissingSubject | null, works: readonly string[]): MissingSubject | null {
  return works.length === 0 ? missing : { words: [], unknown: [], ...missing, works: [...works] };
}

/** The documents may use other words than the question; readers should know where they differ, once. */
export function withMissing(limitations: readonly Claim[], missing: MissingSubject | null, language: string): Claim[] {
  const said = limitations.map(({ text }) => text);
  const words = missing?.words.filter((word) => !isNamedIn(said, word, language)) ?? [];
  if (words.length === 0) return [...limitations];
  return [...limitations, { text: offlinePhrasesFor(language).uncovered(words), citations: [] }];
}

/** Names every uncovered part once. */
function withUncovered(gaps: readonly string[], parts: readonly WantedPart[], language: string): string[] {
  const phrases = offlinePhrasesFor(language);
  const uncovered = parts.filter(({ name, isCovered }) => !isCovered && !isNamedIn(gaps, name, language));
  return [
    ...gaps,
    ...uncovered.map(({ kind, name }) => (kind === 'task' ? phrases.taskUnanswered : phrases.entityUnmentioned)(name)),
  ];
}

/** What decides the question but is not mentioned by the answer, or without one by any passage. */
function missingIn(
  { summary, keyFindings }: SynthesizedReport,
  { tasks, findings, anchor }: SynthesizeReportStepInput,
): MissingSubject | null {
  const cited = new Set((summary.length > 0 ? summary : keyFindings).flatMap(({ citations }) => citations));
  // Words cannot be compared across languages.
  const restsOnForeign = findings.some(
    (finding) => finding.quotes.some(({ key }) => cited.has(key)) && isForeignFinding(finding, anchor.language),
  );
  if (restsOnForeign) return null;
  const needs = tasks.map(({ need }) => need);
  if (summary.length === 0) return missingInPassages(needs, findings);
  return missingSubjectOf(needs, new Set(summary.flatMap(({ citations }) => citations)), findings);
}

/** The report with each claim that rests on evidence replaced. */
function mapClaims(report: SynthesizedReport, replace: (claim: Claim) => Claim): SynthesizedReport {
  return {
    ...report,
    summary: report.summary.map(replace),
    overview: report.overview.map(replace),
    keyFindings: report.keyFindings.map(replace),
    sections: report.sections.map((section) => ({ ...section, claims: section.claims.map(replace) })),
    conflicts: report.conflicts.map((conflict) => conflict.map(replace)),
  };
}
