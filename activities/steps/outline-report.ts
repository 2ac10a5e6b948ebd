import { z } from 'zod';
import type { ReportLength } from '../../workflows/contracts/settings/report-settings.ts';
import { servedTasks } from '../../workflows/domain/finding-selection.ts';
import { boundedList, boundedText } from '../model/engine/answer-parts.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import type { SourcedFinding } from '../offline-engine/answers/evidence-reading.ts';
import { systemText, tagged, taggedAnchor, taggedClarification } from './prompt-text.ts';
import { taggedOpen } from './shown-passages.ts';
import type { SynthesizeReportStepInput } from './synthesize-report.ts';

export interface OutlineReportStepInput extends Pick<
  SynthesizeReportStepInput,
  'today' | 'anchor' | 'approvedTasks' | 'clarificationSummary' | 'tasks' | 'findings' | 'gaps' | 'contradictions'
> {
  readonly length: Exclude<ReportLength, 'brief'>;
  /** Ids of findings that are weaker than the others of their tier. */
  readonly reserve: ReadonlySet<string>;
}

/** How many sections a report of a length may have. */
const MOST_SECTIONS = { standard: 4, full: 6 } as const;
const MOST_FINDINGS = 24;
/** Of one note, in characters. */
const NOTE_LENGTH = 600;
const PLACE_LENGTH = 160;
const NOTES_LENGTH = 40_000;

const outlinedSection = z.object({
  heading: boundedText(120, 'a few words'),
  purpose: boundedText(300, 'what the section tells the reader, in one sentence'),
  form: z.enum(['prose', 'table', 'list', 'code']).catch('prose').describe('what most of it is best read as'),
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
  version: 4,
  output: outlinedReportSchema,
  prompt: (input) => {
    const { today, anchor, approvedTasks, clarificationSummary, tasks, findings, length, reserve } = input;
    return {
      system: systemText('You outline a report from notes on what documents say.', today, anchor.language),
      user: [
        taggedAnchor(anchor, approvedTasks),
        ...taggedClarification(clarificationSummary, anchor),
        tagged('task', tasks.map(({ text }) => text).join('\n'), 6_000),
        taggedNotes(findings.filter(({ findingId }) => !reserve.has(findingId))),
        ...taggedOpen([...input.gaps, ...tasks.flatMap((task) => task.gaps)], input.contradictions),
        `Outline the report in two to ${MOST_SECTIONS[length]} sections. The answer stands before them and is written later: no section repeats it, introduces or concludes.`,
        'A section answers one part of the question, and no two say the same. Order them as a reader needs them: what has to be known first comes first. Where several things are compared, let one section compare them in a table; where something is to be set up, let one show how.',
        ...taggedReserve(findings.filter(({ findingId }) => reserve.has(findingId))),
        'Name for each section the ids of the notes that serve it, as they stand before the notes, the best first; a note may serve two sections. What you name nowhere is left out of the report: leave out what does not serve the question.',
      ].join('\n\n'),
    };
  },
  offline: ({ tasks, findings, reserve }) => ({
    sections: tasks.flatMap(({ text, taskId }) => {
      const own = findings
        .filter((finding) => !reserve.has(finding.findingId) && servedTasks(finding).includes(taskId ?? ''))
        .map(({ findingId }) => findingId);
      return own.length === 0
        ? []
        : [{ heading: text, purpose: text, form: 'prose', findings: own.slice(0, MOST_FINDINGS) }];
    }),
  }),
};

function taggedReserve(findings: readonly SourcedFinding[]): string[] {
  if (findings.length === 0) return [];
  return [
    'The following are weaker than those above. Name one only where a section needs what no note above says.',
    taggedNotes(findings),
  ];
}

/** One line each: id, place, and what is said there. */
function taggedNotes(findings: readonly SourcedFinding[]): string {
  const lines = findings.map(({ findingId, title, headingPath, information }) => {
    const place = [title, ...headingPath].join(' > ').slice(-PLACE_LENGTH);
    return `${findingId} ${place}: ${information.slice(0, NOTE_LENGTH)}`.replaceAll(/\s+/g, ' ');
  });
  return tagged('finding', lines.join('\n'), NOTES_LENGTH);
}
