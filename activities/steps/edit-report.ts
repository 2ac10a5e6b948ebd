import { z } from 'zod';
import type { ReportLength } from '../../workflows/contracts/settings/report-settings.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { systemText, taggedAnchor, taggedClarification, taggedWithKeys } from './prompt-text.ts';
import { taggedOpen } from './shown-passages.ts';
import type { SynthesizeReportStepInput } from './synthesize-report.ts';
import { CHECKED, NO_ANSWER, reportForm, STYLE } from './writing-rules.ts';

export interface EditReportStepInput extends Pick<
  SynthesizeReportStepInput,
  'today' | 'anchor' | 'approvedTasks' | 'clarificationSummary' | 'tasks' | 'gaps' | 'contradictions' | 'correction'
> {
  /** Each section as Markdown with addresses. */
  readonly sections: readonly string[];
  readonly length: Exclude<ReportLength, 'brief'>;
}

/** Room for one section, in characters. */
const SECTION_LENGTH = 9_000;

/** Makes one report of sections that were written side by side. */
export const editReportStep: ReasoningStep<EditReportStepInput, string | null> = {
  name: 'edit-report',
  role: 'main',
  version: 1,
  writes: 'markdown',
  output: z.string().nullable(),
  prompt: (input) => ({
    system: systemText(
      'You edit a report whose sections were written side by side.',
      input.today,
      input.anchor.language,
    ),
    user: [...taggedSections(input), reportForm(input.length), ...INSTRUCTIONS].join('\n\n'),
  }),
  /** Without a model nothing is edited. */
  offline: () => null,
};

const INSTRUCTIONS: readonly string[] = [
  'Return the whole report. Keep what the sections say, with their addresses, tables and code; join, order and shorten so that each fact stands once outside the answer and the tables, a term is explained where it first occurs, and one section leads to the next. Where sections disagree, say so at that place. What one section leaves open and another answers is not open.',
  'Behind each sentence keep the addresses that the sections cite for it: [p3.4] or [p3.4; p7.1], and [none: …] and [calc: …] unchanged. There are no other addresses. Say nothing that no section says; what follows from several of them you may conclude, without a new figure, date or name.',
  STYLE,
  CHECKED,
  NO_ANSWER,
];

/** What the sections are edited or summed up for, and the sections. */
export function taggedSections({
  anchor,
  approvedTasks,
  clarificationSummary,
  sections,
  tasks,
  gaps,
  contradictions,
}: EditReportStepInput): string[] {
  return [
    taggedAnchor(anchor, approvedTasks),
    ...taggedClarification(clarificationSummary, anchor),
    ...sections.map((section) => taggedWithKeys('section', section, SECTION_LENGTH)),
    ...taggedOpen([...gaps, ...tasks.flatMap((task) => task.gaps)], contradictions),
  ];
}
