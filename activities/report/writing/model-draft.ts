import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { ReportDraft } from '@plumbline/contracts/report/report';
import { coverageOf, missingInPassages } from '@plumbline/offline/needs';
import { completeness } from '../../../workflows/domain/report-quality.ts';
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
  const { anchor, tasks, findings, missingWorks: absent = [] } = evidence;
  const isAnswered = answer.some(({ citations }) => citations.length > 0);
  const understood = [...answer, ...sections.flatMap(({ claims }) => claims)].map(({ text }) => text);
  const parts = coverageOf({ anchor, tasks, findings, understood });
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
    queryCoverage: isAnswered ? completeness(parts) : 0,
    remainingGaps: [],
  };
}
