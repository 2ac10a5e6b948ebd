import type { Claim } from '@plumbline/contracts/evidence/claim';
import type { MissingSubject, ReportDraft } from '@plumbline/contracts/report/report';
import type { ReportAsWritten } from '@plumbline/contracts/report/report-activities';
import { isForeign } from '@plumbline/language/detection';
import { missingWords } from '@plumbline/offline/places';
import type { SynthesizedReport, SynthesizeReportStepInput } from '../../steps/synthesize-report.ts';
import type { WrittenReport } from './written-report.ts';

/** Parts that a draft may lack. */
const NO_PARTS = { overview: [], keyFindings: [], sections: [], conflicts: [], limitations: [], queryCoverage: null };

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
  const isAnswered = answer.some(({ citations }) => citations.length > 0);
  return {
    ...NO_PARTS,
    ...(title !== null && { title }),
    summary: [...answer],
    sections: [...sections],
    limitations: [...limitations],
    ...(followUps.length > 0 && { followUps: [...followUps] }),
    ...(lookUps.length > 0 && { lookUps }),
    ...(fixedWords !== null && { fixedWords }),
    missingSubject: isAnswered ? null : missingIn(evidence),
    remainingGaps: [],
  };
}

/** The draft of the places that were found, labelled where they are in another language, with the words that none of them has. */
export function ruledDraft(report: SynthesizedReport, evidence: SynthesizeReportStepInput): ReportDraft {
  const { findings, anchor } = evidence;
  const languages = new Map(findings.flatMap(({ quotes, language }) => quotes.map(({ key }) => [key, language])));
  const labelled = report.summary.map((claim): Claim => {
    const language = languages.get(claim.citations[0] ?? '');
    return language !== undefined && isForeign(claim.text, anchor.language)
      ? { ...claim, quotedLanguage: language }
      : claim;
  });
  // Words are not looked for in another language.
  const isComparable = labelled.some(({ quotedLanguage }) => quotedLanguage === undefined) || labelled.length === 0;
  return {
    ...NO_PARTS,
    ...report,
    summary: labelled,
    missingSubject: isComparable ? missingIn(evidence) : null,
  };
}

/** Null: nothing is missing. */
function missingIn({ tasks, findings, missingWorks: works = [] }: SynthesizeReportStepInput): MissingSubject | null {
  const missing = missingWords(tasks, findings);
  if (missing.words.length === 0 && works.length === 0) return null;
  return { ...missing, ...(works.length > 0 && { works: [...works] }) };
}
