import type { Claim } from '@plumbline/contracts/evidence/claim';
import { questionLanguageOf } from '@plumbline/contracts/evidence/query-anchor';
import type { MissingSubject, ReportDraft } from '@plumbline/contracts/report/report';
import { contradict } from '@plumbline/evidence/comparison';
import { missingInPassages } from '@plumbline/offline/needs';
import { createForeignLabel, selectReportQuotes } from '@plumbline/offline/statements';
import type { SynthesizedReport, SynthesizeReportStepInput } from '../../steps/synthesize-report.ts';

/** The draft of what the rule states: labelled where it quotes another language, with what it leaves open. */
export async function ruledDraft(report: SynthesizedReport, evidence: SynthesizeReportStepInput): Promise<ReportDraft> {
  const { anchor, tasks, findings, missingWorks: absent = [] } = evidence;
  const labelled = mapClaims(report, createForeignLabel(findings, anchor.language));
  const isAnswered = labelled.summary.length > 0;
  const needs = tasks.map(({ need }) => need);
  const { certainties } = await selectReportQuotes(tasks, findings, questionLanguageOf(anchor), contradict);
  return {
    ...labelled,
    missingSubject: isAnswered ? null : withWorks(missingInPassages(needs, findings), absent),
    certainties: [...certainties],
    queryCoverage: null,
  };
}

export function withWorks(missing: MissingSubject | null, works: readonly string[]): MissingSubject | null {
  return works.length === 0 ? missing : { words: [], unknown: [], ...missing, works: [...works] };
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
