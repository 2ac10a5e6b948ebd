import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { missingInPassages } from '@plumbline/offline/needs';
import type { SynthesizeReportStepInput } from '../../steps/synthesize-report.ts';
import { withWorks } from './ruled-draft.ts';
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
  { title, answer, sections, limitations, followUps, fixedWords }: WrittenReport,
  evidence: SynthesizeReportStepInput,
): ReportDraft {
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
    ...(fixedWords !== null && { fixedWords }),
    missingSubject: isAnswered ? null : withWorks(missingInPassages(needs, findings), absent),
    queryCoverage: null,
    remainingGaps: [],
  };
}
