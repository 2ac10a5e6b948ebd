import type { Claim } from '@plumbline/contracts/evidence/claim';
import { questionLanguageOf } from '@plumbline/contracts/evidence/query-anchor';
import type { MissingSubject, ReportDraft } from '@plumbline/contracts/report/report';
import type { ReportAsWritten } from '@plumbline/contracts/report/report-activities';
import { contradict } from '@plumbline/evidence/comparison';
import { missingInPassages } from '@plumbline/offline/needs';
import { createForeignLabel, selectReportQuotes } from '@plumbline/offline/statements';
import type { SynthesizedReport, SynthesizeReportStepInput } from '../../steps/synthesize-report.ts';
import type { WrittenReport } from './written-report.ts';

/** Whether a text says anything that can be checked: it cites a source or states what the search did not find. */
export function isUsable({ answer, sections }: Pick<WrittenReport, 'answer' | 'sections'>): boolean {
  return [...answer, ...sections.flatMap(({ claims }) => claims)].some(isCheckable);
}

function isCheckable({ citations, absence }: Claim): boolean {
  return citations.length > 0 || absence !== undefined;
}

/** The draft of a text as its model wrote it. What the rules compute of it is for the record. */
export function modelDraft(
  { title, answer, sections, limitations, followUps, lookUps, fixedWords }: WrittenReport,
  evidence: SynthesizeReportStepInput,
): ReportAsWritten {
  const { tasks, findings, missingWorks: absent = [] } = evidence;
  const isAnswered = answer.some(({ citations }) => citations.length > 0);
  const needs = tasks.map(({ need }) => need);
  return {
    ...(title !== null && { title }),
    summary: [...answer],
    overview: [],
    keyFindings: [],
    sections: [...sections],
    conflicts: [],
    limitations: [...limitations],
    ...(followUps.length > 0 && { followUps: [...followUps] }),
    ...(lookUps.length > 0 && { lookUps }),
    ...(fixedWords !== null && { fixedWords }),
    missingSubject: isAnswered ? null : withWorks(missingInPassages(needs, findings), absent),
    queryCoverage: null,
    remainingGaps: [],
  };
}

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

function withWorks(missing: MissingSubject | null, works: readonly string[]): MissingSubject | null {
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
