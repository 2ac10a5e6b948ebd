import { z } from 'zod';
import type { ReportLength } from '../../workflows/contracts/settings/report-settings.ts';
import { servedTasks } from '../../workflows/domain/finding-selection.ts';
import { boundedList, boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import type { SourcedFinding } from '../offline-engine/answers/evidence-reading.ts';
import { systemText, tagged, taggedAnchor, taggedClarification } from './prompt-text.ts';
import type { SynthesizeReportStepInput } from './synthesize-report.ts';
import { taggedFindingLine } from './tagged-findings.ts';

export interface OutlineReportStepInput extends Pick<
  SynthesizeReportStepInput,
  'today' | 'anchor' | 'approvedTasks' | 'clarificationSummary' | 'tasks' | 'findings' | 'gaps'
> {
  readonly length: Exclude<ReportLength, 'brief'>;
  /** Ids of findings that are weaker than the others of their tier. */
  readonly reserve: ReadonlySet<string>;
}

/** How many sections a report of a length may have. */
const MOST_SECTIONS = { standard: 5, full: 8 } as const;
const MOST_FINDINGS = 24;

const outlinedSection = z.object({
  heading: boundedText(120, 'a few words'),
  purpose: boundedText(300, 'what the section tells the reader, in one sentence'),
  findings: boundedList(
    boundedText(48, 'id of a finding'),
    MOST_FINDINGS,
    'ids of the findings that serve it, best first',
  ),
});

export const outlinedReportSchema = z.object({
  sections: boundedList(outlinedSection, MOST_SECTIONS.full, 'in the order in which they are read', 'required'),
});
export type OutlinedReport = z.infer<typeof outlinedReportSchema>;

/** Divides a report into sections and says which findings serve each. By rule there is a section for each task. */
export const outlineReportStep: ReasoningStep<OutlineReportStepInput, OutlinedReport> = {
  name: 'outline-report',
  role: 'main',
  version: 3,
  output: outlinedReportSchema,
  prompt: ({ today, anchor, approvedTasks, clarificationSummary, tasks, findings, gaps, length, reserve }) => ({
    system: systemText('You outline a research report from findings that have been checked.', today, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...taggedClarification(clarificationSummary, anchor),
      ...tasks.map(({ text, summary }) => tagged('summary', `${text}\n${summary}`, 2_000)),
      ...findings.filter(({ findingId }) => !reserve.has(findingId)).map(taggedFindingLine),
      tagged('gaps', [...gaps, ...tasks.flatMap((task) => task.gaps)].join('\n'), 4_000),
      `Outline the details of the report in two to ${MOST_SECTIONS[length]} sections. The answer itself stands before them and is written later: no section repeats it, none introduces and none concludes.`,
      'A section answers one part of the question. Order the sections as a reader needs them: what has to be known first comes first. Where several things are compared, let one section compare them.',
      ...taggedReserve(findings.filter(({ findingId }) => reserve.has(findingId))),
      'Name for each section the ids of the findings that serve it, exactly as they stand; a finding may serve two sections. Every finding that says something of its own belongs to a section.',
    ].join('\n\n'),
  }),
  offline: ({ tasks, findings, reserve }) => ({
    sections: tasks.flatMap(({ text, taskId }) => {
      const own = findings
        .filter((finding) => !reserve.has(finding.findingId) && servedTasks(finding).includes(taskId ?? ''))
        .map(({ findingId }) => findingId);
      return own.length === 0 ? [] : [{ heading: text, purpose: text, findings: own.slice(0, MOST_FINDINGS) }];
    }),
  }),
};

function taggedReserve(findings: readonly SourcedFinding[]): string[] {
  if (findings.length === 0) return [];
  return [
    'The following findings are weaker than those above. Name one only where a section needs what no finding above says.',
    ...findings.map(taggedFindingLine),
  ];
}
