import { z } from 'zod';
import type { ReportSection } from '../../workflows/contracts/report/report.ts';
import type { ReasoningStep } from '../model/engine/reasoner.ts';
import { renderClaims, renderCorrection } from './correction-text.ts';
import { systemText, tagged, taggedAnchor, taggedClarification, taggedWithKeys } from './prompt-text.ts';
import {
  claims,
  emptyParts,
  remainingGaps,
  type SynthesizedReport,
  type SynthesizeReportStepInput,
  synthesizedReportSchema,
  synthesizeReportStep,
} from './synthesize-report.ts';

export interface SummarizeReportStepInput extends SynthesizeReportStepInput {
  readonly sections: readonly ReportSection[];
}

/** Room for one section, in characters. */
const SECTION_LENGTH = 8_000;

const { keyFindings, conflicts, limitations } = synthesizedReportSchema.shape;

/** What a model adds to a report with finished sections. */
const summarizedReportSchema = z.object({
  summary: claims(6, 'the direct answer, first of all; empty when the sections hold no answer'),
  keyFindings,
  conflicts,
  limitations,
  remainingGaps,
});
const withoutSections = z.object({ ...emptyParts, ...summarizedReportSchema.shape });

/** Writes what precedes the sections of a report: the answer, what matters most, and what is open. */
export const summarizeReportStep: ReasoningStep<
  SummarizeReportStepInput,
  SynthesizedReport,
  Promise<SynthesizedReport>
> = {
  name: 'summarize-report',
  role: 'main',
  version: 1,
  output: withoutSections,
  asked: () => summarizedReportSchema,
  prompt: ({ today, anchor, approvedTasks, clarificationSummary, sections: written, tasks, gaps, correction }) => ({
    system: systemText('You write the summary of a research report from its sections.', today, anchor.language),
    user: [
      taggedAnchor(anchor, approvedTasks),
      ...taggedClarification(clarificationSummary, anchor),
      ...written.map((section) =>
        taggedWithKeys('section', renderClaims(section.heading, section.claims).join('\n'), SECTION_LENGTH),
      ),
      tagged('gaps', [...gaps, ...tasks.flatMap((task) => task.gaps)].join('\n'), 4_000),
      ...INSTRUCTIONS,
      ...renderCorrection(correction, anchor.language),
    ].join('\n\n'),
  }),
  offline: async (input) => ({ ...(await synthesizeReportStep.offline(input)), sections: [] }),
};

const INSTRUCTIONS: readonly string[] = [
  'The first sentence of the summary answers the question of the anchor directly, in the sense of the clarification. The others say what one has to know with it: the figures that matter, conditions, and how certain it is. The reader may read nothing else.',
  'Key findings are what matters most beside the answer; they do not repeat the summary. Where the sections show that two sources disagree, put the claim of each into one entry of conflicts; do not decide between them and do not average.',
  'Say only what the sections say, and cite the keys that they cite for it, exactly as they stand in brackets; there are no other keys. Take over figures, units, dates and names unchanged.',
  'What the sections do not answer goes into remainingGaps, never into a claim. When they hold no answer, the summary is empty.',
];
